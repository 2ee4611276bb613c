/** What answers reads in place of the gateway: the books of an audit pack that is open. While it is, this page asks nobody for anything. */
import type { SessionState } from '../contract/session.ts'

/** Which pack is open, and who vouches for it. */
export interface PackLabel {
  /** What the file is called. */
  readonly name: string
  /** When the last of its books was read: ISO 8601 UTC. */
  readonly asOf: string
  /** The key that signed the manifest and when, where that key is known and the signature is right; else null. */
  readonly signed: { readonly key: string; readonly at: string } | null
  /** What does not fit the manifest, in sentences: it was opened all the same. */
  readonly faults: readonly string[]
}

/** An open pack. */
export interface PackSource {
  readonly pack: PackLabel
  /** Stands for the session: its reader, whom no gateway knows. */
  readonly session: SessionState
  /** HTTP status and body of the answer to a GET of this path and query. */
  answer(pathAndQuery: string): { readonly status: number; readonly body: unknown }
}

let open: PackSource | null = null

/** From now on everything is read from this pack; null: from the gateway. */
export function readFrom(source: PackSource | null): void {
  open = source
}

/** The pack that is open in this page or worker. */
export function openSource(): PackSource | null {
  return open
}

/** When what is on screen is of, in milliseconds: now, or as of the pack that is open. "The last seven days" end then. */
export function presentTime(): number {
  return open ? Date.parse(open.pack.asOf) : Date.now()
}
