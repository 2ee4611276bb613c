import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { readQuery } from '../../contract/query.ts'
import type { Database } from '../../database/database.ts'
import { databaseKinds } from '../../database/testing/databases.ts'
import { cases } from '../../testing/cases.ts'
import { Refusal } from '../http.ts'
import { install, loadRecords, type TransactionRow } from './tables.ts'
import { fixtureBooks } from './testing/books.ts'
import { Transactions } from './transactions.ts'

let time = 0
const clock = () => time

/** The body of a page, or the code where there is none. */
function pageOf(transactions: Transactions, query: string): Promise<string> {
  return transactions
    .list(readQuery(endpoints.transactions, query), '2026-11-20T10:11:12.345Z')
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    })
}

/** The fixture many times over, so that reading through all of it is never the cheapest way. */
function* manyTransactions(): Generator<TransactionRow> {
  for (let copy = 0; copy < 60; copy += 1)
    for (const row of fixtureBooks.transactions) {
      const recordedAt = new Date(Date.parse(row.recorded_at) + copy * 61_001).toISOString()
      yield { ...row, transaction_id: `${row.transaction_id}-${copy}`, recorded_at: recordedAt }
    }
}

const newest = `(select transaction_id from transaction where source_id = 'vault-2'
  order by recorded_at desc, transaction_id limit 1)`

/** Each changes the first page, so that every later page begins somewhere else. */
const changes = [
  [
    'an insertion',
    `insert into transaction select (t).* from (
      select json_populate_record(x, '{"transaction_id":"new","recorded_at":"2026-12-01T00:00:00Z"}') as t
      from transaction x where transaction_id = ${newest}) as copied`,
  ],
  ['a deletion', `delete from transaction where transaction_id = ${newest}`],
  [
    'a change of what the filter asks for',
    `update transaction set source_id = 'x' where transaction_id = ${newest}`,
  ],
  [
    'a change of the order',
    `update transaction set recorded_at = '2020-01-01' where transaction_id = ${newest}`,
  ],
  ['a change of status', `update transaction set status = 'failed' || '' where source_id = 'vault-2'`],
] as const

describe.each(databaseKinds)('transactions on $name', async (kind) => {
  const database = await kind.open()

  beforeAll(async () => {
    await install(database, (queries) =>
      loadRecords(queries, { ...fixtureBooks, transactions: manyTransactions() }),
    )
    await database.with({ seconds: null }).script('vacuum analyze')
  })

  /** The plan of the last question that a reader asks for two pages in turn: the second starts at a remembered place. */
  async function plansOf(query: string): Promise<string[]> {
    const plans: string[] = []
    const explaining: Database = {
      ...database,
      async query(sql, parameters) {
        const lines = await database.query<'QUERY PLAN'>(`explain ${sql}`, parameters)
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
        return await database.query(sql, parameters)
      },
    }
    const transactions = new Transactions(explaining, clock)
    for (const offset of [0, 5]) await pageOf(transactions, `${query}&limit=5&offset=${offset}`)
    return plans
  }

  it.each([
    ['', 'transaction_order'],
    ['start_date=2026-11-01&end_date=2026-11-02', 'transaction_order'],
    ['source_id=vault-2', 'transaction_by_source_id'],
    ['source_address=source-3', 'transaction_by_source_address'],
    ['asset_id=XRP', 'transaction_by_asset_id'],
    ['network_id=ARB', 'transaction_by_network_id'],
    ['transaction_type=claim', 'transaction_by_transaction_type'],
    ['destination_id=list-3', 'transaction_by_destination_id'],
    ['destination_address=destination-3', 'transaction_by_destination_address'],
    ['status=failed', 'transaction_by_status'],
    ['status=failed&start_date=2026-11-01&end_date=2026-11-02', 'transaction_by_status'],
  ])('a page of "%s" is read off the index %s, by counting and by place', async (query, index) => {
    const [counted = '', placed = '', ...more] = await plansOf(query)
    expect(more).toEqual([])
    expect(counted).toContain(index)
    expect(placed).toContain(index)
    // What a remembered place is for: the rows before it are not read.
    expect(placed).toMatch(/Index Cond: .*recorded_at < /)
    expect(counted + placed).not.toContain('Seq Scan on transaction')
  })

  it('are the same pages by memory as by counting, in whatever order they are turned', async () => {
    const page = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      offset: fc.integer({ min: 0, max: 70 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 8 }), async (pages) => {
        const walking = new Transactions(database, clock)
        for (const { limit, offset } of pages) {
          const query = `start_date=2026-11-03&limit=${limit}&offset=${offset}`
          expect(await pageOf(walking, query)).toBe(await pageOf(new Transactions(database, clock), query))
        }
      }),
      { numRuns: cases(30) },
    )
  })

  it.each(changes)('are seen as plain counting does after %s between two pages', async (_, sql) => {
    const rolledBack = new Error('rolled back')
    const changing = database.transaction(async (queries) => {
      const changed = { ...database, ...queries }
      const walking = new Transactions(changed, clock)
      const page = (reader: Transactions, offset: number) =>
        pageOf(reader, `source_id=vault-2&limit=10&offset=${offset}`)
      const before = await page(walking, 0)
      await queries.script(sql)
      for (const offset of [10, 20, 30])
        expect(await page(walking, offset)).toBe(await page(new Transactions(changed, clock), offset))
      expect(await page(walking, 0)).not.toBe(before)
      await queries.script('truncate transaction')
      expect(await page(walking, 10)).toBe('TXN-02')
      throw rolledBack
    })
    await expect(changing).rejects.toBe(rolledBack)
  })

  it('are seen as plain counting does a second after a change further down the list', async () => {
    const rolledBack = new Error('rolled back')
    const changing = database.transaction(async (queries) => {
      const changed = { ...database, ...queries }
      const walking = new Transactions(changed, clock)
      const page = (reader: Transactions) => pageOf(reader, 'source_id=vault-2&limit=10&offset=10')
      const pages = [await pageOf(walking, 'source_id=vault-2&limit=10'), await page(walking)]
      await queries.script(`delete from transaction where transaction_id = (
        select transaction_id from transaction where source_id = 'vault-2' order by recorded_at desc, transaction_id limit 1 offset 5)`)
      // A walk under way neither skips a record nor has one twice.
      expect(await page(walking)).toBe(pages[1])
      time += 1000
      expect(await page(walking)).toBe(await page(new Transactions(changed, clock)))
      expect(await page(walking)).not.toBe(pages[1])
      throw rolledBack
    })
    await expect(changing).rejects.toBe(rolledBack)
  })
})
