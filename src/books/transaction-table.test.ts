import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { anyCharacter } from '../testing/properties.ts'
import { type BookedTransaction, createTransactionTable, daySpan, eachRow } from './transaction-table.ts'

/** Repeated texts, empty texts, and any characters. */
const text = fc.oneof(
  fc.constantFrom('', 'BTC', 'completed', 'Ω'),
  fc.string({ unit: anyCharacter }),
  fc.constant(null),
)
const transaction = fc
  .record({ transaction_id: text, status: text, amount: text, memo: text, source_id: text, beside: text })
  .map(({ transaction_id, status, amount, memo, source_id, beside }) =>
    normaliseTransaction({
      transaction_id,
      status,
      ...(beside !== null && { beside }),
      transaction: { amount, source: { source_id }, destination: { memo } },
    }),
  )
const day = fc.option(fc.integer({ min: -1000, max: 100_000 }))

test('what is added comes out again, in its order, also of a copy of the table', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(transaction, day), { maxLength: 20 }), fc.nat(4), (rows, more) => {
      const booked = createTransactionTable(1 + more)
      for (const [each, on] of rows) booked.add(each, daySpan(on))
      const table = structuredClone(booked.table())
      const given: [BookedTransaction, number | null][] = []
      eachRow(table, (row, on) => void given.push([row.whole(), on]))
      expect(given).toEqual(rows.map(([{ received: _, ...each }, on]) => [each, on]))
      expect(table.rows).toBe(rows.length)
      const read: unknown[] = []
      eachRow(
        table,
        ({ status, source, others }, on) => void read.push([status, source.source_id, others, on]),
      )
      expect(read).toEqual(
        rows.map(([{ status, source, others }, on]) => [status, source.source_id, others, on]),
      )
    }),
  )
})
