import { beforeAll, expect, it } from 'vitest'
import type { Queries } from '../../database/database.ts'
import { openEither } from '../../database/testing/databases.ts'
import { openStore } from '../store.ts'
import { lease, readWholeLists, receivedList } from '../testing/records.ts'
import { largestTransactions } from './samples.ts'
import { idsOfHashes } from './search.ts'
import { sortedColumns, type TransactionQuery } from './transaction-query.ts'
import { transactionPage } from './transactions.ts'

const database = await openEither()
let account = ''
const day = 86_400_000

beforeAll(async () => {
  const store = await openStore(database)
  const reader = { kind: 'named', name: 'bench' } as const
  account = await store.account({ service: 'demo', reader, apiKey: 'key', accountId: null })
  const rows = Array.from({ length: 3000 }, (_, place) => ({
    id: `T${place}`,
    status: place % 3 === 0 ? 'failed' : 'completed',
    details: {
      transaction_type: place % 2 === 0 ? 'withdraw' : 'deposit',
      asset_id: `A${place % 5}`,
      amount: String(place),
      fee: place % 7 === 0 ? '0.1' : '0',
      txn_hash: `0x${place}`,
      destination: { destination_id: `W${place % 40}`, memo: place % 500 === 0 ? `memo ${place}` : '' },
    },
  }))
  await readWholeLists(store.of(account), receivedList(rows))
  const spans = rows.map(({ id }, place) => ({
    id,
    from: day * (place % 2),
    before: day * ((place % 2) + 1),
  }))
  await store.of(account).setDays(await lease(store.of(account)), spans)
  await database.with({ seconds: null }).script('vacuum analyze custody_store.transaction')
})

/** From the table and its indexes, as in a large account: a small table is read whole sooner. */
function rowsRead(
  ask: (queries: Queries) => Promise<unknown>,
  settings = 'set local enable_seqscan = off; set local enable_hashjoin = off',
): Promise<number> {
  return database.transaction(async (queries) => {
    await queries.script(settings)
    let read = 0
    const explained = {
      ...queries,
      async query<Column extends string = never>(sql: string, parameters: readonly (string | null)[] = []) {
        const [row] = await queries.query<'QUERY PLAN'>(`explain (analyze, format json) ${sql}`, parameters)
        read += rowsIn(JSON.parse(row?.['QUERY PLAN'] ?? '[]')[0].Plan)
        return await queries.query<Column>(sql, parameters)
      },
    }
    await ask(explained)
    return read
  })
}

function rowsOfPage(asked: TransactionQuery): Promise<number> {
  return rowsRead((queries) => transactionPage(queries, account, asked, { limit: 51, offset: 0 }))
}

interface PlanNode {
  readonly Plans?: readonly PlanNode[]
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
}

function rowsIn(node: PlanNode): number {
  const isScan = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type'])
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const below = (node.Plans ?? []).reduce((sum, one) => sum + rowsIn(one), 0)
  return below + (isScan ? rows * node['Actual Loops'] : 0)
}

const columns = Object.keys(sortedColumns) as (keyof typeof sortedColumns)[]
const sorts = columns.flatMap((column) => [false, true].map((isDescending) => ({ column, isDescending })))

it.each(sorts)(
  'reads no more than a few pages for the first by $column, descending: $isDescending',
  async (sort) => {
    expect(await rowsOfPage({ sort })).toBeLessThan(1000)
  },
)

it('reads no more than a few pages for a memo that few records have', async () => {
  expect(await rowsOfPage({ memo: ['memo 500'] })).toBeLessThan(1000)
})

it('reads no more than a few rows for the ids of a hash', async () => {
  const ids: (readonly string[])[] = []
  const read = await rowsRead(async (queries) => {
    ids.push(await idsOfHashes(queries, account, ['0x500', '500'], 12))
  })
  expect([ids, read < 10]).toEqual([[['T500']], true])
})

it('reads all rows once for the largest of each asset', async () => {
  const options = { seed: '1', most: 5 }
  const read = await rowsRead((queries) => largestTransactions(queries, account, {}, options), 'select 1')
  expect(read).toBeLessThan(4000)
})
