import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { readQuery } from '../../contract/query.ts'
import { databaseKinds } from '../../database/testing/databases.ts'
import { install, loadRecords, type TransactionRow } from './tables.ts'
import { fixtureBooks } from './testing/books.ts'
import { transactionListBody } from './transactions.ts'

/** The fixture many times over, so that reading through all of it is never the cheapest way. */
function* manyTransactions(): Generator<TransactionRow> {
  for (let copy = 0; copy < 60; copy += 1)
    for (const row of fixtureBooks.transactions) {
      const recordedAt = new Date(Date.parse(row.recorded_at) + copy * 61_001).toISOString()
      yield { ...row, transaction_id: `${row.transaction_id}-${copy}`, recorded_at: recordedAt }
    }
}

describe.each(databaseKinds)('transactions on $name', async (kind) => {
  const database = await kind.open()

  beforeAll(async () => {
    await install(database, (queries) =>
      loadRecords(queries, { ...fixtureBooks, transactions: manyTransactions() }),
    )
    await database.with({ seconds: null }).script('vacuum analyze')
  })

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
  ])('a page of "%s" is read off the index %s', async (query, index) => {
    let plan = ''
    const explaining: typeof database = {
      ...database,
      async query(sql, parameters) {
        const lines = await database.query<'QUERY PLAN'>(`explain ${sql}`, parameters)
        plan = lines.map((line) => line['QUERY PLAN']).join('\n')
        return await database.query(sql, parameters)
      },
    }
    const read = readQuery(endpoints.transactions, `${query}&limit=5&offset=5`)
    await transactionListBody(explaining, read, '2026-11-20T10:11:12.345Z')
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan on transaction')
  })
})
