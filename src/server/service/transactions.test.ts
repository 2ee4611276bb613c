import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { readQuery } from '../../contract/query.ts'
import type { Database } from './database/database.ts'
import { install } from './database/open.ts'
import { loadBooks, type TransactionRow } from './database/tables.ts'
import { fixtureBooks } from './testing/books.ts'
import { databaseKinds } from './testing/databases.ts'
import { Transactions } from './transactions.ts'

const timestamp = '2026-11-20T10:11:12.345Z'

/** The fixture many times over, so that reading through all of it is never the cheapest way. */
function* manyTransactions(): Generator<TransactionRow> {
  for (let copy = 0; copy < 60; copy += 1)
    for (const row of fixtureBooks.transactions) {
      const recordedAt = new Date(Date.parse(row.recorded_at) + copy * 61_001).toISOString()
      yield { ...row, transaction_id: `${row.transaction_id}-${copy}`, recorded_at: recordedAt }
    }
}

describe.each(databaseKinds)('plans on $name', (kind) => {
  let database: Database

  beforeAll(async () => {
    database = await kind.open()
    await install(database, (queries) =>
      loadBooks(queries, { ...fixtureBooks, transactions: manyTransactions() }),
    )
    await database.script('vacuum analyze')
  })

  afterAll(async () => {
    await database?.close()
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
    const transactions = new Transactions(explaining)
    for (const offset of [0, 5])
      await transactions.list(
        readQuery(endpoints.transactions, `${query}&limit=5&offset=${offset}`),
        timestamp,
      )
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
})
