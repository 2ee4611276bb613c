import { faultWords } from './check-words.ts'
import { UnreadableFile } from './file-faults.ts'

/** One part of an XLSX file. */
export interface ZipPart {
  readonly path: string
  /** Its content piece by piece. Throws `UnreadableFile` where it is not as long as the file says. */
  content(): AsyncGenerator<Uint8Array>
}

/** The parts of an XLSX file that our writer made, in their order. */
export async function readZip(file: Blob): Promise<readonly ZipPart[]> {
  const entries = await entriesOf(file, 'packed', faultWords.notOurXlsx)
  return entries.map((entry) => ({ path: entry.path, content: () => inflated(entry) }))
}

/** One part of a zip file whose parts stand in it as they are, and so can be no larger than it. */
export interface StoredPart {
  readonly path: string
  readonly blob: Blob
}

/** The parts of an audit pack that our writer made, in their order. Throws `UnreadableFile` with the sentence given for any other zip. */
export async function readStored(file: Blob, refusal: string): Promise<readonly StoredPart[]> {
  const entries = await entriesOf(file, 'stored', refusal)
  return entries.map(({ path, packed, size }) => {
    if (packed.size !== size) throw new UnreadableFile(refusal)
    return { path, blob: packed }
  })
}

/** A part as it lies in the file, and the size that it is said to have unpacked. */
interface PackedPart {
  readonly path: string
  readonly size: number
  readonly packed: Blob
}

const methods = { stored: 0, packed: 8 } as const

/**
 * A zip says everything twice, and two programs may read two different files from one: so the parts have to lie one behind the other
 * without a gap, and both places have to say the same.
 */
async function entriesOf(
  file: Blob,
  method: keyof typeof methods,
  refusal: string,
): Promise<readonly PackedPart[]> {
  const found: PackedPart[] = []
  const notOurs = () => new UnreadableFile(refusal)
  const { entries, start, size } = await directoryOf(file, notOurs)
  const directory = new DataView(await file.slice(start, start + size).arrayBuffer())
  let at = 0
  let expected = 0
  for (let index = 0; index < entries; index++) {
    const entry = readEntry(directory, at, methods[method], notOurs)
    if (entry.localAt !== expected) throw notOurs()
    const dataAt = await checkLocal(file, entry, methods[method], notOurs)
    expected = dataAt + entry.packed + descriptorLength
    if (expected > start) throw notOurs()
    found.push({ path: entry.path, size: entry.size, packed: file.slice(dataAt, dataAt + entry.packed) })
    at += entry.length
  }
  if (at !== size || expected !== start) throw notOurs()
  return found
}

const endLength = 22
const entryLength = 46
const localLength = 30
/** Signature, checksum and both sizes: our writer knows them only after the content. */
const descriptorLength = 16
const mostDirectory = 2 ** 20

interface Entry {
  readonly path: string
  readonly checksum: number
  readonly packed: number
  readonly size: number
  readonly localAt: number
  /** Of the entry itself. */
  readonly length: number
}

async function directoryOf(
  file: Blob,
  notOurs: () => UnreadableFile,
): Promise<{ entries: number; start: number; size: number }> {
  if (file.size < endLength) throw notOurs()
  const view = new DataView(await file.slice(file.size - endLength).arrayBuffer())
  const entries = view.getUint16(10, true)
  const size = view.getUint32(12, true)
  const start = view.getUint32(16, true)
  if (view.getUint32(0, true) !== 0x06054b50) throw notOurs()
  if (size > mostDirectory || start + size + endLength !== file.size) throw notOurs()
  return { entries, start, size }
}

function readEntry(view: DataView, at: number, wanted: number, notOurs: () => UnreadableFile): Entry {
  if (at + entryLength > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw notOurs()
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const nameLength = view.getUint16(at + 28, true)
  const others = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  if ((flags & ~freeFlags) !== descriptorFlag || method !== wanted || others !== 0) throw notOurs()
  if (at + entryLength + nameLength > view.byteLength) throw notOurs()
  const name = new Uint8Array(view.buffer, view.byteOffset + at + entryLength, nameLength)
  return {
    path: new TextDecoder().decode(name),
    checksum: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    localAt: view.getUint32(at + 42, true),
    length: entryLength + nameLength,
  }
}

const descriptorFlag = 8
/** How hard it was packed, and that the name is UTF-8, change nothing. */
const freeFlags = 0x806

/** Where the content begins. Throws where what stands around it does not say the same as the directory. */
async function checkLocal(
  file: Blob,
  entry: Entry,
  method: number,
  notOurs: () => UnreadableFile,
): Promise<number> {
  const head = new Uint8Array(
    await file.slice(entry.localAt, entry.localAt + localLength + 512).arrayBuffer(),
  )
  if (head.length < localLength) throw notOurs()
  const view = new DataView(head.buffer)
  const nameLength = view.getUint16(26, true)
  const dataAt = entry.localAt + localLength + nameLength
  const name = new TextDecoder().decode(head.subarray(localLength, localLength + nameLength))
  const isSame =
    view.getUint32(0, true) === 0x04034b50 &&
    (view.getUint16(6, true) & ~freeFlags) === descriptorFlag &&
    view.getUint16(8, true) === method &&
    view.getUint16(28, true) === 0 &&
    name === entry.path
  const descriptorAt = dataAt + entry.packed
  const after = await file.slice(descriptorAt, descriptorAt + descriptorLength).arrayBuffer()
  if (!isSame || after.byteLength < descriptorLength) throw notOurs()
  const descriptor = new DataView(after)
  const says = [0, 4, 8, 12].map((at) => descriptor.getUint32(at, true))
  const expected = [0x08074b50, entry.checksum, entry.packed, entry.size]
  if (says.some((value, index) => value !== expected[index])) throw notOurs()
  return dataAt
}

async function* inflated(entry: PackedPart): AsyncGenerator<Uint8Array> {
  const reader = entry.packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new UnreadableFile(faultWords.damagedPart(entry.path))
      })
      if (done) break
      size += value.length
      // What unpacks to more than it says is made to fill a reader's memory.
      if (size > entry.size) throw new UnreadableFile(faultWords.partLength(entry.path))
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  if (size !== entry.size) throw new UnreadableFile(faultWords.partLength(entry.path))
}
