/** The reserved transaction ids of the demonstration data. Each asks for a failure, so that it can be seen in development. */
export type DemonstrationFault = 'ERR-01' | 'ERR-03' | 'hang' | 'broken-body'

/** The fault that a transaction id asks for, if any. */
export function demonstrationFault(transactionId: string | undefined): DemonstrationFault | undefined {
  return transactionId === undefined ? undefined : faults.get(transactionId)
}

/** `Retry-After` of the ERR-03 that is asked for. */
export const demonstrationRetryAfter = 5

/** A body that stops in the middle of a record, as when a connection breaks behind a proxy that does not notice. */
export const brokenBody =
  '{"transactions":[{"transaction_id":"demo-broken-body","timestamp":"2026-01-01T00:00:00.000Z","transaction":{"transaction_type":"with'

const faults: ReadonlyMap<string, DemonstrationFault> = new Map([
  ['demo-ERR-01', 'ERR-01'],
  ['demo-ERR-03', 'ERR-03'],
  ['demo-hang', 'hang'],
  ['demo-broken-body', 'broken-body'],
])
