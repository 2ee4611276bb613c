/** The answers of a service in the order of its requests: as JSON Lines, and as a chain in which each attestation names the one before. */
import { base64url } from 'jose'
import * as z from 'zod/mini'
import { type AttestationClaims, attestationClaims } from '../contract/attestation.ts'

export interface JournalEntry {
  /** Path and query as the service was asked. */
  readonly target: string
  readonly status: number
  /** Without its compression. */
  readonly body: Uint8Array<ArrayBuffer>
  /** Null where the answer came without one. */
  readonly attestation: string | null
}

export class JournalError extends Error {}

const head = {
  target: z.string(),
  status: z.int(),
  attestation: z.nullable(z.string()),
}

/** The body is last, so that people find what they look for at the beginning of a line. */
const journalLine = z.union([
  z.strictObject({ ...head, body: z.string() }),
  z.strictObject({ ...head, body_base64url: z.base64url() }),
])

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()
const lineEnd = 0x0a

export function* writeJournal(entries: Iterable<JournalEntry>): Generator<Uint8Array<ArrayBuffer>> {
  for (const { target, status, attestation, body } of entries) {
    const text = exactText(body)
    const content = text === null ? { body_base64url: base64url.encode(body) } : { body: text }
    yield encoder.encode(`${JSON.stringify({ target, status, attestation, ...content })}\n`)
  }
}

/** Throws a `JournalError` for anything that `writeJournal` does not write. */
export function readJournal(bytes: Uint8Array): readonly JournalEntry[] {
  const entries: JournalEntry[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, start)
    const fail = (why: string) => new JournalError(`Line ${entries.length + 1} of the journal ${why}.`)
    if (end < 0) throw fail('is cut short')
    entries.push(readLine(bytes.subarray(start, end), fail))
    start = end + 1
  }
  return entries
}

function readLine(bytes: Uint8Array, fail: (why: string) => JournalError): JournalEntry {
  const text = exactText(bytes)
  let content: unknown
  try {
    content = JSON.parse(text ?? '')
  } catch {
    throw fail('is not JSON')
  }
  const { data } = journalLine.safeParse(content)
  // With a member twice, or in another spelling, programs may read different things in it.
  if (data === undefined || JSON.stringify(data) !== text || hasHalfPair(text))
    throw fail('is not written as an answer is')
  const { target, status, attestation } = data
  const body =
    'body' in data ? encoder.encode(data.body) : Uint8Array.from(base64url.decode(data.body_base64url))
  return { target, status, attestation, body }
}

/** Encoding would replace half a surrogate pair, so that two texts had one digest. JSON writes such a half, and no other, as an escape. */
function hasHalfPair(line: string): boolean {
  return line.includes('\\ud') && /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(line)
}

/** Null where it is not exact UTF-8. */
function exactText(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

export async function sha256Of(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** For the first request: what the recipient gave, or a random number. */
export function chainStart(challenge?: string): string {
  return challenge ?? base64url.encode(crypto.getRandomValues(new Uint8Array(16)))
}

/** For the request after the one that was answered with this attestation. */
export function chainLink(attestation: string): Promise<string> {
  return sha256Of(attestation)
}

/** What an attestation says, unchecked. Null where it cannot be read. */
export function claimsIn(attestation: string): AttestationClaims | null {
  const [, payload = ''] = attestation.split('.')
  try {
    return attestationClaims.parse(JSON.parse(new TextDecoder().decode(base64url.decode(payload))))
  } catch {
    return null
  }
}
