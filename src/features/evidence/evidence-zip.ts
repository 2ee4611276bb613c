/** Evidence as one file: the files, the answers they follow from, a description, and how to check it. */
import {
  aboutName,
  type EvidenceAbout,
  journalName,
  readAbout,
  readmeName,
  writeAbout,
} from '../../files/evidence-about.ts'
import {
  type EvidenceInputs,
  inputsName,
  inputTexts,
  readInputs,
  writeInputs,
} from '../../files/evidence-inputs.ts'
import { ZipWriter } from '../../files/zip-writer.ts'
import { type JournalEntry, JournalError, readJournal, writeJournal } from '../../journal/journal.ts'
import type { EvidenceMade, MadeFile } from './make.ts'

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

/** The message is a sentence for the reader. */
export class UnreadableFile extends Error {}

interface ZipEntry {
  readonly path: string
  /** Unpacked bytes, as the file states. */
  readonly size: number
  /** Bytes as in the file: compressed unless `isStored`. */
  readonly packed: Blob
  readonly isStored: boolean
}

/**
 * Null if the file is not a ZIP as this console writes it: without gaps between entries, and with both descriptions of each entry the same.
 * Does not read the content of entries.
 */
async function openZip(file: Blob): Promise<readonly ZipEntry[] | null> {
  if (file.size < endLength) return null
  const end = await viewOf(file, file.size - endLength, file.size)
  const [count, length, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  if (end.getUint32(0, true) !== 0x06054b50 || start + length + endLength !== file.size) return null
  if (count > mostEntries || length > mostDirectory) return null
  const directory = await viewOf(file, start, start + length)
  const entries: ZipEntry[] = []
  let at = 0
  let expected = 0
  for (let index = 0; index < count; index++) {
    const entry = await entryAt(file, directory, at)
    if (!entry || entry.begin !== expected) return null
    expected = entry.end + descriptorLength
    entries.push(entry)
    at += entry.length
  }
  return at === length && expected === start ? entries : null
}

const endLength = 22
const entryLength = 46
const localLength = 30
/** Signature, checksum and both sizes, which our writer knows only after the content. */
const descriptorLength = 16
const mostEntries = 1000
const mostDirectory = 2 ** 20

const describedAfter = 8
/** Compression level and UTF-8 name, which do not matter. */
const freeFlags = 0x806

interface FoundEntry extends ZipEntry {
  /** Where the entry begins in the file, and where its content ends. */
  readonly begin: number
  readonly end: number
  readonly length: number
}

/** Null if the directory and the local header differ: two programs would then read different files. */
async function entryAt(file: Blob, directory: DataView, at: number): Promise<FoundEntry | null> {
  if (at + entryLength > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) return null
  const flags = directory.getUint16(at + 8, true)
  const method = directory.getUint16(at + 10, true)
  const checksum = directory.getUint32(at + 16, true)
  const packed = directory.getUint32(at + 20, true)
  const size = directory.getUint32(at + 24, true)
  const nameLength = directory.getUint16(at + 28, true)
  const begin = directory.getUint32(at + 42, true)
  const others = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  const length = entryLength + nameLength + others
  if ((method !== 0 && method !== 8) || at + length > directory.byteLength) return null
  if (method === 0 && packed !== size) return null
  const path = textAt(directory, at + entryLength, nameLength)
  const local = await viewOf(file, begin, begin + localLength + nameLength)
  if (local.byteLength < localLength + nameLength || local.getUint32(0, true) !== 0x04034b50) return null
  if (local.getUint16(8, true) !== method || local.getUint16(26, true) !== nameLength) return null
  if (textAt(local, localLength, nameLength) !== path) return null
  const extra = local.getUint16(28, true)
  const start = begin + localLength + nameLength + extra
  const end = start + packed
  const descriptor = await viewOf(file, end, end + descriptorLength)
  const isPlain =
    others + extra === 0 &&
    [flags, local.getUint16(6, true)].every((each) => (each & ~freeFlags) === describedAfter) &&
    descriptor.byteLength === descriptorLength &&
    [0x08074b50, checksum, packed, size].every(
      (value, index) => descriptor.getUint32(index * 4, true) === value,
    )
  if (!isPlain) return null
  return { path, size, packed: file.slice(start, end), isStored: method === 0, begin, end, length }
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer())
}

