import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transactionsView } from '../url/lists.ts'
import { arrangementOf, ownPart } from './use-list-table.ts'

const known = transactionsView.columns

test('an arrangement comes back from what is kept of it', () => {
  const arrangements = fc.record({
    columns: fc.shuffledSubarray([...known], { minLength: 1 }),
    widths: fc.dictionary(fc.constantFrom(...known), fc.integer({ min: 48, max: 960 }), {
      noNullPrototype: true,
    }),
  })
  fc.assert(
    fc.property(arrangements, (arrangement) => {
      expect(arrangementOf(ownPart(arrangement, known), known)).toEqual(arrangement)
    }),
  )
})

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
  expect(arrangementOf(kept, known)).toEqual(arrangement)
})

test('of the product’s own arrangement nothing is kept', () => {
  expect(ownPart({ columns: known, widths: {} }, known)).toEqual({})
})
