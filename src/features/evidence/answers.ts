/** Evidence consists of answers: from the gateway, which signs each and links it to the one before, or from a journal. */
import type { Answer } from '../../api/reading.ts'
import { getJson } from '../../api/request.ts'
import { groupBy } from '../../books/pairs.ts'
import { type AttestationClaims, attestationHeader, attestHeader } from '../../contract/attestation.ts'
import { apiPrefix, readingHeader, sessionMarkHeader } from '../../contract/session.ts'
import { chainLink, chainStart, claimsIn } from '../../journal/chain.ts'
import type { JournalEntry } from '../../journal/journal.ts'

export interface Answers {
  /** Throws as `getJson` does. */
  answer(target: string, signal: AbortSignal): Promise<Answer>
  /** What the last attestation says; null before the first. Unchecked. */
  claims(): AttestationClaims | null
  /** When the last answer was signed, in milliseconds: the only clock that a later check has too. */
  now(): number
}

/** Asks the gateway. `entries` grows with each signed answer. */
export function recordedAnswers(
  session: string,
  challenge?: string,
): Answers & { readonly entries: readonly JournalEntry[] } {
  const entries: JournalEntry[] = []
  const last = lastClaims()
  const inTurn = oneAfterTheOther()
  let link = chainStart(challenge)
  return {
    ...last,
    entries,
    answer: (target, signal) =>
      inTurn(async () => {
        let entry: JournalEntry | null = null
        const headers = {
          accept: 'application/json',
          [sessionMarkHeader]: session,
          [readingHeader]: 'requested',
          [attestHeader]: link,
        }
        const keep = ({ status, headers }: Response, body: Uint8Array<ArrayBuffer>) => {
          const attestation = headers.get(attestationHeader)
          if (attestation !== null) entry = { target, status, body, attestation }
        }
        const asked = getJson(apiPrefix + target, target, signal, { headers }, null, keep)
        // An error of the service is an answer too, and signed. One of the gateway is neither.
        await asked.catch(() => {})

        const signed: JournalEntry | null = entry
        if (signed !== null) {
          entries.push(signed)
          link = await chainLink(attestationOf(signed))
          last.hear(signed)
        }
        const body = await asked
        if (signed === null) throw new Error('The gateway did not sign this answer of the service.')
        return { body, receivedAt: claimsOf(signed).at }
      }),
  }
}

/** The journal lacks an answer that the files need. The message is a sentence. */
export class JournalMismatch extends Error {}

/**
 * Answers the requests of a journal, in its order. Only a request that is repeated after a failure may come at any time, since the journal does
 * not say how long was waited. Throws a `JournalMismatch` for any other request.
 */
export function replayedAnswers(
  entries: readonly JournalEntry[],
): Answers & { readonly unasked: () => readonly JournalEntry[] } {
  const last = lastClaims()
  const left = new Map(
    [...groupBy(entries, ({ target }) => target)].map(([target, each]) => [target, [...each]]),
  )
  const again = new Set(
    [...left.values()].flatMap((each) => each.filter((_, index) => (each[index - 1]?.status ?? 200) !== 200)),
  )
  const inOrder = entries.filter((entry) => !again.has(entry))
  return {
    ...last,
    unasked: () => [...left.values()].flat(),
    async answer(target) {
      const entry = left.get(target)?.shift()
      if (!entry)
        throw new JournalMismatch(`The journal lacks the answer to ${target}, which the files need.`)
      if (!again.has(entry) && inOrder.shift() !== entry)
        throw new JournalMismatch(`The journal has the answer to ${target} out of order.`)
      last.hear(entry)
      const receivedAt = claimsOf(entry).at
      return { body: await getJson('', target, undefined, {}, responseOf(entry)), receivedAt }
    },
  }
}

function responseOf({ status, body }: JournalEntry): Response {
  try {
    return new Response(body, { status })
  } catch {
    throw new JournalMismatch(`The journal has an answer with the status ${status}, which has no body.`)
  }
}

/** The latest claims by time, whatever the order of answers that were asked for together. */
function lastClaims() {
  let claims: AttestationClaims | null = null
  return {
    claims: () => claims,
    now: () => Date.parse(claims?.at ?? '') || 0,
    hear(entry: JournalEntry) {
      const heard = claimsOf(entry)
      if (claims === null || heard.at > claims.at) claims = heard
    },
  }
}

function attestationOf({ attestation, target }: JournalEntry): string {
  if (attestation === null) throw new JournalMismatch(`The answer to ${target} is not signed.`)
  return attestation
}

function claimsOf(entry: JournalEntry): AttestationClaims {
  const claims = claimsIn(attestationOf(entry))
  if (claims === null)
    throw new JournalMismatch(`The attestation of the answer to ${entry.target} cannot be read.`)
  return claims
}

function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work)
    last = done
    return done
  }
}
