import { expect, test } from 'vitest'
import { shownColumns } from './list-table.ts'

const all = ['type', 'status', 'amount', 'fee']
const standard = ['type', 'status', 'amount']

test.each([
  ['nothing', {}, standard],
  ['a column shown and one hidden', { fee: true, type: false }, ['status', 'amount', 'fee']],
  ['a column that is there no more', { gone: true }, standard],
  ['no column', { type: false, status: false, amount: false }, standard],
])('of %s', (_what, shown, columns) => {
  expect(shownColumns(shown, all, standard)).toEqual(columns)
})

test('what the reader did not touch follows the window', () => {
  expect(shownColumns({ status: false }, all, standard)).toEqual(['type', 'amount'])
  expect(shownColumns({ status: false }, all, all)).toEqual(['type', 'amount', 'fee'])
})
