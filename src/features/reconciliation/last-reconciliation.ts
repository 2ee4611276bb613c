/** The last reconciliation of the whole books, as this browser keeps it: no amounts, only what it came to. */
import * as z from 'zod/mini'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'
import type { Standing } from './reconcile.ts'

const lastReconciliation = z.object({
  /** What it came to, without the time: "All 24 assets agree". */
  sentence: z.string(),
  /** The worst of what was found. */
  standing: z.enum(['agrees', 'differs', 'uncertain'] satisfies Standing[]),
  /** When the last list was read to its end: ISO 8601 UTC. */
  asOf: z.iso.datetime(),
  /** The mark of the session in which it was made: the same for the same key and account of the same service. */
  session: z.string(),
})

/** What a reconciliation came to. */
export type StoredReconciliation = z.infer<typeof lastReconciliation>

/** The last one of a reader; null where there is none, or what is stored cannot be read. */
export const lastReconciliationOf = storePerReader<StoredReconciliation | null>('reconciliation', {
  parse: (text) => lastReconciliation.safeParse(parseJson(text)).data ?? null,
  serialise: (result) => result && JSON.stringify(result),
})
