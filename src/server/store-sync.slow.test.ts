/** The store of the real service: record for record and day for day what the service has, in few requests. */
import { describe, expect, it } from 'vitest'
import { dayText } from '../contract/day.ts'
import { openEither } from '../database/testing/databases.ts'
import { findDays } from '../sync/find-days.ts'
import { proveStoredBalances } from '../sync/prove-balances.ts'
import { readAccount } from '../sync/read-whole.ts'
import { openAccount } from '../sync/testing/account-ledger.ts'
import { updateAccount } from '../sync/update-account.ts'
import { isWholeSet } from '../testing/cases.ts'
import { readDemonstration } from './testing/read-service.ts'

/** `update`: of 25,000, some are in flight that are not among the newest fifty. Each of their statuses is a list. */
const sizes = [
  // Two pages.
  { transactions: 1_500, first: 45, update: 6 },
  ...(isWholeSet
    ? [
        { transactions: 160, first: 41, update: 6 },
        { transactions: 5_000, first: 53, update: 6 },
        { transactions: 25_000, first: 93, update: 9 },
      ]
    : []),
]

const database = await openEither()

describe.each(sizes)('of $transactions transactions', async ({ transactions, first, update }) => {
  const service = await readDemonstration(transactions)
  const { asked, read } = service
  const { rows, fence, days } = await openAccount(database)

  it('is read in few requests, updated in six, and dated in 450', async () => {
    const { end } = await read(readAccount(rows, fence, { onProgress: () => {}, onReadOnce: async () => {} }))
    expect(end).toMatchObject({ completeness: 'complete', doubts: [] })
    expect(asked.length).toBeLessThanOrEqual(first)
    asked.length = 0
    expect(await read(updateAccount(rows, fence))).toMatchObject({
      requests: update,
      contradiction: null,
      applied: { reading: null },
    })
    expect(asked).toHaveLength(update)
    asked.length = 0
    expect(await read(findDays(rows, fence, { mostRequests: 10_000 }))).toMatchObject({
      isComplete: true,
    })
    expect(asked.length).toBeLessThanOrEqual(450)
  }, 300_000)

  it('has every record on its day, in the order of the service, and proves every balance', async () => {
    const ids = await rows.firstIds(1_000_000)
    const records = await rows.records(ids)
    const found = await days()
    const stored = ids.map((id) => {
      const { transaction_type, status, amount, fee } = records.get(id) ?? {}
      return { id, transaction_type, status, amount, fee, day: dayText(found.get(id) ?? -1) }
    })
    const served = service.rows
      .toSorted(
        (one, other) =>
          Date.parse(other.recorded_at) - Date.parse(one.recorded_at) ||
          (one.transaction_id < other.transaction_id ? -1 : 1),
      )
      .map(({ transaction_id: id, transaction_type, status, amount, fee, recorded_at }) => ({
        ...{ id, transaction_type, status, amount, fee, day: recorded_at.slice(0, 10) },
      }))
    expect(stored).toEqual(served)
    const { balances } = proveStoredBalances(await rows.movementSums(), await rows.vaultHoldings())
    expect(balances.size).toBeGreaterThan(20)
    expect([...balances.values()].filter(({ remainder }) => remainder.digits !== 0n)).toEqual([])
    expect(await rows.unsettledBalances()).toEqual([])
  }, 300_000)
})
