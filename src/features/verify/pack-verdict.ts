/** Checks packs against their manifest, and each export in them against its facts. Opens their books. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Books } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { booksFolder, readBooksFiles } from '../../files/books-files.ts'
import { factsFileName } from '../../files/facts.ts'
import {
  manifestName,
  type PackManifest,
  packedName,
  packFileName,
  packFormat,
  packManifest,
  packVersion,
  unlistedFiles,
} from '../../files/pack.ts'
import { fileBytes, UnreadableFile } from '../../files/text-units.ts'
import { isBomb, openZip, unpackedFile, type ZipEntry } from '../../files/zip-reader.ts'
import type { OpenedPack } from '../../work/task.ts'
import { type NamedFile, refuseOtherVersion, unnumbered } from './facts-file.ts'
import { minuteText } from './signature.ts'
import {
  type CheckOptions,
  checkExport,
  type ExportVerdict,
  type FileVerdict,
  isAsWritten,
  isLikeOurs,
  type Outcome,
  voucherText,
} from './verdict.ts'

export interface PackVerdict extends FileVerdict {
  readonly kind: 'pack'
  readonly blob: Blob
  /** Sentences about the pack itself. */
  readonly faults: readonly string[]
  readonly manifest: PackManifest
  readonly parts: readonly PackPart[]
}

export interface PackPart {
  readonly name: string
  readonly what: string
  readonly faults: readonly string[]
  /** Null for files that have no facts or could not be read. */
  readonly verdict: ExportVerdict | null
}

/** A file that could not be checked, or whose other half is missing. */
export interface Unchecked {
  readonly kind: 'unchecked'
  readonly name: string
  readonly sentence: string
}

/** Throws only the signal's reason. */
export async function checkFile(
  file: NamedFile,
  facts: Blob | null,
  options: CheckOptions,
): Promise<ExportVerdict | PackVerdict | Unchecked> {
  try {
    const isOne = facts === null && (await isPack(file))
    return isOne ? await checkPack(file, options) : await checkExport(file, facts, options)
  } catch (error) {
    options.signal.throwIfAborted()
    // A file that was moved, changed or locked fails with this.
    const isGone = error instanceof DOMException
    if (!isGone && !(error instanceof UnreadableFile)) throw error
    const sentence = isGone
      ? 'The file can no longer be read. It may have been moved, changed or deleted.'
      : error.message
    return { kind: 'unchecked', name: file.name, sentence }
  }
}

/** A ZIP that has a pack's name, or a manifest last, as no workbook does. */
async function isPack({ name, blob }: NamedFile): Promise<boolean> {
  if (!(await blob.slice(0, 2).text()).startsWith('PK')) return false
  if (/\.zip$/i.test(name)) return true
  const end = await blob.slice(Math.max(0, blob.size - 2 ** 16)).arrayBuffer()
  return new TextDecoder('latin1').decode(end).includes(manifestName)
}

