/** The demonstration's transactions against its balances, as the reconciliation compares them. */
import { expect, test } from 'vitest'
import { normaliseTransaction, normaliseVault } from '../api/normalise.ts'
import { compareMovements } from '../features/reconciliation/movements.ts'
import { largeBooks } from './demonstration/testing/large-books.ts'

test('in the demonstration transactions say of every holding what its vault says', () => {
  const { books, rows } = largeBooks()
  const transactions = rows.map((row) =>
    normaliseTransaction({ ...row, transaction: { ...row, source: row, destination: row } }),
  )
  const holdings = books.holdings()
  const vaults = books.vaults.map((vault) =>
    normaliseVault({
      ...vault,
      assets: holdings
        .filter(({ vault_id }) => vault_id === vault.vault_id)
        .map((row) => ({ ...row, balances: row })),
    }),
  )
  const reading = { begun: '', ended: '', rows: 0, pages: 0 }
  const comparisons = compareMovements({
    vaults: { ...reading, records: vaults },
    transactions: { ...reading, records: transactions },
    doubts: [],
  })
  expect(holdings).toHaveLength(75)
  expect(comparisons).toHaveLength(2 * holdings.length)
  expect(comparisons.filter(({ verdict }) => verdict !== 'agrees')).toEqual([])
  for (const component of ['processing_balance', 'staking_balance'])
    expect(
      comparisons.some(({ component: of, left }) => of === component && left.value !== '0'),
      component,
    ).toBe(true)
})
