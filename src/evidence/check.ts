/** Checks a signed file or a pack: in the page, in the gateway before it opens one, and on the command line. All of them say the same words. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { PublicKey } from '../contract/public-keys.ts'
import { type About, ownEntries, readAbout } from './about.ts'
import { type Expectation, unexpectedIn } from './expectation.ts'
import { checkSignature, type SignatureCheck } from './signature.ts'
import { type Crc32, portableCrc32, readZip, type ZipContent, ZipFault, type ZipSource } from './zip.ts'

/** The worst first. */
export const verdictKinds = [
  'altered',
  'unsigned',
  'untrusted',
  'unexpected',
  'incomplete',
  'complete',
] as const
export type VerdictKind = (typeof verdictKinds)[number]

export interface EvidenceVerdict {
  readonly kind: VerdictKind
  /** Without its full stop. */
  readonly headline: string
  readonly sentences: readonly string[]
  /** What was signed; null where no key that is trusted signed it. */
  readonly about: About | null
  /** Of the key that signed it, as far as it can be read. */
  readonly keyId: string | null
}

export interface CheckedEvidence {
  readonly verdict: EvidenceVerdict
  /** The files that were signed, by name; none where the verdict is worse than `unexpected`. */
  readonly files: ReadonlyMap<string, ZipContent>
}

export interface CheckTools {
  readonly crc32: Crc32
  readonly digest: () => { update(bytes: Uint8Array): void; hex(): string }
  readonly signal?: AbortSignal
}

export const portableTools: CheckTools = {
  crc32: portableCrc32,
  digest() {
    const digest = sha256.create()
    return { update: (bytes) => void digest.update(bytes), hex: () => bytesToHex(digest.digest()) }
  },
}

/** Throws where signatures cannot be checked here at all, and the signal's reason. */
export async function checkEvidence(
  source: ZipSource,
  keys: readonly PublicKey[],
  expected: Expectation = {},
  tools: CheckTools = portableTools,
): Promise<CheckedEvidence> {
  try {
    return await checkContents(await readZip(source), keys, expected, tools)
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error
    const headline = 'Not genuine: it is not in the form that a console saves'
    const verdict = { ...verdictOf('altered', [error.message], null, null), headline }
    return { verdict, files: new Map() }
  }
}

async function checkContents(
  contents: readonly ZipContent[],
  keys: readonly PublicKey[],
  expected: Expectation,
  tools: CheckTools,
): Promise<CheckedEvidence> {
  const files = new Map(contents.map((content) => [content.name, content]))
  const aboutText = await textOf(files.get(ownEntries.about), tools)
  const signature = await checkSignature((await textOf(files.get(ownEntries.signature), tools)) ?? '', keys)
  const payload = 'payload' in signature ? signature.payload : null
  const about = readAbout(payload ?? aboutText ?? '')
  const changes = [
    ...[ownEntries.about, ownEntries.signature].flatMap((name) => (files.has(name) ? [] : [isMissing(name)])),
    ...(aboutText === null || payload === null || aboutText === payload
      ? []
      : [`${ownEntries.about} is not what was signed.`]),
    ...(await changedFiles(contents, about, tools)),
  ]
  const keyId = 'keyId' in signature ? signature.keyId : null
  const signed = signature.kind === 'signed' ? about : null
  const faults = [...changes, ...signatureFaults(signature, about)]
  if (faults.length > 0 || signed === null) {
    const isOfKey = signature.kind === 'unknown-key' || signature.kind === 'withdrawn'
    const kind = changes.length > 0 ? 'altered' : isOfKey ? 'untrusted' : 'unsigned'
    return { verdict: verdictOf(kind, faults, signed, keyId), files: new Map() }
  }
  files.delete(ownEntries.about)
  files.delete(ownEntries.signature)
  const unexpected = unexpectedIn(signed, expected)
  const kind = unexpected.length > 0 ? 'unexpected' : signed.complete ? 'complete' : 'incomplete'
  const reasons = signed.complete ? [] : signed.reasons
  return { verdict: verdictOf(kind, [...unexpected, ...reasons], signed, keyId), files }
}

