/** The store of the real service: record for record and day for day what the browser's books hold of it, in no more requests. */
import { afterAll, describe, expect, it } from 'vitest'
import { run } from '../api/retries.ts'
import { settleBooks } from '../books/books.ts'
import { eachRow } from '../books/transaction-table.ts'
import { openEither } from '../database/testing/databases.ts'
import { findDays } from '../sync/find-days.ts'
import { proveBalances } from '../sync/prove-balances.ts'
import { readAccount } from '../sync/read-whole.ts'
import { sumFilters } from '../sync/sum-filters.ts'
import { openAccount } from '../sync/testing/account-ledger.ts'
import { updateAccount } from '../sync/update-account.ts'
import { isWholeSet } from '../testing/cases.ts'
import { readBooksNow, running, startConsoleOverDemonstration, withEveryDay } from './testing/console.ts'

/** `update`: of 25,000, some are in flight that are not among the newest fifty. Each of their statuses is a list. */
const sizes = [
  { transactions: 160, first: 41, update: 6 },
  { transactions: 5_000, first: 53, update: 6 },
  ...(isWholeSet ? [{ transactions: 25_000, first: 93, update: 9 }] : []),
]

const database = await openEither()
afterAll(() => database.close())

describe.each(sizes)('of $transactions transactions', async ({ transactions, first, update }) => {
  const { reach, asked } = await startConsoleOverDemonstration(transactions)
  const { rows, fence, days } = await openAccount(database)

  it('is read in as many requests as the books, updated in six, and dated in 450', async () => {
    reach()
    const { end } = await run(
      readAccount(rows, fence, { onProgress: () => {}, onReadOnce: () => {} }),
      running,
    )
    expect(end).toMatchObject({ completeness: 'complete', doubts: [] })
    expect(asked.length).toBeLessThanOrEqual(first)
    asked.length = 0
    expect(await run(updateAccount(rows, fence), running)).toMatchObject({
      requests: update,
      contradiction: null,
      applied: { reading: null },
    })
    expect(asked).toHaveLength(update)
    asked.length = 0
    expect(await run(findDays(rows, fence, { mostRequests: 10_000 }), running)).toMatchObject({
      isComplete: true,
    })
    expect(asked.length).toBeLessThanOrEqual(450)
  }, 300_000)

  it('has every record and day of the books, and proves every balance that they prove', async () => {
    reach()
    const books = await withEveryDay(await readBooksNow())
    const ids = await rows.firstIds(1_000_000)
    const records = await rows.records(ids)
    const found = await days()
    const [stored, booked]: [unknown[], unknown[]] = [[], []]
    eachRow(books.transactions.table, (row, day) => {
      const { timestamp: _, ...record } = row.whole()
      booked.push({ ...record, day })
    })
    for (const id of ids) {
      const { timestamp: _, received: __, ...record } = records.get(id) ?? { timestamp: null, received: null }
      stored.push({ ...record, day: found.get(id) ?? null })
    }
    expect(stored).toEqual(booked)
    const { balances } = proveBalances(await rows.movementSums(), await rows.vaultHoldings())
    expect(balances.size).toBe(settleBooks(books).settlement.holdings.length)
    expect([...balances.values()].filter(({ remainder }) => remainder.digits !== 0n)).toEqual([])
    expect(await rows.unsettledBalances()).toEqual([])
  }, 300_000)

  it('is listed by no filter with more than by the whole list', async () => {
    reach()
    const { sentence, requests } = await run(sumFilters(rows, fence), running)
    expect([sentence, requests <= 300]).toEqual([
      expect.stringMatching(/^No filter that was asked lists/),
      true,
    ])
  })
})
