import { expect, test } from 'vitest'
import { arrangementOf } from './list-table.ts'

const all = ['type', 'status', 'amount', 'fee']
const standard = ['type', 'status', 'amount']

test.each([
  ['nothing', {}, standard],
  ['a column shown and one hidden', { shown: { fee: true, type: false } }, ['status', 'amount', 'fee']],
  ['an order', { order: ['fee', 'amount', 'type', 'status'] }, ['amount', 'type', 'status']],
  [
    'columns that are there no more',
    { order: ['gone', 'amount'], shown: { gone: true } },
    ['amount', 'type', 'status'],
  ],
  ['one column twice', { order: ['amount', 'amount'] }, ['amount', 'type', 'status']],
  ['no column', { shown: { type: false, status: false, amount: false } }, standard],
])('of %s', (_what, own, columns) => {
  expect(arrangementOf(own, all, standard).columns).toEqual(columns)
})

test('what the reader did not touch follows the window', () => {
  const own = { order: ['amount', 'status', 'fee', 'type'], shown: { status: false } }
  expect(arrangementOf(own, all, standard).columns).toEqual(['amount', 'type'])
  expect(arrangementOf(own, all, all).columns).toEqual(['amount', 'fee', 'type'])
})
