/**
 * The ZIP of signed files. It holds its files compressed, one after the other, with all that a header can say before each; nothing else is
 * taken. So every program finds the same files in it, whether it reads from the beginning or from the directory at the end.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { Inflate } from 'fflate'

/** A file that is read in pieces, such as `blobSource` makes. */
export interface ZipSource {
  readonly size: number
  read(from: number, before: number): Promise<Uint8Array<ArrayBuffer>>
}

/** CRC-32 of bytes that follow others with the CRC-32 `before`. A server has a faster one than `portableCrc32`. */
export type Crc32 = (bytes: Uint8Array, before: number) => number

export interface ZipEntry {
  readonly name: string
  readonly size: number
  /** Compressed. */
  readonly packed: number
  readonly crc32: number
}

/** What is read of a ZIP before any of its content. */
export interface ZipContent extends ZipEntry {
  /** In pieces. Throws `ZipFault`. */
  read(): AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** The message is a sentence for people. */
export class ZipFault extends Error {}

/** Of all files, compressed or not: the limit without the 64-bit extension, which not every reader has. */
export const mostZipBytes = 4 * 2 ** 30 - 2 ** 24

const mostEntries = 1000

/** How the content of every file ends: an empty block, on the edge of a byte. */
export const lastBlock = Uint8Array.of(3, 0)

/** Its entries, in their order. Throws `ZipFault`. */
export async function readZip(source: ZipSource): Promise<readonly ZipContent[]> {
  const entries = await readDirectory(source)
  const contents: ZipContent[] = []
  let at = 0
  for (const entry of entries) {
    const header = localHeader(entry)
    if (!isSame(await source.read(at, at + header.length), header)) throw new ZipFault(savedAgain)
    const from = at + header.length
    at = from + entry.packed
    const before = at
    contents.push({ ...entry, read: () => unpacked(entry, source, from, before) })
  }
  return contents
}

/** Takes a directory that is, byte for byte, what would be written of its own entries, and ends where the file does. */
async function readDirectory(source: ZipSource): Promise<readonly ZipEntry[]> {
  const { size } = source
  if (size > mostZipBytes || size < endLength) throw new ZipFault(noZip)
  const first = viewOf(await source.read(0, 4))
  if (first.getUint32(0, true) !== signatures.local) throw new ZipFault(noZip)
  const end = viewOf(await source.read(size - endLength, size))
  const begin = end.getUint32(16, true)
  if (size - endLength - begin > mostEntries * 300 || begin > size) throw new ZipFault(savedAgain)
  const bytes = await source.read(begin, size)
  const entries: ZipEntry[] = []
  const view = viewOf(bytes)
  for (let at = 0; at + entryLength < view.byteLength - endLength; ) {
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + entryLength, at + entryLength + nameLength))
    const [crc32, packed, size] = [16, 20, 24].map((field) => view.getUint32(at + field, true))
    entries.push({ name, size: size ?? 0, packed: packed ?? 0, crc32: crc32 ?? 0 })
    at += entryLength + nameLength
  }
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (!entries.every(({ name }) => plainName.test(name)) || names.size < entries.length)
    throw new ZipFault(savedAgain)
  const before = entries.reduce((sum, entry) => sum + localHeader(entry).length + entry.packed, 0)
  if (!isSame(bytes, directoryOf(entries)) || begin !== before) throw new ZipFault(savedAgain)
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > mostZipBytes) throw new ZipFault(savedAgain)
  return entries
}

const noZip = 'This is not a ZIP file.'
const savedAgain =
  'This is not the ZIP as a console writes it: another program saved it again, or somebody changed it. Ask for the original file.'

/** Windows and macOS treat names that differ only in case as one file, and Windows has other names of its own. */
const plainName = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\w][\w.()-]{0,199}(?<!\.)$/i

/**
 * The unpacked file. The last block is replaced by one with random bytes, and the decoder must return exactly those. So the data did not end
 * earlier, where programs that read from the beginning would look for the next file.
 */
async function* unpacked(
  { name, size }: ZipEntry,
  source: ZipSource,
  from: number,
  before: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const fault = new ZipFault(
    `${name} cannot be unpacked: it was changed, or another program packed it again.`,
  )
  const end = before - lastBlock.length
  if (end < from || !isSame(await source.read(end, before), lastBlock)) throw fault
  const mark = globalThis.crypto.getRandomValues(new Uint8Array(markBytes))
  let found = new Uint8Array()
  const decoder = new Inflate((bytes) => {
    found = bytes
  })
  const decode = (bytes: Uint8Array, isLast: boolean) => {
    try {
      decoder.push(bytes, isLast)
      return found
    } catch {
      throw fault
    }
  }
  let left = size
  for (let at = from; at < end; at += pieceBytes) {
    const piece = decode(await source.read(at, Math.min(end, at + pieceBytes)), false)
    left -= piece.length
    if (left < 0) throw fault
    yield piece
  }
  const last = decode(concatBytes(Uint8Array.of(1, markBytes, 0, 255 - markBytes, 255), mark), true)
  if (last.length !== left + markBytes || !isSame(last.subarray(left), mark)) throw fault
  yield last.subarray(0, left)
}

const markBytes = 16
/** They may unpack to a thousand times as much, in one go. */
const pieceBytes = 2 ** 14

const signatures = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const
const entryLength = 46
const endLength = 22
/** 2.0, deflated, names in UTF-8, and the first day that a header can have: the same files make the same bytes. */
const [version, flags, method, time, day] = [20, 0x800, 8, 0, 0x21]

export function localHeader({ name, size, packed, crc32 }: ZipEntry): Uint8Array<ArrayBuffer> {
  const ofName = new TextEncoder().encode(name)
  const header = [4, signatures.local, 2, version, 2, flags, 2, method, 2, time, 2, day]
  return concatBytes(numbers([...header, 4, crc32, 4, packed, 4, size, 2, ofName.length, 2, 0]), ofName)
}

export function directoryOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  let at = 0
  const listed = entries.map((entry) => {
    const { name, size, packed, crc32 } = entry
    const ofName = new TextEncoder().encode(name)
    const header = [4, signatures.directory, 2, version, 2, version, 2, flags, 2, method, 2, time, 2, day]
    const sizes = [4, crc32, 4, packed, 4, size, 2, ofName.length, 2, 0, 2, 0, 2, 0, 2, 0, 4, 0, 4, at]
    at += localHeader(entry).length + packed
    return concatBytes(numbers([...header, ...sizes]), ofName)
  })
  const directory = concatBytes(...listed)
  const counts = [2, 0, 2, 0, 2, entries.length, 2, entries.length]
  return concatBytes(directory, numbers([4, signatures.end, ...counts, 4, directory.length, 4, at, 2, 0]))
}

/** Pairs of a length in bytes and a number, in little endian. */
function numbers(pairs: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (let at = 0; at < pairs.length; at += 2)
    for (let byte = 0; byte < (pairs[at] ?? 0); byte += 1)
      bytes.push(((pairs[at + 1] ?? 0) >>> (8 * byte)) & 255)
  return Uint8Array.from(bytes)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

export function blobSource(blob: Blob): ZipSource {
  return {
    size: blob.size,
    read: async (from, before) => new Uint8Array(await blob.slice(from, before).arrayBuffer()),
  }
}

const crcTable = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  return value
})

export const portableCrc32: Crc32 = (bytes, before) => {
  let value = ~before
  for (let at = 0; at < bytes.length; at += 1)
    value = (value >>> 8) ^ (crcTable[(value ^ (bytes[at] ?? 0)) & 255] ?? 0)
  return ~value >>> 0
}