function verdictOf(
  kind: VerdictKind,
  sentences: readonly string[],
  about: About | null,
  keyId: string | null,
): EvidenceVerdict {
  return { kind, headline: headlines[kind], sentences, about, keyId }
}

const headlines: Readonly<Record<VerdictKind, string>> = {
  altered: 'Not genuine: it was changed',
  unsigned: 'Not genuine: the signature does not match',
  untrusted: 'Not proved genuine: no key that you trust signed it',
  unexpected: 'Genuine, but not what you expect',
  incomplete: 'Genuine, but not complete',
  complete: 'Genuine and complete',
}

function signatureFaults(signature: SignatureCheck, about: About | null): readonly string[] {
  switch (signature.kind) {
    case 'unreadable':
      return [`${ownEntries.signature} is not a signature of a console.`]
    case 'altered':
      return [`${ownEntries.signature} was changed, or made with another key of the same name.`]
    case 'unknown-key':
      return [`It is signed by the key ${signature.keyId}, which is not among the keys that you trust.`]
    case 'withdrawn': {
      const day = new Date(signature.since * 1000).toISOString().slice(0, 10)
      return [
        `It is signed by the key ${signature.keyId}, which was withdrawn on ${day}: whoever has it can sign anything, with any date.`,
      ]
    }
    case 'signed':
      return about === null ? [unknownForm] : []
  }
}

const unknownForm = 'This console does not know the form in which this was signed.'

/** More than a console writes into what is read whole. */
const mostTextBytes = 4 * 2 ** 20

async function textOf(content: ZipContent | undefined, tools: CheckTools): Promise<string | null> {
  if (content === undefined) return null
  if (content.size > mostTextBytes)
    throw new ZipFault(`${content.name} is larger than anything that a console writes.`)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  const isSound = await readThrough(content, tools, (piece) => {
    text += decoder.decode(piece, { stream: true })
  })
  if (!isSound) throw new ZipFault(damaged(content.name))
  return text + decoder.decode()
}

/** False for a wrong check value, at which other programs stop. */
async function readThrough(
  content: ZipContent,
  { crc32, signal }: CheckTools,
  onPiece: (piece: Uint8Array) => void,
): Promise<boolean> {
  let check = 0
  for await (const piece of content.read()) {
    signal?.throwIfAborted()
    onPiece(piece)
    check = crc32(piece, check)
  }
  return check === content.crc32
}

function damaged(name: string): string {
  return `${name} is damaged: its check value is wrong.`
}

function isMissing(name: string): string {
  return `${name} is missing.`
}

/** The files in the order in which they were signed, then what was signed. */
async function changedFiles(
  contents: readonly ZipContent[],
  about: About | null,
  tools: CheckTools,
): Promise<readonly string[]> {
  const names = contents.map(({ name }) => name)
  const changes: string[] = []
  for (const { name, bytes, sha256 } of about?.files ?? []) {
    const content = contents[names.indexOf(name)]
    if (content === undefined) {
      changes.push(isMissing(name))
      continue
    }
    const digest = tools.digest()
    const isSound = await readThrough(content, tools, (piece) => digest.update(piece))
    if (content.size !== bytes || digest.hex() !== sha256) changes.push(`${name} was changed.`)
    else if (!isSound) changes.push(damaged(name))
  }
  const expected = [...(about?.files ?? []).map(({ name }) => name), ownEntries.about, ownEntries.signature]
  const more = about === null ? [] : names.filter((name) => !expected.includes(name))
  changes.push(...more.map((name) => `${name} is not among what was signed.`))
  if (about !== null && changes.length === 0 && names.join('/') !== expected.join('/'))
    changes.push('Its files are not in the order in which the console put them.')
  return changes
}
