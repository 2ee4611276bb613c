import { application, type CoreFacts, type ExportFacts } from '../facts.ts'
import { exportFileName } from '../seal.ts'

/** The facts of some export, before they are sealed. */
export const someFacts: CoreFacts = {
  format: 'custody-console/export-facts',
  version: 8,
  application: { ...application },
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
  rows: 2,
  totals: { by: [], sums: [], groups: [] },
  content: {},
  remarks: [],
  file: { format: 'csv' },
}

/** The same, sealed without a signature. */
export function wholeFacts(change: Partial<CoreFacts> = {}): ExportFacts {
  const core = { ...someFacts, ...change }
  return {
    ...core,
    file: { name: exportFileName(core.list, core), ...core.file, bytes: 1, sha256: '0'.repeat(64) },
    signature: { unsigned: 'There was no gateway to sign it.' },
  }
}
