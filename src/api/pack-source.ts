/** The slot for what answers reads in place of the gateway: an open audit pack. This page then sends no request. */
import type { SessionState } from '../contract/session.ts'

export interface PackLabel {
  readonly name: string
  /** When the last of its books was read. ISO 8601 UTC. */
  readonly asOf: string
  /** Signing key and time; null unless the key is known and the signature is valid. */
  readonly signed: { readonly key: string; readonly at: string } | null
  /** Differences from the manifest, as sentences. They do not prevent opening. */
  readonly faults: readonly string[]
}

export function signedSentence({ signed }: PackLabel): string {
  return signed
    ? `The pack was signed on ${signed.at} with key ${signed.key}.`
    : 'No known key signed the pack.'
}

export interface PackSource {
  readonly pack: PackLabel
  readonly session: SessionState
  readonly answer: AnswerRead
}

/** Answers a GET with an HTTP status and body. Throws only an `ApiError`, or the signal's reason. */
export type AnswerRead = (
  pathAndQuery: string,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly body: unknown }>

let open: PackSource | null = null

/** Null: back to the gateway. */
export function readFrom(source: PackSource | null): void {
  open = source
}

export function openSource(): PackSource | null {
  return open
}

/** Milliseconds. With an open pack, "the last seven days" end at its `asOf`. */
export function presentTime(): number {
  return open ? Date.parse(open.pack.asOf) : Date.now()
}
