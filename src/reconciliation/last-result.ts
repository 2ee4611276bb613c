/** The last reconciliation of the whole books, as this browser keeps it: no amounts, only what it came to. */
import * as z from 'zod/mini'

const lastResult = z.object({
  /** What it came to, without the time: "All 24 assets agree". */
  sentence: z.string(),
  /** The worst of what was found. */
  standing: z.enum(['agrees', 'differs', 'uncertain']),
  /** When the last list was read to its end: ISO 8601 UTC. */
  asOf: z.iso.datetime(),
  /** The mark of the session in which it was made: the same for the same key and account of the same service. */
  session: z.string(),
})

/** What a reconciliation came to. */
export type LastResult = z.infer<typeof lastResult>

/** How the books stood as a whole. */
export type Standing = LastResult['standing']

/** The last result of a reader's session with this mark; null where there is none, or what is kept cannot be read. */
export function readLastResult(reader: string, session: string): LastResult | null {
  try {
    const kept = lastResult.safeParse(JSON.parse(localStorage.getItem(storageKey(reader)) ?? 'null'))
    return kept.success && kept.data.session === session ? kept.data : null
  } catch {
    // Storage may be switched off, or hold what is no JSON.
    return null
  }
}

/** Keeps a result in place of the reader's one before. Without storage it is not kept, and nothing else is lost. */
export function writeLastResult(reader: string, result: LastResult): void {
  try {
    localStorage.setItem(storageKey(reader), JSON.stringify(result))
  } catch {
    // Storage may be switched off or full.
  }
}

/** Of each service and account its own: that of one does not stay for the next, nor does it take its place. */
function storageKey(reader: string): string {
  return `custody-console.reconciliation:${reader}`
}
