import { expect, it } from 'vitest'
import { readDecimal } from './decimal.ts'
import { compareSortKeys } from './sort-key.ts'

it('decimals sort by their exact value and before other texts, and those as people count', () => {
  const texts = ['txn_10', '1.50', 'txn_2', '-1.5', 'TXN_3', '0.10000000000000000001', '-1.55', '0.1']
  const keys = texts.map((text) => ({ text, decimal: readDecimal(text) }))
  expect(keys.sort(compareSortKeys).map(({ text }) => text)).toEqual([
    ...['-1.55', '-1.5', '0.1', '0.10000000000000000001', '1.50'],
    ...['txn_2', 'TXN_3', 'txn_10'],
  ])
})
