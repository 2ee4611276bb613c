/** Whether an audit pack is still what its manifest says, and each of its exports what its own facts say. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { factsFileName } from '../../files/facts.ts'
import {
  manifestName,
  type PackManifest,
  packFileName,
  packManifest,
  unlistedFiles,
} from '../../files/pack.ts'
import { isLikeOurs } from './comparisons.ts'
import type { ReadOptions } from './contents.ts'
import { type NamedFile, unnumbered } from './file-pairs.ts'
import { bytesOf } from './file-pieces.ts'
import { minuteText } from './subject.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { type CheckOptions, checkExport, type ExportVerdict, type Verdict, voucherText } from './verdict.ts'
import { isAsWritten, packWords as words } from './words.ts'
import { openZip } from './zip-file.ts'

/** The verdict on a pack. */
export interface PackVerdict extends Verdict {
  readonly kind: 'pack'
  /** What is wrong with the pack itself, in sentences. */
  readonly faults: readonly string[]
  readonly manifest: PackManifest
  readonly parts: readonly PackPart[]
}

/** One file of a pack. */
export interface PackPart {
  readonly name: string
  readonly what: string
  /** What is wrong with it, in sentences. */
  readonly faults: readonly string[]
  /** Null for files without facts, and for those that could not be read. */
  readonly verdict: ExportVerdict | null
}

type ListedFile = PackManifest['files'][number]

/** Whether a file is to be checked as a pack: a ZIP that is called like one, or lists a manifest at its end, as no workbook does. */
export async function isPack({ name, blob }: NamedFile): Promise<boolean> {
  if (!(await blob.slice(0, 2).text()).startsWith('PK')) return false
  if (/\.zip$/i.test(name)) return true
  const end = await blob.slice(Math.max(0, blob.size - 2 ** 16)).arrayBuffer()
  return new TextDecoder('latin1').decode(end).includes(manifestName)
}

/** Checks a pack. Throws `UnreadableFile` where it is no pack as this console writes it. */
export async function checkPack({ name, blob }: NamedFile, options: CheckOptions): Promise<PackVerdict> {
  const files = await filesOf(blob)
  const { verdict, manifest } = await readManifest(files, options)
  const listed = new Set([...unlistedFiles, ...manifest.files.map((file) => file.name)])
  const parts: PackPart[] = []
  let done = 0
  for (const file of manifest.files) {
    const onProgress = (bytes: number) => options.onProgress?.(done + bytes)
    parts.push(await checkPart(file, files, { ...options, onProgress }))
    done += file.bytes
  }
  const expected = packFileName(verdict.facts)
  const faults = [
    ...(isAsWritten(verdict) ? [] : [words.otherManifest(verdict.headline)]),
    ...[...files.keys()].filter((each) => !listed.has(each)).map(words.unlisted),
    ...(isLikeOurs(name) && unnumbered(name) !== expected ? [words.otherName(expected)] : []),
  ]
  const wrong = parts.filter((part) => part.faults.length > 0).length
  const verdicts = [verdict, ...parts.flatMap((part) => part.verdict ?? [])]
  const isWhole = verdicts.every(({ outcome }) => outcome === 'complete')
  const outcome = faults.length + wrong > 0 ? 'wrong' : isWhole ? 'complete' : 'incomplete'
  return {
    kind: 'pack',
    name,
    outcome,
    headline: [
      ...words.subject(manifest, minuteText(verdict.facts.ended)),
      words.files(parts.length, wrong),
      words.outcomes[outcome],
      voucherText(verdict.voucher, outcome === 'wrong'),
    ].join(' · '),
    voucher: verdict.voucher,
    sha256: await digestOf(blob, options),
    factsSha256: verdict.factsSha256,
    faults,
    manifest,
    parts,
  }
}

const mostFiles = 100
const mostManifestBytes = 2 ** 20
/** Of files without facts: the README, and the facts of the others. */
const mostPlainBytes = 64 * 2 ** 20
/** As the manifest lists them. A path, or a name that a system takes for another, is no file of a pack. */
const plainName = /^[a-z][a-z0-9.-]{0,99}$/i

/** The files of a pack by their names. They lie in it as they are, so that none is larger than it. */
async function filesOf(blob: Blob): Promise<ReadonlyMap<string, Blob>> {
  const zip = await openZip(blob)
  if (!zip?.isPlain || zip.entries.some(({ isStored }) => !isStored)) throw new UnreadableFile(words.notOurs)
  if (zip.entries.length > mostFiles) throw new UnreadableFile(words.tooMany(mostFiles))
  const files = new Map<string, Blob>()
  const spelled = new Set<string>()
  for (const { path, packed } of zip.entries) {
    if (!plainName.test(path)) throw new UnreadableFile(words.path(path))
    // Windows and macOS treat names that differ only in case as the same file.
    if (spelled.has(path.toLowerCase())) throw new UnreadableFile(words.twice(path))
    spelled.add(path.toLowerCase())
    files.set(path, packed)
  }
  return files
}

async function readManifest(
  files: ReadonlyMap<string, Blob>,
  { keys, signal }: CheckOptions,
): Promise<{ readonly verdict: ExportVerdict; readonly manifest: PackManifest }> {
  const blob = files.get(manifestName)
  const facts = files.get(factsFileName(manifestName))
  if (!blob || !facts) throw new UnreadableFile(words.noManifest)
  if (blob.size > mostManifestBytes) throw new UnreadableFile(words.largeManifest)
  const verdict = await checkExport({ name: manifestName, blob }, facts, { keys, signal })
  const manifest = packManifest.safeParse(onlyRecord(await blob.text()))
  if (!manifest.success) throw new UnreadableFile(words.noManifest)
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
  file: ListedFile,
  files: ReadonlyMap<string, Blob>,
  options: CheckOptions,
): Promise<PackPart> {
  const { name, what } = file
  const blob = files.get(name)
  if (!blob) return { name, what, faults: [words.missing], verdict: null }
  const { verdict, fault } = await verdictOn(file, blob, files.get(factsFileName(name)) ?? null, options)
  const found = verdict?.sha256 ?? (await digestOf(blob, options))
  const faults = [
    ...(fault === null ? [] : [fault]),
    ...(blob.size === file.bytes && found === file.sha256 ? [] : [words.changed]),
    ...(verdict && !isAsWritten(verdict) ? [`${verdict.headline}.`] : []),
  ]
  return { name, what, faults, verdict }
}

async function verdictOn(
  { name, completeness }: ListedFile,
  blob: Blob,
  facts: Blob | null,
  options: CheckOptions,
): Promise<{ readonly verdict: ExportVerdict | null; readonly fault: string | null }> {
  if (completeness === null)
    return { verdict: null, fault: blob.size > mostPlainBytes ? words.largeText(name) : null }
  try {
    return { verdict: await checkExport({ name, blob }, facts, options), fault: null }
  } catch (error) {
    if (error instanceof UnreadableFile) return { verdict: null, fault: error.message }
    throw error
  }
}

async function digestOf(blob: Blob, { signal }: ReadOptions): Promise<string> {
  const digest = sha256.create()
  for await (const bytes of bytesOf(blob, signal)) digest.update(bytes)
  return bytesToHex(digest.digest())
}
