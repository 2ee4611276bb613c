/** An open audit pack answers reads in place of the gateway. While one is open, this page sends no request. */
import type { SessionState } from '../contract/session.ts'

export interface PackLabel {
  readonly name: string
  /** When the last of its books was read: ISO 8601 UTC. */
  readonly asOf: string
  /** The key that signed the manifest and when, where that key is known and the signature is right; else null. */
  readonly signed: { readonly key: string; readonly at: string } | null
  /** What does not fit the manifest, in sentences. It was opened all the same. */
  readonly faults: readonly string[]
}

export interface PackSource {
  readonly pack: PackLabel
  readonly session: SessionState
  /** HTTP status and body of the answer to a GET of this path and query. */
  answer(pathAndQuery: string): { readonly status: number; readonly body: unknown }
}

let open: PackSource | null = null

/** From now on everything is read from this pack; null: from the gateway. */
export function readFrom(source: PackSource | null): void {
  open = source
}

export function openSource(): PackSource | null {
  return open
}

/** Now, or the instant as of which the open pack was read, in milliseconds. "The last seven days" end then. */
export function presentTime(): number {
  return open ? Date.parse(open.pack.asOf) : Date.now()
}
