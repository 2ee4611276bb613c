import { UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'

/** One entry of a ZIP file. */
export interface ZipEntry {
  readonly path: string
  /** Bytes unpacked, as the file says. */
  readonly size: number
  /** Its bytes as they lie in the file: packed, or where `isStored` as they are. */
  readonly packed: Blob
  readonly isStored: boolean
}

/** A ZIP file that was opened. */
export interface ZipFile {
  readonly entries: readonly ZipEntry[]
  /** Nothing lies between its entries, and both places in which a ZIP describes an entry say the same: as this console writes ZIP files. */
  readonly isPlain: boolean
}

/** Opens a ZIP file; null for what is none, or is damaged. Reads nothing of what it holds. */
export async function openZip(file: Blob): Promise<ZipFile | null> {
  const place = await directoryOf(file)
  if (!place) return null
  const directory = new DataView(await file.slice(place.start, file.size - endLength).arrayBuffer())
  const entries: ZipEntry[] = []
  let isPlain = true
  let at = 0
  let expected = 0
  for (let index = 0; index < place.count; index++) {
    const entry = readEntry(directory, at)
    const local = entry && (await readLocal(file, entry))
    if (!entry || !local || local.end > place.start) return null
    isPlain &&= entry.isPlain && local.isPlain && entry.localAt === expected
    expected = local.end + descriptorLength
    entries.push({
      path: entry.path,
      size: entry.size,
      packed: file.slice(local.start, local.end),
      isStored: entry.method === 0,
    })
    at += entry.length
  }
  if (at !== directory.byteLength) return null
  return { entries, isPlain: isPlain && expected === place.start }
}

/**
 * The content of an entry, piece by piece. Throws `UnreadableFile` where it is damaged, is not as long as it says, or unpacks to so
 * much that it was made to fill a reader's memory.
 */
export async function* unpacked({ path, size, packed, isStored }: ZipEntry): AsyncGenerator<Uint8Array> {
  if (size > plentyBytes && size > packed.size * mostRatio) throw new UnreadableFile(faults.bomb(path))
  const stream = isStored
    ? packed.stream()
    : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new UnreadableFile(faults.damaged(path))
      })
      if (done) break
      length += value.length
      if (length > size) break
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  if (length !== size) throw new UnreadableFile(faults.damaged(path))
}

/** Rows of an export unpack to some ten times their size. */
const plentyBytes = 64 * 2 ** 20
const mostRatio = 200

const endLength = 22
const entryLength = 46
const localLength = 30
/** Signature, checksum and both sizes: our writer knows them only after the content. */
const descriptorLength = 16
/** A ZIP of more is none of ours. */
const mostEntries = 1000
const mostDirectory = 2 ** 20

async function directoryOf(file: Blob): Promise<{ readonly count: number; readonly start: number } | null> {
  if (file.size < endLength) return null
  const end = new DataView(await file.slice(file.size - endLength).arrayBuffer())
  const count = end.getUint16(10, true)
  const size = end.getUint32(12, true)
  const start = end.getUint32(16, true)
  if (end.getUint32(0, true) !== 0x06054b50 || count > mostEntries || size > mostDirectory) return null
  return start + size + endLength === file.size ? { count, start } : null
}

interface Entry extends Described {
  readonly localAt: number
  /** Of the entry in the directory. */
  readonly length: number
}

/** What the directory and the place before the content both say. */
interface Described {
  readonly path: string
  readonly method: number
  readonly checksum: number
  readonly packed: number
  readonly size: number
  readonly isPlain: boolean
}

function readEntry(directory: DataView, at: number): Entry | null {
  if (at + entryLength > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) return null
  const flags = directory.getUint16(at + 8, true)
  const method = directory.getUint16(at + 10, true)
  const nameLength = directory.getUint16(at + 28, true)
  const others = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  const length = entryLength + nameLength + others
  if (flags & encrypted || (method !== 0 && method !== 8) || at + length > directory.byteLength) return null
  const packed = directory.getUint32(at + 20, true)
  const size = directory.getUint32(at + 24, true)
  if (method === 0 && packed !== size) return null
  return {
    path: text(new Uint8Array(directory.buffer, directory.byteOffset + at + entryLength, nameLength)),
    method,
    checksum: directory.getUint32(at + 16, true),
    packed,
    size,
    isPlain: others === 0 && (flags & ~freeFlags) === descriptorFlag,
    localAt: directory.getUint32(at + 42, true),
    length,
  }
}

const encrypted = 1
const descriptorFlag = 8
/** How hard it was packed, and that the name is UTF-8, change nothing. */
const freeFlags = 0x806

/** Where the content lies. Null where another name stands before it: two programs would read two different files. */
async function readLocal(
  file: Blob,
  entry: Entry,
): Promise<{ readonly start: number; readonly end: number; readonly isPlain: boolean } | null> {
  const bytes = await file.slice(entry.localAt, entry.localAt + localLength + 512).arrayBuffer()
  if (bytes.byteLength < localLength) return null
  const head = new DataView(bytes)
  const nameLength = head.getUint16(26, true)
  const extra = head.getUint16(28, true)
  const start = entry.localAt + localLength + nameLength + extra
  const end = start + entry.packed
  if (head.getUint32(0, true) !== 0x04034b50 || head.getUint16(8, true) !== entry.method) return null
  if (text(new Uint8Array(bytes).subarray(localLength, localLength + nameLength)) !== entry.path) return null
  const descriptor = new DataView(await file.slice(end, end + descriptorLength).arrayBuffer())
  const isPlain =
    extra === 0 &&
    (head.getUint16(6, true) & ~freeFlags) === descriptorFlag &&
    descriptor.byteLength === descriptorLength &&
    [0x08074b50, entry.checksum, entry.packed, entry.size].every(
      (value, index) => descriptor.getUint32(index * 4, true) === value,
    )
  return { start, end, isPlain }
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
