import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booksOf } from '../books/testing/made-books.ts'
import { type BookRow, eachRow } from '../books/transaction-table.ts'
import { joinPieces, splitAnswer } from './task.ts'

test('an answer is the same in pieces, lists within lists too', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.string(),
      fc.constant(null),
      fc.bigInt(),
      fc.array(tie('value'), { maxLength: 9 }),
      fc.dictionary(fc.string(), tie('value')),
      fc
        .tuple(tie('value'), fc.integer({ min: 200, max: 800 }))
        .map(([one, count]) => Array(count).fill(one)),
    ),
  }))
  fc.assert(
    fc.property(value, (answer) => {
      const { head, pieces } = splitAnswer(answer)
      const sent = structuredClone({ head, pieces })
      expect(joinPieces(sent.head, sent.pieces)).toEqual(answer)
    }),
    { numRuns: 40 },
  )
})

test('no message has more than a few hundred rows, also of rows that have many parts', () => {
  const rows = Array.from({ length: 600 }, (_, id) => ({ id, parts: Array.from({ length: 300 }, String) }))
  const answer = { tables: [{ rows }] }
  const { head, pieces } = splitAnswer(answer)
  const lengths = [head, ...pieces].map((one) => JSON.stringify(one).match(/"id":/g)?.length ?? 0)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(250)
  expect(joinPieces(head, pieces)).toEqual(answer)
})

test('a row of the books is sent whole, and not with its table', () => {
  const rows: BookRow[] = []
  eachRow(
    booksOf([[{ transaction_id: 'a', transaction: { amount: '1' } }, null]]).transactions.table,
    (row) => rows.push(row),
  )
  const { head } = splitAnswer(rows)
  expect(structuredClone(head)).toEqual([expect.objectContaining({ transaction_id: 'a', amount: '1' })])
})
