import { type CoreFacts, type ExportFacts, type FactsKnown, factsOf } from '../facts.ts'
import { exportFileName } from '../seal.ts'

/** What is known of some export beside what its writer knows. */
export const factsBefore: FactsKnown = {
  list: 'transactions',
  asked: {
    endpoint: '/transactions',
    parameters: { status: 'completed' },
    link: '/transactions?status=completed',
    columns: ['transaction_id', 'asset_id', 'status', 'amount'],
  },
  service: { address: 'https://custody.invalid/v1', account: null },
  begun: '2026-11-21T15:03:22.123Z',
  ended: '2026-11-21T15:03:29.000Z',
  pinned_end_date: '2026-11-21T15:03:22.123Z',
  read: { records: 2, pages: 2, passes: 2, repairs: 0, late: 0, misfits: 0 },
  dates: null,
  completeness: 'complete',
  reasons: [],
  totals: { by: [], sums: [], groups: [] },
  fileFormat: 'csv',
}

/** The facts of that export, whole. */
export function wholeFacts(change: Partial<CoreFacts> = {}): ExportFacts {
  const written = { rows: 2, remarks: [], content: {} }
  const core = { ...factsOf(factsBefore, written), ...change }
  return {
    ...core,
    file: { name: exportFileName(core.list, core), ...core.file, bytes: null, sha256: null },
    signature: { unsigned: 'There was no gateway to sign it.' },
  }
}
