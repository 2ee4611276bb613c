/** Whether an audit pack is still what its manifest says, and each of its files what its own facts say. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { factsFileName } from '../facts.ts'
import {
  manifestName,
  type PackManifest,
  packFileName,
  packManifest,
  readmeName,
  unlistedFiles,
} from '../pack.ts'
import type { TrustedKeys } from './check-signature.ts'
import { mostFactsBytes, UnreadableFile } from './file-faults.ts'
import { packFaults, packHeadlines } from './pack-words.ts'
import { unnumbered } from './pair-files.ts'
import { pieces } from './read-rows.ts'
import type { VerifyOptions } from './read-through.ts'
import { readStored } from './read-zip.ts'
import type { Outcome } from './verdict.ts'
import { type Checked, checkExport } from './verify.ts'

/** One file of a pack: its own checks, where it has facts. */
export interface CheckedPart {
  readonly name: string
  readonly what: string
  /** What is wrong with it as a part of the pack, in sentences. */
  readonly faults: readonly string[]
  /** Null for files without facts, and for those that could not be read. */
  readonly checked: Checked | null
}

/** All that was found out about a pack. */
export interface CheckedPack {
  readonly name: string
  readonly outcome: Outcome
  readonly headline: string
  /** What is wrong with the pack itself, in sentences. */
  readonly faults: readonly string[]
  /** The checks of its manifest, among them who signed it. */
  readonly manifest: Checked
  readonly contents: PackManifest
  readonly parts: readonly CheckedPart[]
  readonly sha256: string
}

/** Whether a file is to be checked as a pack: it is called like one, or lists a manifest at its end, as no workbook does. */
export async function isPack(name: string, file: Blob): Promise<boolean> {
  const beginning = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (beginning[0] !== 0x50 || beginning[1] !== 0x4b) return false
  if (/\.zip$/i.test(name)) return true
  const end = new Uint8Array(await file.slice(Math.max(0, file.size - 2 ** 16)).arrayBuffer())
  return new TextDecoder('latin1').decode(end).includes(manifestName)
}

/** Makes every check. Throws `UnreadableFile` with a sentence where it is no pack as this console writes it. */
export async function checkPack(
  { name, blob }: { readonly name: string; readonly blob: Blob },
  options: VerifyOptions & { readonly keys: TrustedKeys },
): Promise<CheckedPack> {
  const files = await filesOf(blob)
  const { manifest, contents } = await readManifest(files, options)
  const listed = new Set([...unlistedFiles, ...contents.files.map((file) => file.name)])
  const extra = [...files.keys()].filter((each) => !listed.has(each))
  const parts: CheckedPart[] = []
  let done = 0
  for (const file of contents.files) {
    const onProgress = (bytes: number) => options.onProgress?.(done + bytes)
    parts.push(await checkPart(file, files, contents, { ...options, onProgress }))
    done += file.bytes
  }
  const faults = [
    ...(isWrong(manifest) ? [packFaults.manifest(manifest.verdict.headline)] : []),
    ...ofTheManifest(contents, manifest),
    ...extra.map(packFaults.extra),
    ...nameFaults(name, manifest),
  ]
  const outcome = outcomeOf(faults, manifest, parts)
  return {
    name,
    outcome,
    headline: packHeadlines.of(contents, outcome, parts.length, countWrong(parts), manifest),
    faults,
    manifest,
    contents,
    parts,
    sha256: await digestOf(blob, options),
  }
}

const mostFiles = 100
/** As the manifest lists them. A path, or a name that a system takes for another, is no file of a pack. */
const plainName = /^[a-z][a-z0-9.-]{0,99}$/i

async function filesOf(blob: Blob): Promise<ReadonlyMap<string, Blob>> {
  const parts = await readStored(blob, packFaults.notOurs)
  if (parts.length > mostFiles) throw new UnreadableFile(packFaults.tooMany(mostFiles))
  const files = new Map<string, Blob>()
  const spelled = new Set<string>()
  for (const { path, blob: content } of parts) {
    if (!plainName.test(path)) throw new UnreadableFile(packFaults.path(path))
    // Two systems of three take names for the same that differ in their case alone.
    if (spelled.has(path.toLowerCase())) throw new UnreadableFile(packFaults.twice(path))
    spelled.add(path.toLowerCase())
    files.set(path, content)
  }
  return files
}

/** The manifest with its checks. It is small, whatever is in the pack. */
async function readManifest(
  files: ReadonlyMap<string, Blob>,
  { keys, signal }: VerifyOptions & { readonly keys: TrustedKeys },
): Promise<{ readonly manifest: Checked; readonly contents: PackManifest }> {
  const file = files.get(manifestName)
  const facts = files.get(factsFileName(manifestName))
  if (!file || !facts) throw new UnreadableFile(packFaults.noManifest)
  if (file.size > mostManifestBytes) throw new UnreadableFile(packFaults.largeManifest)
  const manifest = await checkExport({ name: manifestName, blob: file }, facts, { keys, signal })
  const contents = packManifest.safeParse(onlyRecord(await file.text()))
  if (!contents.success) throw new UnreadableFile(packFaults.noManifest)
  return { manifest, contents: contents.data }
}