/** Throws `UnreadableFile` if this console does not write such packs. */
export async function checkPack({ name, blob }: NamedFile, options: CheckOptions): Promise<PackVerdict> {
  const files = await packFiles(blob)
  const { verdict, manifest } = await readManifest(files, options)
  const parts: PackPart[] = []
  const total = manifest.files.reduce((sum, file) => sum + file.bytes, 1)
  let done = 0
  for (const file of manifest.files) {
    const onProgress = (part: number) => options.onProgress?.((done + part * file.bytes) / total)
    parts.push(await checkPart(file, files, { ...options, onProgress }))
    done += file.bytes
  }
  const { voucher, facts, factsSha256 } = verdict
  const listed = new Set([...unlistedFiles, ...manifest.files.map((file) => file.name)])
  const expected = packFileName(facts)
  const faults = [
    ...(isAsWritten(verdict)
      ? []
      : [`The manifest does not match its verification file: ${verdict.headline}.`]),
    ...[...files.keys()]
      .filter((each) => !listed.has(each))
      .map((each) => `${each} is in the ZIP, but not in the manifest.`),
    ...(isLikeOurs(name) && !unnumbered(name).endsWith(expected)
      ? [`The file has the name of another pack. This one is ${expected}.`]
      : []),
  ]
  const wrong = parts.filter((part) => part.faults.length > 0).length
  const verdicts = [verdict, ...parts.flatMap((part) => part.verdict ?? [])]
  const isWhole = verdicts.every(({ outcome }) => outcome === 'complete')
  const outcome = faults.length + wrong > 0 ? 'wrong' : isWhole ? 'complete' : 'incomplete'
  const { first_day, last_day } = manifest.period
  const all = counted(parts.length, 'file')
  return {
    kind: 'pack',
    name,
    blob,
    outcome,
    headline: [
      'audit pack',
      first_day === last_day ? first_day : `${first_day} to ${last_day}`,
      `read on ${minuteText(facts.ended)} UTC`,
      wrong === 0 ? all : `${countText(wrong)} of ${all} wrong or missing`,
      outcomeTexts[outcome],
      voucherText(voucher, outcome === 'wrong'),
    ].join(' · '),
    voucher,
    facts,
    sha256: await digestOf(blob, options),
    factsSha256,
    faults,
    manifest,
    parts,
  }
}

const outcomeTexts: Readonly<Record<Outcome, string>> = {
  complete: 'complete',
  incomplete: 'as it was made, but not proved complete',
  wrong: 'does not match its manifest',
}

export function packStatements({ results, missing }: PackManifest): readonly string[] {
  return [
    ...results.map(({ part, result }) => `${part}: ${result}`),
    ...missing.map(({ part, why }) => `Missing: ${part}. ${why}`),
  ]
}

const mostFiles = 100
const mostManifestBytes = 2 ** 20
/** Files without facts, except books: the README and facts files. */
const mostPlainBytes = 64 * 2 ** 20
/** All compressed files together. A million rows take half of it. */
const mostUnpackedBytes = 2 ** 30

/** Each file is read up to its stated size, so the sum of these is checked here. */
async function packFiles(blob: Blob): Promise<ReadonlyMap<string, ZipEntry>> {
  const entries = await openZip(blob)
  if (!entries)
    throw new UnreadableFile(
      'This is not an audit pack as this console writes it: it is another ZIP, was cut off, or was packed again by another program. If you have its files, check each of them with its verification file.',
    )
  if (entries.length > mostFiles)
    throw new UnreadableFile(`This ZIP has more than ${countText(mostFiles)} files. No audit pack has.`)
  const files = new Map<string, ZipEntry>()
  const spelled = new Set<string>()
  let size = 0
  for (const entry of entries) {
    const { path } = entry
    if (!packedName.test(path))
      throw new UnreadableFile(`This ZIP has a file “${path}”. No audit pack has a file with that name.`)
    // Windows and macOS treat names that differ only in case as the same file.
    if (spelled.has(path.toLowerCase())) throw new UnreadableFile(`This ZIP has the file ${path} twice.`)
    spelled.add(path.toLowerCase())
    files.set(path, entry)
    if (!entry.isStored) size += entry.size
  }
  if (size > mostUnpackedBytes || isBomb(size, blob.size))
    throw new UnreadableFile('This ZIP unpacks to far more than any audit pack.')
  return files
}

async function readManifest(files: ReadonlyMap<string, ZipEntry>, { keys, signal }: CheckOptions) {
  const noManifest = new UnreadableFile(
    'This ZIP is not an audit pack: it has no manifest that this console can read.',
  )
  const entry = files.get(manifestName)
  const facts = files.get(factsFileName(manifestName))
  if (!entry || !facts) throw noManifest
  if (entry.size > mostManifestBytes)
    throw new UnreadableFile('The manifest is far larger than any manifest of an audit pack.')
  const blob = await unpackedFile(entry)
  const verdict = await checkExport({ name: manifestName, blob }, await unpackedFile(facts), { keys, signal })
  const record = onlyRecord(await blob.text())
  refuseOtherVersion(record, 'manifest', { format: packFormat, version: packVersion })
  const manifest = packManifest.safeParse(record)
  if (!manifest.success) throw noManifest
  return { verdict, manifest: manifest.data }
}

