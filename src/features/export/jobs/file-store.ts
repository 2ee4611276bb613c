/** Where an export's file grows: on the browser's own disk where there is one, which needs no memory; else in memory. */

import type { ByteSink } from '../write/run.ts'
import { writeFailures } from '../write/words.ts'
import { clearLeftovers, directoryName, lockOf } from './leftovers.ts'

/** A file that grows. */
export interface GrowingFile extends ByteSink {
  /** The whole of it. It can be read as long as this file is kept. */
  close(type: string): Promise<Blob>
  /** Gives its room back. */
  discard(): Promise<void>
}

/**
 * Begins a file of this name, which nothing else has. It is kept as long as whoever runs this (a worker) lives. `onFull` is told in
 * a sentence when the disk takes no more of it, and is to see to it that it ends soon: the rest is kept in memory. Writing and
 * closing throw, with a sentence for the reader, where not even that can be done.
 */
export async function openFile(name: string, onFull: (reason: string) => void): Promise<GrowingFile> {
  const file = (await openOnDisk(name, onFull).catch(() => undefined)) ?? openInMemory()
  return { ...file, close: async (type) => readable(await file.close(type)) }
}

async function openOnDisk(name: string, onFull: (reason: string) => void): Promise<GrowingFile | undefined> {
  // Absent where the page is not a secure context, and in older browsers.
  const storage: Partial<StorageManager> | undefined = navigator.storage
  const locks: LockManager | undefined = navigator.locks
  if (!storage?.getDirectory || !locks) return undefined
  const root = await storage.getDirectory()
  const directory = await root.getDirectoryHandle(directoryName, { create: true })
  // Held until this worker ends, whatever ends it: so that others can tell what is still in use.
  await new Promise<void>((resolve, reject) => {
    const held = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    locks.request(lockOf(name), held).catch(reject)
  })
  await clearLeftovers(directory, locks)
  const handle = await directory.getFileHandle(name, { create: true })
  const remove = () => directory.removeEntry(name).catch(() => {})
  // Not a stream: one that has found no room gives back nothing of what it was given before.
  const access = await accessTo(handle).catch(() => undefined)
  if (!access) {
    await remove()
    return undefined
  }
  const { write, close } = diskFile(access, onFull)
  return {
    write,
    close: (type) => close(() => handle.getFile(), type),
    async discard() {
      await access.close()
      await remove()
    },
  }
}

/** Only workers have it, which the types of TypeScript do not know. Undefined where it is absent. */
async function accessTo(
  handle: FileSystemFileHandle & { createSyncAccessHandle?(): Promise<DiskAccess> },
): Promise<DiskAccess | undefined> {
  return handle.createSyncAccessHandle?.()
}

/** Blobs and not bytes: the browser may put them on its disk. */
function openInMemory(): GrowingFile {
  let parts: Blob[] = []
  return {
    async write(bytes) {
      try {
        parts.push(new Blob([new Uint8Array(bytes)]))
      } catch (cause) {
        throw new Error(writeFailures.noMemory, { cause })
      }
    },
    close: async (type) => new Blob(parts, { type }),
    async discard() {
      parts = []
    },
  }
}

/** A browser that had no memory for a part of it finds out when it is read. */
async function readable(file: Blob): Promise<Blob> {
  try {
    await file.slice(-1).arrayBuffer()
    return file
  } catch (cause) {
    throw new Error(writeFailures.noMemory, { cause })
  }
}

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
        throw new Error(writeFailures.lost, { cause })
      } finally {
        await access.close()
      }
      const kept = (await read()).slice(0, size, type)
      if (kept.size !== size) throw new Error(writeFailures.lost)
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
    return isWritten && (await access.getSize()) === at + bytes.length ? null : writeFailures.noRoom
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'QuotaExceededError') return writeFailures.noRoom
    return writeFailures.diskFailed(error.message)
  }
}