const mostManifestBytes = 2 ** 20

function onlyRecord(text: string): unknown {
  try {
    const records: unknown = JSON.parse(text)
    return Array.isArray(records) && records.length === 1 ? records[0] : null
  } catch {
    return null
  }
}

async function checkPart(
  file: PackManifest['files'][number],
  files: ReadonlyMap<string, Blob>,
  contents: PackManifest,
  options: VerifyOptions & { readonly keys: TrustedKeys },
): Promise<CheckedPart> {
  const { name, what } = file
  const blob = files.get(name)
  if (!blob) return { name, what, faults: [packFaults.missing], checked: null }
  const read = await readPart(file, blob, files.get(factsFileName(name)) ?? null, options)
  const { checked, sha256: found } = read
  const faults = [
    ...read.faults,
    ...(blob.size === file.bytes && found === file.sha256 ? [] : [packFaults.changed]),
    ...(checked && isWrong(checked) ? [checked.verdict.headline] : []),
    ...(checked && isOfOther(checked, contents) ? [packFaults.otherService] : []),
    ...(checked && checked.opened.facts.completeness !== file.completeness
      ? [packFaults.otherCompleteness]
      : []),
  ]
  return { name, what, faults, checked }
}

async function readPart(
  { name, completeness }: PackManifest['files'][number],
  blob: Blob,
  facts: Blob | null,
  options: VerifyOptions & { readonly keys: TrustedKeys },
): Promise<Pick<CheckedPart, 'faults' | 'checked'> & { readonly sha256: string }> {
  if (completeness === null) {
    if (blob.size > mostFactsBytes) throw new UnreadableFile(packFaults.largeText(name))
    return { faults: [], checked: null, sha256: await digestOf(blob, options) }
  }
  try {
    const checked = await checkExport({ name, blob }, facts, options)
    return { faults: [], checked, sha256: checked.sha256 }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { faults: [error.message], checked: null, sha256: await digestOf(blob, options) }
  }
}

function isWrong({ verdict: { outcome } }: Checked): boolean {
  return outcome !== 'complete' && outcome !== 'incomplete'
}

/** A true export of another service or account does not belong to the pack. */
function isOfOther({ opened: { facts } }: Checked, { service, account }: PackManifest): boolean {
  return facts.service.address !== service || facts.service.account !== account
}

/** Whoever vouches for the facts of the manifest vouches for what both say. */
function ofTheManifest(contents: PackManifest, manifest: Checked): readonly string[] {
  const { completeness, asked } = manifest.opened.facts
  const { first_day, last_day } = contents.period
  const isWhole =
    contents.missing.length === 0 &&
    contents.files.every(({ completeness: of }) => of === null || of === 'complete')
  const names = contents.files.map(({ name }) => name)
  // What is checked by no facts of its own.
  const plain = contents.files.filter(({ completeness: of }) => of === null)
  const mayBePlain = new Set([readmeName, ...names.map(factsFileName)])
  const isSame =
    !isOfOther(manifest, contents) &&
    asked.parameters.start_date === first_day &&
    asked.parameters.end_date === last_day &&
    (completeness === 'complete') === isWhole &&
    new Set(names).size === names.length &&
    plain.every(({ name }) => mayBePlain.has(name))
  return isSame ? [] : [packFaults.contradiction]
}

/** Whoever renames a pack has changed nothing; one that is called like another has been exchanged. */
function nameFaults(name: string, { opened: { facts } }: Checked): readonly string[] {
  const expected = packFileName(facts)
  const isOther = /_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ/.test(name) && unnumbered(name) !== expected
  return isOther ? [packFaults.otherName(expected)] : []
}

function countWrong(parts: readonly CheckedPart[]): number {
  return parts.filter(({ faults }) => faults.length > 0).length
}

function outcomeOf(faults: readonly string[], manifest: Checked, parts: readonly CheckedPart[]): Outcome {
  if (faults.length > 0 || countWrong(parts) > 0) return 'wrong'
  const all = [manifest, ...parts.flatMap(({ checked }) => checked ?? [])]
  return all.every(({ verdict: { outcome } }) => outcome === 'complete') ? 'complete' : 'incomplete'
}

async function digestOf(blob: Blob, { signal }: VerifyOptions): Promise<string> {
  const digest = sha256.create()
  for await (const bytes of pieces(blob, signal)) digest.update(bytes)
  return bytesToHex(digest.digest())
}
