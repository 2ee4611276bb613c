/** Adds the books up again from their rows, without the ledger's code. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import { cases } from '../../testing/cases.ts'
import type { DemonstrationRecords, HoldingRow, TransactionRow } from '../service/tables.ts'
import { assetById } from './assets.ts'
import { generateRecords } from './generate.ts'

const until = new Date('2026-11-21T12:34:56.789Z')

/** Base units of a canonical amount; refuses any other text, and more decimals than the asset has. */
function baseUnits(text: string, assetId: string): bigint {
  const { decimals } = assetById(assetId)
  if (!/^(0|[1-9]\d*)(\.\d*[1-9])?$/.test(text)) throw new Error(`not canonical: ${text}`)
  const point = text.indexOf('.')
  const written = point < 0 ? 0 : text.length - point - 1
  if (written > decimals) throw new Error(`${text} has more decimals than ${assetId}`)
  return BigInt(text.replace('.', '')) * 10n ** BigInt(decimals - written)
}

class Account {
  available = 0n
  processing = 0n
  staking = 0n
  claimable = 0n
}

class Accounts {
  readonly byKey = new Map<string, Account>()

  of(vaultId: string, assetId: string): Account {
    const key = `${vaultId} ${assetId}`
    const account = this.byKey.get(key) ?? new Account()
    this.byKey.set(key, account)
    return account
  }

  reward(hours: bigint): void {
    for (const [key, account] of this.byKey) {
      const { hourlyReward } = assetById(key.slice(key.indexOf(' ') + 1))
      account.claimable += hours * ((account.staking * hourlyReward) / 1_000_000_000_000n)
    }
  }

  enter(row: TransactionRow): Account[] {
    const native = feeAssetOf(row.network_id) ?? ''
    const amount = baseUnits(row.amount, row.asset_id)
    const fee = baseUnits(row.fee, native)
    const done = row.status === 'completed'
    const isVoid = ['rejected', 'cancelled', 'failed'].includes(row.status)
    if (fee !== 0n && (isVoid || row.source_type !== 'vault'))
      throw new Error(`${row.transaction_id} has a fee that nobody paid`)
    if (isVoid) return []
    const touched: Account[] = []
    if (row.source_type === 'vault') {
      const payer = this.of(row.source_id, native)
      payer.available -= fee
      if (!done) payer.processing += fee
      const source = this.of(row.source_id, row.asset_id)
      touched.push(payer, source)
      if (row.transaction_type !== 'change pool') {
        const isUnstake = row.transaction_type === 'unstake'
        if (isUnstake) source.staking -= amount
        else source.available -= amount
        if (!done) source.processing += amount
        else if (isUnstake) source.available += amount
        else if (row.transaction_type === 'stake') source.staking += amount
      }
    }
    if (row.destination_type === 'vault' && done) {
      const destination = this.of(row.destination_id, row.asset_id)
      if (row.transaction_type === 'claim') destination.claimable -= amount
      destination.available += amount
      touched.push(destination)
    }
    return touched
  }
}

/** The balances that the rows leave. `check` gets the accounts that each row touched. */
function addUp(
  books: DemonstrationRecords,
  check: (row: TransactionRow, touched: readonly Account[]) => void,
): Accounts {
  const accounts = new Accounts()
  let hour: number | undefined
  for (const row of books.transactions) {
    const thisHour = Math.floor(Date.parse(row.recorded_at) / 3_600_000)
    if (hour !== undefined && thisHour !== hour) accounts.reward(BigInt(thisHour - hour))
    hour = thisHour
    check(row, accounts.enter(row))
  }
  return accounts
}

function inBaseUnits(row: HoldingRow) {
  return {
    available: baseUnits(row.available_balance, row.asset_id),
    processing: baseUnits(row.processing_balance, row.asset_id),
    staking: baseUnits(row.staking_balance, row.asset_id),
    claimable: baseUnits(row.claimable_balance, row.asset_id),
  }
}

function expectToAddUp(books: DemonstrationRecords): readonly HoldingRow[] {
  const accounts = addUp(books, (row, touched) => {
    for (const { available, processing, staking, claimable } of touched)
      if (available < 0n || processing < 0n || staking < 0n || claimable < 0n)
        throw new Error(`${row.transaction_id} (${row.transaction_type}) leaves less than zero`)
    if (row.transaction_type === 'change pool' && touched.length > 0)
      expect(touched[1]?.staking, row.transaction_id).toBe(baseUnits(row.amount, row.asset_id))
  })
  const holdings = books.holdings()
  const claimed = new Map(holdings.map((row) => [`${row.vault_id} ${row.asset_id}`, inBaseUnits(row)]))
  for (const [key, account] of accounts.byKey) expect(claimed.get(key), key).toEqual({ ...account })
  for (const [key, holding] of claimed)
    if (!accounts.byKey.has(key)) expect({ ...new Account() }, key).toEqual(holding)
  return holdings
}

describe('the books add up again from their rows, to the last digit', () => {
  test('5,000 transactions, which leave something of everything', () => {
    const books = generateRecords({ transactions: 5000, seed: 1, until })
    const rows = expectToAddUp(books).map((row) => ({ ...row, ...inBaseUnits(row) }))
    const held = rows.filter(({ available, staking }) => available + staking > 0n)
    expect(new Set(held.map(({ vault_id }) => vault_id)).size).toBe(books.vaults.length)
    expect(new Set(held.map(({ asset_id }) => asset_id)).size).toBe(books.assets.length)
    for (const part of ['processing', 'claimable', 'staking'] as const)
      expect(
        rows.some((row) => row[part] > 0n),
        part,
      ).toBe(true)
  })

  test('whatever the seed, the number and the end', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 700 }),
        fc.date({ min: new Date('2015-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (seed, transactions, end) => {
          expectToAddUp(generateRecords({ transactions, seed, until: end }))
        },
      ),
      { numRuns: cases(40) },
    )
  })
})
