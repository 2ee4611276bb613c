import { expect, test } from 'vitest'
import { filterWords } from './ExportDialog.tsx'

test.each([
  [{ list: 'transactions', filter: {} }, 'No filter'],
  [{ list: 'transactions', filter: { status: 'pending', asset_id: 'ETH' } }, 'Status pending, Asset ETH'],
  [{ list: 'balances', filter: {} }, 'No filter'],
  [{ list: 'balances-cold', filter: {} }, 'Cold'],
  [{ list: 'balances-warm', filter: { asset_id: 'ETH' } }, 'Warm, Asset ETH'],
] as const)('the filter of %j is called %j', (query, words) => {
  expect(filterWords(query)).toBe(words)
})
