/** Adds the books up again from their rows, without the ledger's code. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import { cases } from '../../testing/cases.ts'
import type { DemonstrationRecords, TransactionRow } from '../service/tables.ts'
import { generateRecords } from './generate.ts'

const until = new Date('2026-11-21T12:34:56.789Z')

type Part = 'available_balance' | 'processing_balance' | 'staking_balance'
type Change = readonly [vault: string, asset: string | null, part: Part, amount: string, sign: 1 | -1]

/** What a row does, by the rules that docs and ledger state. A claim also takes from what is claimable, which grows without a row. */
function changesOf(row: TransactionRow): readonly Change[] {
  const { status, transaction_type: type, source_id: from, asset_id: asset, amount } = row
  const native = feeAssetOf(row.network_id)
  const isDone = status === 'completed'
  if (!isDone && !openStatuses.some((open) => open === status)) return []
  const changes: Change[] = []
  if (row.source_type === 'vault') {
    changes.push([from, native, 'available_balance', row.fee, -1])
    if (!isDone) changes.push([from, native, 'processing_balance', row.fee, 1])
    if (type !== 'change pool') {
      changes.push([from, asset, type === 'unstake' ? 'staking_balance' : 'available_balance', amount, -1])
      if (!isDone) changes.push([from, asset, 'processing_balance', amount, 1])
      else if (type === 'stake') changes.push([from, asset, 'staking_balance', amount, 1])
      else if (type === 'unstake') changes.push([from, asset, 'available_balance', amount, 1])
    }
  }
  if (row.destination_type === 'vault' && isDone)
    changes.push([row.destination_id, asset, 'available_balance', amount, 1])
  return changes
}

function expectToAddUp(books: DemonstrationRecords): void {
  const sums = new Map<string, Decimal>()
  for (const row of books.transactions) {
    const changes = changesOf(row)
    for (const [vault, asset, part, text, sign] of changes) {
      const name = `${vault} ${asset} ${part}`
      const before = sums.get(name) ?? zero
      const amount = readDecimal(text) ?? zero
      sums.set(name, sign === 1 ? add(before, amount) : subtract(before, amount))
    }
    for (const [vault, asset, part] of changes)
      if ((sums.get(`${vault} ${asset} ${part}`)?.digits ?? 0n) < 0n)
        throw new Error(`${row.transaction_id} (${row.transaction_type}) leaves less than zero`)
  }
  for (const holding of books.holdings()) {
    expect(holding.claimable_balance).not.toMatch(/^-/)
    for (const part of ['available_balance', 'processing_balance', 'staking_balance'] as const) {
      const sum = sums.get(`${holding.vault_id} ${holding.asset_id} ${part}`) ?? zero
      expect(holding[part], `${holding.vault_id} ${holding.asset_id} ${part}`).toBe(writeDecimal(sum))
    }
  }
}

describe('the books add up again from their rows, to the last digit', () => {
  test('5,000 transactions, which leave something of everything', () => {
    const books = generateRecords({ transactions: 5000, seed: 1, until })
    expectToAddUp(books)
    const rows = books.holdings()
    const held = rows.filter(
      ({ available_balance, staking_balance }) => available_balance + staking_balance !== '00',
    )
    expect(new Set(held.map(({ vault_id }) => vault_id)).size).toBe(books.vaults.length)
    expect(new Set(held.map(({ asset_id }) => asset_id)).size).toBe(books.assets.length)
    for (const part of ['processing_balance', 'claimable_balance', 'staking_balance'] as const)
      expect(
        rows.some((row) => row[part] !== '0'),
        part,
      ).toBe(true)
  })

  test('whatever the seed, the number and the end', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 700 }),
        fc.date({ min: new Date('2015-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (seed, transactions, end) => expectToAddUp(generateRecords({ transactions, seed, until: end })),
      ),
      { numRuns: cases(40) },
    )
  })
})
