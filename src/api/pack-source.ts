/** What answers reads in place of the gateway: an open audit pack. */
import type { AcceptedFinding } from '../contract/accepted-findings.ts'
import type { Valuation } from '../contract/prices.ts'
import type { SessionState } from '../contract/session.ts'

export interface PackLabel {
  readonly name: string
  /** When the last of its books was read. ISO 8601 UTC. */
  readonly asOf: string
  /** The signing key, and when the first answer was signed. */
  readonly signed: { readonly key: string; readonly at: string }
  /** Why it is not proved complete: sentences. */
  readonly missing: readonly string[]
  /** What its maker added, and the maker’s word. */
  readonly accepted: readonly AcceptedFinding[]
  /** Of the days (`YYYY-MM-DD`) on which it has values; null where it has none. */
  readonly prices: { readonly days: readonly string[]; readonly valuation: Valuation } | null
}

export function signedSentence({ signed }: PackLabel): string {
  return `The pack was signed on ${signed.at} with key ${signed.key}.`
}

interface PackSource {
  readonly pack: PackLabel
  readonly session: SessionState
  /** The read API of the specification, for reports that read a service. */
  readonly answer: AnswerRead
  /** The API of the console. */
  readonly answerConsole: AnswerRead
}

/** Books that replace the gateway. `mark` replaces the mark of a session. */
export function packSource(
  { service, account }: { readonly service: string; readonly account: string | null },
  pack: PackLabel,
  mark: string,
  { answer, answerConsole }: Pick<PackSource, 'answer' | 'answerConsole'>,
): PackSource {
  return {
    pack,
    session: {
      service: { name: service, address: service, id: service, embedded: false },
      signedIn: true,
      // There is nobody to sign in or out.
      fixedKey: true,
      demonstrationKey: null,
      provider: null,
      person: { name: 'Reader of a pack', account: account ?? service, accounts: [] },
      accountId: account,
      organization: undefined,
      currencies: undefined,
      mark,
      expiresAt: null,
      idleSeconds: null,
      sync: 'off',
      keepsRecords: false,
      pack: null,
      leaveAt: undefined,
    },
    answer,
    answerConsole,
  }
}

export interface ReadAnswer {
  readonly status: number
  readonly body: unknown
}

/** Answers a GET. Throws only an `ApiError`, or the signal's reason. */
type AnswerRead = (pathAndQuery: string, signal?: AbortSignal) => Promise<ReadAnswer>

let open: PackSource | null = null

export function readFrom(source: PackSource | null): void {
  open = source
}

export function openSource(): PackSource | null {
  return open
}