function onlyRecord(text: string): unknown {
  try {
    const records: unknown = JSON.parse(text)
    return Array.isArray(records) && records.length === 1 ? records[0] : null
  } catch {
    return null
  }
}

async function checkPart(
  { name, what, completeness, bytes, sha256: stated }: PackManifest['files'][number],
  files: ReadonlyMap<string, ZipEntry>,
  options: CheckOptions,
): Promise<PackPart> {
  const entry = files.get(name)
  if (!entry) return { name, what, faults: ['It is in the manifest, but not in the ZIP.'], verdict: null }
  if (completeness === null && entry.size > mostPlainBytes && !name.startsWith(booksFolder))
    return { name, what, faults: ['It is far larger than in any audit pack.'], verdict: null }
  const faults: string[] = []
  let verdict: ExportVerdict | null = null
  let digest: string | null = null
  try {
    const blob = await unpackedFile(entry)
    const facts = files.get(factsFileName(name))
    try {
      if (completeness !== null)
        verdict = await checkExport({ name, blob }, facts ? await unpackedFile(facts) : null, options)
    } catch (error) {
      faults.push(unreadableSentence(error))
    }
    digest = verdict?.sha256 ?? (await digestOf(blob, options))
  } catch (error) {
    faults.push(unreadableSentence(error))
  }
  if (entry.size !== bytes || digest !== stated) faults.push('It is not the file that the manifest lists.')
  if (verdict && !isAsWritten(verdict)) faults.push(`${verdict.headline}.`)
  return { name, what, faults, verdict }
}

/** Rethrows every other error. */
function unreadableSentence(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  throw error
}

async function digestOf(blob: Blob, { signal }: Pick<CheckOptions, 'signal'>): Promise<string> {
  const digest = sha256.create()
  for await (const bytes of fileBytes(blob, signal)) digest.update(bytes)
  return bytesToHex(digest.digest())
}

/** Throws `UnreadableFile` if it is not a pack, or has no readable books. */
export async function openPack(file: NamedFile, options: CheckOptions): Promise<OpenedPack> {
  return await openCheckedPack(await checkPack(file, options), options.signal)
}

/** Throws `UnreadableFile` if the pack has no readable books. */
export async function openCheckedPack(verdict: PackVerdict, signal: AbortSignal): Promise<OpenedPack> {
  const { name, manifest, voucher } = verdict
  const faults = [
    ...verdict.faults,
    ...verdict.parts.flatMap((part) => part.faults.map((fault) => `${part.name}: ${fault}`)),
  ]
  const books = await readPackedBooks(verdict.blob, signal).catch((error) => {
    throw new UnreadableFile([...faults, unreadableSentence(error)].join(' '))
  })
  const { service, account, ended } = books
  if (service !== manifest.service || account !== manifest.account || ended !== manifest.ended)
    faults.push('The books are not those that the manifest describes: another service, account or time.')
  const { signature } = verdict.facts
  const signed =
    voucher.state === 'known' && 'key_id' in signature
      ? { key: signature.key_id, at: signature.signed_at }
      : null
  return { books, about: { name, asOf: ended, signed, faults } }
}

async function readPackedBooks(pack: Blob, signal: AbortSignal): Promise<Books> {
  const files = new Map<string, Blob>()
  for (const [path, entry] of await packFiles(pack))
    if (path.startsWith(booksFolder)) files.set(path, await unpackedFile(entry))
  return await readBooksFiles(files, signal)
}
