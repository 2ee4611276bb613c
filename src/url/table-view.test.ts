import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSorting, writeSorting } from './table-view.ts'

const known = ['amount', 'fee', 'status', 'txn_hash']

test('a sorting survives the way into a link and back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.boolean(), (column, descending) => {
      expect(readSorting(writeSorting({ column, descending }) ?? undefined, known)).toEqual({
        column,
        descending,
      })
    }),
  )
})

test.each([
  ['amount', { column: 'amount', descending: false }],
  ['amount:desc', { column: 'amount', descending: true }],
  ['amount:up', null],
  ['amount:desc:1', null],
  ['nope:asc', null],
  [undefined, null],
])('sort=%s', (text, sorting) => {
  expect(readSorting(text, known)).toEqual(sorting)
})
