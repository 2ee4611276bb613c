/** A file on the browser's own disk that ends well when the disk is full: what had no room any more is kept in memory. */
import type { ByteSink } from '../write/run.ts'

/** Access to one file that nobody else has meanwhile, as far as it is used here. */
export interface DiskAccess {
  write(bytes: Uint8Array, options: { readonly at: number }): number
  getSize(): number | Promise<number>
  flush(): void | Promise<void>
  close(): void | Promise<void>
}

/** A file that grows on a disk. */
export interface DiskFile extends ByteSink {
  /** The whole of it. `read` gives what stands on the disk. */
  close(read: () => Promise<Blob>, type: string): Promise<Blob>
}

/**
 * Writes through `access`. The first piece that finds no room, and each after it, stays in memory and belongs to the file all the
 * same: so whoever writes can end the file as its format wants, with facts that are true of every byte. `onFull` is told why, in
 * a sentence, and is to see to it that little comes after.
 */
export function diskFile(access: DiskAccess, onFull: (reason: string) => void): DiskFile {
  let size = 0
  let rest: Uint8Array[] | null = null
  return {
    async write(bytes) {
      const refusal = rest === null ? await refusalOf(access, bytes, size) : null
      if (refusal !== null) {
        rest = []
        onFull(refusal)
      }
      if (rest === null) size += bytes.length
      else rest.push(bytes)
    },
    async close(read, type) {
      try {
        await access.flush()
      } catch (cause) {
        throw new Error(notKept, { cause })
      } finally {
        await access.close()
      }
      const kept = (await read()).slice(0, size, type)
      if (kept.size !== size) throw new Error(notKept)
      return rest === null ? kept : new Blob([kept, ...rest.map((bytes) => new Uint8Array(bytes))], { type })
    },
  }
}

/**
 * Null where a piece has been written, else why it was not. What it left is behind the end of the file, and not read. Not every
 * browser throws where a disk is full: some write less, or answer with an error's number as if so much had been written.
 */
async function refusalOf(access: DiskAccess, bytes: Uint8Array, at: number): Promise<string | null> {
  try {
    const isWritten = access.write(bytes, { at }) === bytes.length
    return isWritten && (await access.getSize()) === at + bytes.length ? null : noRoom
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'QuotaExceededError') return noRoom
    return `This browser could not write the file any further, so reading ended there: ${error.message}`
  }
}

const noRoom =
  'This browser had no more room for the file, so reading ended there. Room is made by dismissing exports that are saved, and on the disk of this device.'

const notKept = 'This browser has not kept on its disk what was written. Export it again.'
