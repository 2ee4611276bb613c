/** The file that an audit log is written to, and those that it was written to before. */
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Continuation, continuationOf, newChain } from './chain.ts'

/** Where lines go. */
export interface LineSink {
  /** Where its chain goes on. */
  readonly from: Continuation
  /** Writes lines, each with its line break; `before` is the number of the line before them. Throws where it wrote none of them. */
  append(lines: string, before: number): Promise<void>
  close(): Promise<void>
}

/** When a new file is begun, beside at the first line of each UTC day, and how many old ones are kept; 0 keeps all. */
export interface RotationOptions {
  readonly maxBytes: number
  readonly keep: number
}

/**
 * Opens the log, and goes on where it ended. A full file is renamed: the number of its last line is put behind its name, so that
 * names in order are files in order. Throws where the log cannot be written, or is no audit log.
 */
export async function openAuditFile(
  path: string,
  { maxBytes, keep }: RotationOptions,
  now: () => number = Date.now,
): Promise<LineSink> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  let file: FileHandle | null = await open(path, 'a', 0o600)
  const end = await endOf(path)
  const from = end === null ? await endOfOlder(path) : end
  let { size, mtimeMs } = await file.stat()
  // What follows a line that was cut short must not become a part of it.
  if (end?.isOpen) {
    await file.appendFile('\n')
    size += 1
  }
  let day = dayOf(size > 0 ? mtimeMs : now())
  /** Whether something that is to be taken back may stand behind `size`. */
  let isDirty = false

  async function rotate(handle: FileHandle, last: number): Promise<void> {
    await handle.datasync()
    await handle.close()
    file = null
    await rename(path, `${path}.${String(last).padStart(12, '0')}`)
    size = 0
    const older = await olderFiles(path)
    if (keep > 0) for (const name of older.slice(0, -keep)) await unlink(join(dirname(path), name))
  }

  return {
    from,
    async append(lines, before) {
      const bytes = Buffer.from(lines)
      const today = dayOf(now())
      if (file && isDirty) {
        await file.truncate(size)
        isDirty = false
      }
      // Two copies that write to one file would tear each other's chain.
      if (file && (await stat(path)).size !== size) throw new Error('another program changed the file')
      if (file && size > 0 && (size + bytes.length > maxBytes || today !== day)) await rotate(file, before)
      file ??= await open(path, 'a', 0o600)
      day = today
      isDirty = true
      await file.appendFile(bytes)
      size += bytes.length
      isDirty = false
    },
    async close() {
      await file?.datasync()
      await file?.close()
      file = null
    },
  }
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** The files before, the oldest first. */
async function olderFiles(path: string): Promise<readonly string[]> {
  const name = basename(path)
  const isOlder = (each: string) =>
    each.startsWith(`${name}.`) && /^\d{12,}$/.test(each.slice(name.length + 1))
  return (await readdir(dirname(path))).filter(isOlder).sort()
}

/** Where the newest of the files before ended, for a file that has no line yet. */
async function endOfOlder(path: string): Promise<Continuation> {
  const newest = (await olderFiles(path)).at(-1)
  const end = newest === undefined ? null : await endOf(join(dirname(path), newest))
  return end ?? { end: newChain, torn: false }
}

/** Where a file ends, and whether its last line has no line break; null for an empty one. */
async function endOf(path: string): Promise<(Continuation & { readonly isOpen: boolean }) | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size === 0) return null
    const length = Math.min(size, longestEnd)
    const bytes = Buffer.alloc(length)
    await file.read(bytes, 0, length, size - length)
    const isOpen = bytes.at(-1) !== lineBreak
    const end = continuationOf(lastLines(isOpen ? bytes : bytes.subarray(0, -1)))
    if (end === null) throw new Error('it is no audit log')
    return { ...end, isOpen }
  } finally {
    await file.close()
  }
}

/** The last two lines; fewer where there are no more. */
function lastLines(bytes: Buffer): readonly Buffer[] {
  const at = bytes.lastIndexOf(lineBreak)
  if (at < 0) return [bytes]
  const before = bytes.subarray(0, at)
  return [before.subarray(before.lastIndexOf(lineBreak) + 1), bytes.subarray(at + 1)]
}

const lineBreak = 0x0a

/** More than two lines can have. */
const longestEnd = 128 * 1024
