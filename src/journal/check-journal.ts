/** What a journal proves to somebody who trusts certain keys. */
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { type AttestationClaims, isLink } from '../contract/attestation.ts'
import type { PublicKey } from '../contract/public-keys.ts'
import { chainLink, claimsIn, type JournalEntry, sha256Of } from './journal.ts'

/** What the recipient expects. Nothing is compared where it is not given. */
export interface JournalExpectation {
  readonly challenge?: string | undefined
  readonly service?: string | undefined
  readonly account?: string | undefined
  /** The first answer must be younger: see `isInstant`. */
  readonly asOfAfter?: string | undefined
}

/** A day of UTC, or an instant with its zone. ISO 8601. */
export function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
}

const faultKinds = [
  'empty',
  'changed',
  'unsigned',
  'chain',
  'mixed',
  'unexpected',
  'unknown-key',
  'withdrawn-key',
] as const

export interface JournalFault {
  readonly kind: (typeof faultKinds)[number]
  /** Number of the answer, from 1; null where the fault is of the journal as a whole. */
  readonly entry: number | null
  readonly sentence: string
}

/** What all answers of a journal say alike. */
export interface JournalStatement {
  readonly service: string
  readonly account: string | null
  /** Somebody typed the account: the service may have ignored it. */
  readonly isAccountTyped: boolean
  readonly reader: string
  readonly keyIds: readonly string[]
  /** When the first answer was given, and the last. ISO 8601 UTC. */
  readonly asOf: string
  readonly until: string
  /** What the chain begins with: what the recipient gave, or a random number. */
  readonly challenge: string
}

export interface JournalCheck {
  /** The worst first. Where there are none, the holder of the keys says that the service said so. */
  readonly faults: readonly JournalFault[]
  readonly statement: JournalStatement | null
}

/** In milliseconds. After a longer pause another reading begins. */
const longestPause = 600_000

/** In milliseconds. Each copy of the gateway has a clock of its own. */
const clockTolerance = 5000

/**
 * Checks signatures, digests and the chain. The end of a chain cannot be seen: whether answers are missing there, only the list of what was to
 * be asked tells. Throws where signatures cannot be checked here at all.
 */
export async function checkJournal(
  entries: readonly JournalEntry[],
  keys: readonly PublicKey[],
  expected: JournalExpectation = {},
): Promise<JournalCheck> {
  const trusted = await importKeys(keys)
  const faults: JournalFault[] = []
  const note: Note = (kind, entry, sentence) => void faults.push({ kind, entry, sentence })
  const answers: (Attested | null)[] = []
  for (const [index, entry] of entries.entries())
    answers.push(await checkEntry(entry, index + 1, trusted, note))

  const readable = answers.filter((answer) => answer !== null)
  const [first] = readable
  if (entries.length === 0) note('empty', null, 'The journal has no answers.')
  checkKeys(readable, trusted, note)
  await checkChain(answers, expected.challenge, note)
  if (first) {
    checkSameness(first, readable, note)
    checkExpectation(first.claims, expected, note)
  }
  const rank = ({ kind }: JournalFault) => faultKinds.indexOf(kind)
  faults.sort((one, other) => rank(one) - rank(other))
  const isProved = faults.every(({ kind }) => kind === 'unexpected')
  return { faults, statement: first && isProved ? statementOf(first.claims, readable) : null }
}

type Note = (kind: JournalFault['kind'], entry: number | null, sentence: string) => void

interface TrustedKey {
  readonly key: Parameters<typeof compactVerify>[1]
  readonly revokedAt: number | undefined
}

/** By thumbprint: a key may be named as another one is. */
async function importKeys(keys: readonly PublicKey[]): Promise<ReadonlyMap<string, TrustedKey>> {
  if (!globalThis.crypto.subtle) throw new Error(noEd25519)
  const trusted = new Map<string, TrustedKey>()
  for (const { kty, crv, x, revoked } of keys) {
    const jwk = { kty, crv, x }
    try {
      const id = await calculateJwkThumbprint(jwk)
      const revokedAt = revoked?.revoked_at ?? trusted.get(id)?.revokedAt
      trusted.set(id, { key: await importJWK(jwk, 'EdDSA'), revokedAt })
    } catch (error) {
      // Any other key that cannot be read is none.
      if (error instanceof Error && error.name === 'NotSupportedError') throw new Error(noEd25519)
    }
  }
  return trusted
}

const noEd25519 =
  'This browser cannot check signatures: it lacks Ed25519, or the page was not loaded over HTTPS.'

/** An answer whose attestation can be read, whoever made it. */
interface Attested {
  readonly number: number
  readonly attestation: string
  readonly keyId: string
  readonly claims: AttestationClaims
}

