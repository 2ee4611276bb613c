import type { FactsKnown } from '../facts.ts'

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
  completeness: 'complete',
  reasons: [],
  totals: { by: [], sums: [], groups: [] },
  fileName: 'transactions_2026-11-21T15-03-22Z.csv',
  fileFormat: 'csv',
}