function textAt(view: DataView, from: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + from, length))
}

/** Throws `UnreadableFile` if it is damaged, has not the stated length, or would fill memory. */
async function unpackedFile({ path, size, packed, isStored }: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  if (isStored) return new Uint8Array(await packed.arrayBuffer())
  return await inflated(packed, 'deflate-raw', size, path)
}

/** The same of a part that is compressed by itself. No other length than `size` is taken: programs differ in what they read beyond it. */
async function inflated(
  packed: Blob,
  format: CompressionFormat,
  size: number,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (isBomb(size, packed.size))
    throw new UnreadableFile(`The part ${path} of the file unpacks to far more than that of any export.`)
  const damaged = new UnreadableFile(`The part ${path} of the file is damaged.`)
  const bytes = new Uint8Array(size)
  // Not every browser can iterate over a stream.
  const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader()
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damaged
      })
      if (done) break
      if (length + value.length > size) throw damaged
      bytes.set(value, length)
      length += value.length
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  if (length !== size) throw damaged
  return bytes
}

/** Rows unpack to about ten times their size. */
function isBomb(size: number, packedSize: number): boolean {
  return size > plentyBytes && size > packedSize * mostRatio
}

const plentyBytes = 64 * 2 ** 20
const mostRatio = 200

/** The README, for somebody who has never seen this console. */
export function evidenceReadme(
  { about, inputs }: Pick<EvidenceContent, 'about' | 'inputs'>,
  { files, reasons, origin }: EvidenceMade,
): string {
  const { service, account, isAccountTyped, asOf, until } = origin
  const added = inputTexts(inputs)
  const paragraphs = [
    titles[about.of],
    '',
    'Custody Console made this: a program that reads a digital-asset custody service and changes nothing in it. This ZIP file holds what the service said, signed as it passed, and files that follow from that.',
    '',
    `Service:  ${service}`,
    `Account:  ${account ?? 'none was named'}${isAccountTyped ? ' (typed at sign-in: the service may have ignored it)' : ''}`,
    `As of:    ${asOf}`,
    `Read until:  ${until}`,
    `Shows:    ${about.link}`,
    ...(about.of === 'pack'
      ? [`Period:   ${about.period.first} to ${about.period.last}`, `Vaults:   ${about.vaults ?? 'all'}`]
      : []),
    '',
    'FILES',
    '',
    ...files.map(({ name }) => `${name}: ${meaningOf(about, name)}`),
    `${journalName}: every answer of the service, in the order of the requests. Gzip; one answer on each line, as JSON: what was asked (target), the HTTP status, the signature (attestation), and the answer as it came (body). ${otherRecords[about.of]}`,
    `${aboutName}: which files these are, so that anybody can make them again from the answers.`,
    ...(added.length > 0 ? [`${inputsName}: what the maker added: ${added.join(', ')}.`] : []),
    '',
    'WHAT IT PROVES',
    '',
    'Genuine means that the operator of the key vouches that this service gave these answers. If the operator of the gateway is the one who is audited, the auditor runs a gateway of their own with a key of their own for the service; nothing less helps.',
    '',
    'Complete means that nothing is missing by the checks of the console: it holds what the service listed for this key. Whether the service holds the assets on a blockchain was not checked.',
    '',
    ...(added.length > 0
      ? [`What the maker added is the maker's word: ${added.join(', ')}. No signature covers it.`, '']
      : []),
    ...(reasons.length === 0
      ? [
          'Its maker calls it complete, by the rules of the console: every list was read to its end, and nothing was found to be missing.',
        ]
      : ['It is not proved that everything is here:', ...reasons.map((reason) => `- ${reason}`)]),
    '',
    'HOW TO CHECK IT',
    '',
    'You need this ZIP file as it came, and the public keys of the console that made it. That console serves them at /.well-known/jwks.json. Take them from where you already trust them, and never from beside this file.',
    '',
    '1. In a browser: open the page /verify of that console, without signing in, and drop this file. In another console, drop the keys beside it. It checks every signature, makes every file again from the answers, and compares them. You can say which service, account and date you expect.',
    '2. With the source of Custody Console and Node.js: npm ci, then npm run verify -- FILE.zip --keys jwks.json',
    '3. Without a program of ours, with Node.js and any library for JOSE. This checks every signature, and that no answer is missing between the first and the last, and prints what they begin with: the challenge, if you gave one. It does not check that the files follow from the answers, as 1 and 2 do. Unpack this file, save the following lines as check.mjs beside it, run "npm install jose", then "node check.mjs journal.jsonl.gz jwks.json":',
    '',
    ...checkProgram.split('\n').map((line) => (line === '' ? '' : `    ${line}`)),
  ]
  return `${paragraphs.join('\r\n')}\r\n`
}

