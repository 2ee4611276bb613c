/**
 * The ZIP of signed files. It holds its files as they are, one after the other, with all that a header can say before each; nothing else is
 * taken. So every program finds the same files in it, whether it reads from the beginning or from the directory at the end.
 */

/** Whoever writes a ZIP. */
export interface ZipTarget {
  write(bytes: Uint8Array): Promise<void>
  /** Over what was written. */
  writeAt(position: number, bytes: Uint8Array): Promise<void>
}

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
  readonly crc32: number
}

/** What is read of a ZIP before any of its content. */
export interface ZipContent extends ZipEntry {
  /** In pieces. */
  read(): AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** The message is a sentence for people. */
export class ZipFault extends Error {}

/** The limit without the 64-bit extension, which not every reader has. */
const mostZipBytes = 4 * 2 ** 30 - 2 ** 24

const mostEntries = 1000

export class ZipOfFiles {
  readonly #target: ZipTarget
  readonly #crc32: Crc32
  readonly #entries: ZipEntry[] = []
  #at = 0
  #open = { name: '', size: 0, crc32: 0 }

  constructor(target: ZipTarget, crc32: Crc32) {
    this.#target = target
    this.#crc32 = crc32
  }

  /** One file at a time. */
  async begin(name: string): Promise<void> {
    this.#open = { name, size: 0, crc32: 0 }
    await this.#target.write(localHeader(this.#open))
  }

  /** Throws `ZipFault` where the ZIP would be larger than one can be. */
  async write(bytes: Uint8Array): Promise<void> {
    const open = this.#open
    open.size += bytes.length
    open.crc32 = this.#crc32(bytes, open.crc32)
    if (this.#at + open.size > mostZipBytes)
      throw new ZipFault('This is larger than the 4 GiB that a ZIP file can hold.')
    await this.#target.write(bytes)
  }

  async endFile(): Promise<void> {
    const header = localHeader(this.#open)
    await this.#target.writeAt(this.#at, header)
    this.#at += header.length + this.#open.size
    this.#entries.push(this.#open)
  }

  async end(): Promise<void> {
    await this.#target.write(directoryOf(this.#entries))
  }
}

/** Its entries, in their order. Throws `ZipFault`. */
export async function readZip(source: ZipSource): Promise<readonly ZipContent[]> {
  const entries = await readDirectory(source)
  const contents: ZipContent[] = []
  let at = 0
  for (const entry of entries) {
    const header = localHeader(entry)
    if (!isSame(await source.read(at, at + header.length), header)) throw new ZipFault(savedAgain)
    const from = at + header.length
    at = from + entry.size
    contents.push({ ...entry, read: () => piecesOf(source, from, from + entry.size) })
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
    entries.push({ name, size: view.getUint32(at + 24, true), crc32: view.getUint32(at + 16, true) })
    at += entryLength + nameLength
  }
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (!entries.every(({ name }) => isPlainName(name)) || names.size < entries.length)
    throw new ZipFault(savedAgain)
  if (!isSame(bytes, directoryOf(entries)) || begin !== contentBytes(entries)) throw new ZipFault(savedAgain)
  return entries
}

const noZip = 'This is no ZIP file.'
const savedAgain =
  'This ZIP file is not as a console writes it: another program saved it again, or somebody changed it. Ask for the file as the console made it.'

/** Windows and macOS treat names that differ only in case as one file, and Windows has other names of its own. */
function isPlainName(name: string): boolean {
  return /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\w][\w.()-]{0,199}(?<!\.)$/i.test(name)
}

async function* piecesOf(
  source: ZipSource,
  from: number,
  before: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < before; at += pieceBytes)
    yield await source.read(at, Math.min(before, at + pieceBytes))
}

const pieceBytes = 2 ** 20

const signatures = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const
const entryLength = 46
const endLength = 22
/** 2.0, stored, names in UTF-8, and the first day that a header can have: the same files make the same bytes. */
const [version, flags, method, time, day] = [20, 0x800, 0, 0, 0x21]

function localHeader({ name, size, crc32 }: ZipEntry): Uint8Array<ArrayBuffer> {
  const ofName = new TextEncoder().encode(name)
  const header = [4, signatures.local, 2, version, 2, flags, 2, method, 2, time, 2, day]
  return joined(numbers([...header, 4, crc32, 4, size, 4, size, 2, ofName.length, 2, 0]), ofName)
}

/** The directory and the end of the ZIP with these entries. */
function directoryOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  let at = 0
  const listed = entries.map((entry) => {
    const { name, size, crc32 } = entry
    const ofName = new TextEncoder().encode(name)
    const header = [4, signatures.directory, 2, version, 2, version, 2, flags, 2, method, 2, time, 2, day]
    const sizes = [4, crc32, 4, size, 4, size, 2, ofName.length, 2, 0, 2, 0, 2, 0, 2, 0, 4, 0, 4, at]
    at += localHeader(entry).length + size
    return joined(numbers([...header, ...sizes]), ofName)
  })
  const directory = joined(...listed)
  const counts = [2, 0, 2, 0, 2, entries.length, 2, entries.length]
  return joined(directory, numbers([4, signatures.end, ...counts, 4, directory.length, 4, at, 2, 0]))
}

function contentBytes(entries: readonly ZipEntry[]): number {
  return entries.reduce((sum, entry) => sum + localHeader(entry).length + entry.size, 0)
}

/** Pairs of a length in bytes and a number, in little endian. */
function numbers(pairs: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (let at = 0; at < pairs.length; at += 2)
    for (let byte = 0; byte < (pairs[at] ?? 0); byte += 1)
      bytes.push(((pairs[at + 1] ?? 0) >>> (8 * byte)) & 255)
  return Uint8Array.from(bytes)
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
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
