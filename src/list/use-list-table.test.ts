import { expect, test } from 'vitest'
import { transactionsView } from '../url/lists.ts'
import { arrangementOf } from './use-list-table.ts'

const known = transactionsView.table.columns

test.each([
  ['nothing', {}, { columns: known, widths: {} }],
  [
    'columns and widths that are there no more',
    { columns: ['gone', 'amount'], widths: { gone: 99 } },
    { columns: ['amount'], widths: {} },
  ],
  ['one column twice', { columns: ['fee', 'fee'] }, { columns: ['fee'], widths: {} }],
  ['no column that is there', { columns: ['gone'] }, { columns: known, widths: {} }],
])('of %s', (_what, kept, arrangement) => {
  expect(arrangementOf(kept, known, known)).toEqual(arrangement)
})
