/** Two readings of one list in one table: the later one stands, in the place of the first. */
import { expect, test } from 'vitest'
import { pageOf, queryOf, replayed } from '../../sync/service/testing/answers.ts'
import { eachRow } from '../transaction-table.ts'
import { readTransactionTable } from './read-transactions.ts'

const item = (id: string, status: string, amount = '1') => ({
  transaction_id: id,
  status,
  transaction: { amount },
})
type Item = ReturnType<typeof item>

/** The second reading begins with the second page that is asked for from the start. */
function readTwice(first: readonly Item[], second: readonly Item[]) {
  let begun = 0
  const booked = replayed(readTransactionTable({}), (request) => {
    const query = queryOf(request)
    const { limit, offset } = pageOf(request)
    if (limit > 100 && offset === 0) begun += 1
    const status = query.get('status')
    const listed = query.has('start_date') ? [] : begun > 1 ? second : first
    const page = listed.filter((each) => (status ?? each.status) === each.status)
    return { body: { transactions: page.slice(offset, offset + limit) }, receivedAt: '' }
  })
  const rows: string[] = []
  eachRow(booked.table, ({ transaction_id: id, status, amount }) => rows.push(`${id} ${status} ${amount}`))
  return { ...booked, rows, count: booked.rows }
}

test('what arrived stands at the ends, and what moved on is as it was last', () => {
  const before = [item('a', 'completed'), item('b', 'pending'), item('c', 'completed')]
  const after = [
    item('new', 'pending'),
    item('a', 'completed'),
    item('b', 'completed'),
    item('c', 'completed'),
  ]
  const { completeness, rows, count } = readTwice(before, [...after, item('end', 'failed')])
  expect(rows).toEqual(['new pending 1', 'a completed 1', 'b completed 1', 'c completed 1', 'end failed 1'])
  expect([completeness, count]).toEqual(['complete', 5])
})

test('what was final and differs is told with both values, and the list is not complete', () => {
  const { completeness, doubts, rows } = readTwice([item('a', 'completed')], [item('a', 'completed', '2')])
  expect(rows).toEqual(['a completed 2'])
  expect([completeness, doubts]).toEqual([
    'partial',
    ['The service listed a as completed, with amount 1 and then 2.'],
  ])
})
