/** Evidence as one file: the files, the answers they follow from, a description, and how to check it. */
import {
  aboutName,
  type EvidenceAbout,
  journalName,
  readAbout,
  readmeName,
  writeAbout,
} from '../../files/evidence-about.ts'
import { type EvidenceInputs, inputsName, readInputs, writeInputs } from '../../files/evidence-inputs.ts'
import { inflated, isBomb, openZip, UnreadableFile, unpackedFile } from '../../files/zip-reader.ts'
import { ZipWriter } from '../../files/zip-writer.ts'
import { type JournalEntry, JournalError, readJournal, writeJournal } from '../../journal/journal.ts'
import type { MadeFile } from './make.ts'

/** Unchecked contents of a ZIP. */
export interface EvidenceContent {
  readonly about: EvidenceAbout
  readonly inputs: EvidenceInputs
  readonly entries: readonly JournalEntry[]
  readonly files: readonly MadeFile[]
}

/** The same content makes the same bytes, in one browser. */
export async function writeEvidence(
  { about, inputs, entries, files }: EvidenceContent,
  readme: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter('pack')
  const text = (content: string) => new TextEncoder().encode(content)
  zip.file(readmeName, text(readme))
  zip.file(aboutName, text(writeAbout(about)))
  const added = writeInputs(inputs)
  if (added !== null) zip.file(inputsName, text(added))
  for (const { name, bytes } of files) zip.file(name, bytes)
  zip.file(journalName, await gzipped([...writeJournal(entries)]))
  zip.end()
  return zip.taken()
}

/** Compressing in JavaScript would take most of the time of making a pack. */
async function gzipped(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([...pieces]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Throws `UnreadableFile`. */
export async function readEvidence(file: Blob): Promise<EvidenceContent & { readonly readme: string }> {
  const zipped = await openZip(file)
  if (!zipped) throw new UnreadableFile('This is not a ZIP file as the console writes it.')
  const size = zipped.reduce((sum, entry) => sum + entry.size, 0)
  if (size > mostBytes || isBomb(size, file.size))
    throw new UnreadableFile('The ZIP file unpacks to far more than any evidence.')
  const parts = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const entry of zipped) {
    if (parts.has(entry.path)) throw new UnreadableFile(`The ZIP file has two parts named ${entry.path}.`)
    if (!partName.test(entry.path))
      throw new UnreadableFile('The ZIP file has a part with a name that no part has.')
    parts.set(entry.path, await unpackedFile(entry))
  }
  const part = (name: string) => {
    const bytes = parts.get(name)
    if (!bytes) throw new UnreadableFile(`The ZIP file has no ${name}.`)
    parts.delete(name)
    return bytes
  }
  const about = readAbout(new TextDecoder().decode(part(aboutName)))
  if (!about) throw new UnreadableFile(`${aboutName} does not say what this is evidence of.`)
  const inputs = parts.has(inputsName) ? readInputs(new TextDecoder().decode(part(inputsName))) : {}
  if (!inputs) throw new UnreadableFile(`${inputsName} does not say what the maker added.`)
  const entries = await journalIn(part(journalName))
  const readme = new TextDecoder().decode(part(readmeName))
  return { about, inputs, entries, readme, files: [...parts].map(([name, bytes]) => ({ name, bytes })) }
}

const partName = /^[\w][\w .()-]{0,199}$/
const mostBytes = 2 ** 30

/** A gzip stream ends with its length. */
async function journalIn(packed: Uint8Array<ArrayBuffer>): Promise<readonly JournalEntry[]> {
  if (packed.length < 18) throw new UnreadableFile(`${journalName} is damaged.`)
  const length = new DataView(packed.buffer).getUint32(packed.length - 4, true)
  const bytes = await inflated(new Blob([packed]), 'gzip', length, journalName)
  try {
    return readJournal(bytes)
  } catch (error) {
    if (error instanceof JournalError) throw new UnreadableFile(error.message)
    throw error
  }
}

export async function hexDigest(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
