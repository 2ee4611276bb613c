/** Books of the real service are brought up to date: in few requests, and with everything read again where that shows that more has changed. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Books, settleBooks, updateSentence } from '../books/books.ts'
import { eachRow } from '../books/transaction-table.ts'
import type { TransactionRow } from './service/tables.ts'
import { readBooksNow, startConsoleOverDemonstration } from './testing/console.ts'

const { database, asked, reach } = await startConsoleOverDemonstration(8)
let before: Books

const open = Array.from({ length: 10 }, (_, index) => `open-${index}`)

beforeAll(async () => {
  reach()
  await record(open, '2026-03-04T05:06:07.890Z', 'pending')
  before = await readBooksNow()
  expect([before.transactions.completeness, unproved(before)]).toEqual(['complete', 0])
}, 120_000)

beforeEach(() => reach())

/** Records deposits of one more unit each, like one that the books have. */
async function record(ids: readonly string[], at: string, status: TransactionRow['status']) {
  await database.query(
    `insert into transaction select (json_populate_record(row, json_build_object('transaction_id', id, 'recorded_at', $2::text, 'status', $3::text, 'amount', '1', 'fee', '0'))).*
     from (select row from transaction row where transaction_type = 'deposit' and status = 'completed' order by transaction_id limit 1) deposit,
       json_array_elements_text($1::json) id`,
    [JSON.stringify(ids), at, status],
  )
}

async function credit(units: number) {
  await database.query(
    `update holding set available_balance = available_balance + $1::numeric
     from (select * from transaction where transaction_type = 'deposit' and status = 'completed' order by transaction_id limit 1) deposit
     where vault_id = destination_id and holding.asset_id = deposit.asset_id and holding.network_id = deposit.network_id`,
    [String(units)],
  )
}

function unproved(books: Books): number {
  return settleBooks(books).settlement.holdings.filter(({ remainder }) => remainder?.digits !== 0n).length
}

function read(books: Books) {
  const rows = new Map<string | null, readonly [status: string | null, day: number | null]>()
  eachRow(books.transactions.table, ({ transaction_id, status }, day) =>
    rows.set(transaction_id, [status, day]),
  )
  return rows
}

it('after 100 new transactions and 10 that have changed, in at most 40 requests, to what reading everything gives', async () => {
  await record(
    Array.from({ length: 100 }, (_, index) => `new-${index}`),
    '2026-11-20T09:08:07.000Z',
    'completed',
  )
  await database.query(`update transaction set status = 'completed' where transaction_id like 'open-%'`, [])
  await credit(110)
  const after = await readBooksNow(before)
  expect(after).toMatchObject({
    reread: null,
    update: { added: 100, changed: 10, whole: before.ended },
    transactions: { completeness: 'complete', rows: before.transactions.rows + 100 },
  })
  expect(unproved(after)).toBe(0)
  expect([before, after].map(updateSentence)).toEqual([
    null,
    expect.stringMatching(/final transactions are as they were/),
  ])
  expect(asked.length).toBeLessThanOrEqual(14 + open.length)
  const everything = await readBooksNow()
  expect([...read(after)].sort()).toEqual([...read(everything)].sort())
  before = after
})

it('again, where nothing is new, in nine requests', async () => {
  const after = await readBooksNow(before)
  expect(after).toMatchObject({ reread: null, update: { added: 0, changed: 0, whole: before.update?.whole } })
  expect(after.transactions.table).toEqual(before.transactions.table)
  // Four of holdings, the newest transactions and the end of their list, and those of each open status.
  expect(asked.length).toBeLessThanOrEqual(9)
})

it.each<readonly [string, () => Promise<unknown>, () => Promise<unknown>, RegExp]>([
  ['a balance is no longer explained', () => credit(1), () => credit(-1), /no longer explained 1 balance/],
  [
    'one of the newest transactions has changed although it was final',
    () => database.query(`update transaction set note = 'changed' where transaction_id = 'new-0'`, []),
    () => database.query(`update transaction set note = '' where transaction_id = 'new-0'`, []),
    /new-0 was completed before, and has changed/,
  ],
  [
    'a transaction is gone',
    () => database.query(`delete from transaction where transaction_id = 'new-8'`, []),
    () => record(['new-8'], '2026-11-20T09:08:07.000Z', 'completed'),
    /did not go on as it was/,
  ],
])('reads everything again where %s, and says so', async (_, happen, undo, why) => {
  await happen()
  const after = await readBooksNow(before)
  await undo()
  expect(after.update).toBeNull()
  expect(after.reread).toMatch(why)
  expect(after.transactions.rows).toBe((await count()) - (why.test('did not go on as it was') ? 1 : 0))
})

it('of a service without dates too', async () => {
  reach((path) => path.replace(/(start|end)_date=[^&]*/g, '$1_date=never'))
  const undated = await readBooksNow()
  expect(await readBooksNow(undated)).toMatchObject({ update: { added: 0 }, reread: null })
})

it('takes nothing of the books of another account', async () => {
  expect(await readBooksNow({ ...before, account: 'another' })).toMatchObject({
    update: null,
    reread: null,
  })
})

async function count(): Promise<number> {
  const [row] = await database.query<'count'>('select count(*)::text as count from transaction', [])
  return Number(row?.count)
}