const titles: Readonly<Record<EvidenceAbout['of'], string>> = {
  list: 'A LIST, WITH EVIDENCE',
  report: 'A REPORT, WITH EVIDENCE',
  pack: 'AN AUDIT PACK',
}

const otherRecords: Readonly<Record<EvidenceAbout['of'], string>> = {
  list: 'It also holds records that are not in the list: those of requests that show whether the list is complete.',
  report: 'It also holds the other records of the account that were read for it.',
  pack: 'It also holds the other records of the account that were read for it, of any date and vault.',
}

/** By the beginning of its name. */
function meaningOf({ of }: EvidenceAbout, name: string): string {
  if (of !== 'pack') return of === 'list' ? 'the list.' : 'the report.'
  return packMeanings[name.split('.')[0] ?? ''] ?? 'a part of the pack.'
}

const packMeanings: Readonly<Record<string, string>> = {
  statement: 'what was held when the period began and ended, and what changed it.',
  'opening-balances': 'what each vault held when the period began, and whether that is proved.',
  'closing-balances': 'what each vault held when the period ended, and whether that is proved.',
  transactions:
    "the transactions of the period, each with the day for which the service's date filter lists it.",
  whitelists: 'the addresses to which the organization allows payments.',
  'whitelist-review': 'what is dangerous or untidy among these, and in what was paid.',
  reconciliation: 'whether balances, vaults and transactions agree.',
}

/** `evidence.test.ts` runs it. */
const checkProgram = `import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'

const [journal, jwks] = process.argv.slice(2)
const digest = (bytes) => createHash('sha256').update(bytes).digest('base64url')
const keys = new Map()
for (const jwk of JSON.parse(readFileSync(jwks, 'utf8')).keys)
  if (!jwk.revoked) keys.set(await calculateJwkThumbprint(jwk), await importJWK(jwk, 'EdDSA'))

const lines = gunzipSync(readFileSync(journal)).toString('utf8').split('\\n').slice(0, -1)
let before = null
let first = null
for (const [index, line] of lines.entries()) {
  const { target, status, attestation, body, body_base64url } = JSON.parse(line)
  const key = keys.get(decodeProtectedHeader(attestation).kid)
  if (!key) throw new Error(\`Answer \${index + 1} is signed by a key that you do not have.\`)
  const { payload } = await compactVerify(attestation, key, { algorithms: ['EdDSA'] })
  const claims = JSON.parse(new TextDecoder().decode(payload))
  const bytes = body === undefined ? Buffer.from(body_base64url, 'base64url') : Buffer.from(body)
  first ??= claims
  const isAsSigned =
    claims.target_sha256 === digest(target) &&
    claims.status === status &&
    claims.sha256 === digest(bytes) &&
    (before === null || claims.after === digest(before)) &&
    ['service', 'account', 'account_typed', 'reader'].every((name) => claims[name] === first[name])
  if (!isAsSigned) throw new Error(\`Answer \${index + 1} is not as it was signed.\`)
  before = attestation
}
const { service, account, account_typed, at: as_of, after: begins_with } = first
console.log(\`\${lines.length} answers are as they were signed.\`, { service, account, account_typed, as_of, begins_with })
`