async function checkEntry(
  { target, status, body, attestation }: JournalEntry,
  number: number,
  trusted: ReadonlyMap<string, TrustedKey>,
  note: Note,
): Promise<Attested | null> {
  const fail = (kind: JournalFault['kind'], sentence: string) => {
    note(kind, number, sentence)
    return null
  }
  if (attestation === null) return fail('unsigned', `Answer ${number} is not signed.`)
  const { alg, kid: keyId } = headerOf(attestation)
  const claims = claimsIn(attestation)
  if (alg !== undefined && alg !== 'EdDSA')
    return fail('unsigned', `Answer ${number} is not signed with EdDSA, the only algorithm that counts.`)
  if (keyId === undefined || claims === null)
    return fail('unsigned', `The attestation of answer ${number} cannot be read.`)
  const { key } = trusted.get(keyId) ?? {}
  const isGenuine = key === undefined || (await isSigned(attestation, key))
  if (!isGenuine)
    note(
      'changed',
      number,
      `The attestation of answer ${number} was changed, or made with another key of the same name.`,
    )
  const changes = [
    ...((await sha256Of(target)) === claims.target_sha256 ? [] : ['request']),
    ...(status === claims.status ? [] : ['status']),
    ...((await sha256Of(body)) === claims.sha256 ? [] : ['body']),
  ]
  if (isGenuine && changes.length > 0)
    note('changed', number, `Answer ${number} is not as it was signed: ${changes.join(', ')}.`)
  return { number, attestation, keyId, claims }
}

function headerOf(attestation: string) {
  try {
    return decodeProtectedHeader(attestation)
  } catch {
    return {}
  }
}

async function isSigned(attestation: string, key: TrustedKey['key']): Promise<boolean> {
  try {
    await compactVerify(attestation, key, { algorithms: ['EdDSA'] })
    return true
  } catch {
    return false
  }
}

function checkKeys(answers: readonly Attested[], trusted: ReadonlyMap<string, TrustedKey>, note: Note): void {
  const reported = new Set<string>()
  for (const { number, keyId } of answers) {
    if (reported.has(keyId)) continue
    reported.add(keyId)
    const key = trusted.get(keyId)
    const name = isLink(keyId) ? `the key ${keyId}` : 'a key'
    if (key === undefined)
      note(
        'unknown-key',
        number,
        `Answer ${number} is signed by ${name}, which is not among the keys that you trust.`,
      )
    else if (key.revokedAt !== undefined) {
      const day = new Date(key.revokedAt * 1000).toISOString().slice(0, 10)
      note(
        'withdrawn-key',
        number,
        `Answer ${number} is signed by ${name}, which was withdrawn on ${day}: whoever has it can sign anything, with any date.`,
      )
    }
  }
}

async function checkChain(
  answers: readonly (Attested | null)[],
  challenge: string | undefined,
  note: Note,
): Promise<void> {
  const [first] = answers
  if (first && challenge !== undefined && first.claims.after !== challenge)
    note('chain', 1, 'The chain of answers does not begin with the challenge.')
  else if (first && isLink(first.claims.after))
    note('chain', 1, 'The chain of answers began earlier: at least one answer before the first is missing.')
  for (const [index, next] of answers.entries()) {
    const previous = answers[index - 1]
    if (!previous || !next) continue
    const both = `answer ${next.number} and answer ${previous.number}`
    if (next.claims.after !== (await chainLink(previous.attestation)))
      note(
        'chain',
        next.number,
        `Answer ${next.number} did not come after answer ${previous.number}: answers are missing, repeated or moved.`,
      )
    const pause = Date.parse(next.claims.at) - Date.parse(previous.claims.at)
    if (pause < -clockTolerance) note('chain', next.number, `Time goes backwards between ${both}.`)
    if (pause > longestPause)
      note('chain', next.number, `More than ten minutes lie between ${both}: they are of two readings.`)
  }
}

function checkSameness(first: Attested, answers: readonly Attested[], note: Note): void {
  const sources: readonly (readonly [name: string, of: (claims: AttestationClaims) => string])[] = [
    ['service', ({ service }) => service],
    ['account', ({ account, account_typed }) => JSON.stringify([account, account_typed])],
    ['reader', ({ reader }) => reader],
  ]
  for (const [name, of] of sources) {
    const other = answers.find(({ claims }) => of(claims) !== of(first.claims))
    if (other)
      note(
        'mixed',
        other.number,
        `Answer ${other.number} has a different ${name} from answer ${first.number}.`,
      )
  }
}

function checkExpectation(
  { service, account, account_typed, at }: AttestationClaims,
  expected: JournalExpectation,
  note: Note,
): void {
  if (expected.service !== undefined && service !== expected.service)
    note('unexpected', null, 'The answers are not of the service that you expect.')
  if (expected.account !== undefined && account !== expected.account)
    note(
      'unexpected',
      null,
      account_typed === expected.account
        ? 'The account that you expect was typed at sign-in: the service may have ignored it.'
        : 'The answers are not of the account that you expect.',
    )
  if (
    expected.asOfAfter !== undefined &&
    !(isInstant(expected.asOfAfter) && Date.parse(at) > Date.parse(expected.asOfAfter))
  )
    note('unexpected', null, 'The answers are older than you expect.')
}

function statementOf(first: AttestationClaims, answers: readonly Attested[]): JournalStatement {
  const { service, account, account_typed, reader, at, after } = first
  return {
    service,
    account: account ?? account_typed ?? null,
    isAccountTyped: account_typed !== undefined,
    reader,
    keyIds: [...new Set(answers.map(({ keyId }) => keyId))],
    asOf: at,
    until: answers.at(-1)?.claims.at ?? at,
    challenge: after,
  }
}
