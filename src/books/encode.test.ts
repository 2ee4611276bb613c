import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseTransaction, normaliseVault, normaliseWhitelist } from '../sync/service/normalise.ts'
import { decodeBooks, encodeBooks } from './encode.ts'
import { datedBooks, nothingHeld, walked } from './testing/made-books.ts'

/** Halves of surrogate pairs among them. */
const text = fc.oneof(
  fc.constantFrom('', 'BTC', 'completed'),
  fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }),
)
const transaction = fc
  .record(
    {
      transaction_id: text,
      status: text,
      beside: text,
      transaction: fc.record({ amount: text, note: text }),
    },
    { requiredKeys: [] },
  )
  .map(normaliseTransaction)
const day = fc.option(fc.integer({ min: -1000, max: 100_000 }))
/** What a service sends, also in the form of an encoded array. */
const sent = fc.record({ array: fc.constantFrom('Float64Array', 'x'), length: text, name: text })

test('books become bytes, and the same books again', async () => {
  const rows = fc.array(fc.record({ transaction, day }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(rows, fc.array(sent, { maxLength: 3 }), async (transactions, records) => {
      const vaults = records.map((each) => normaliseVault({ ...each, assets: [each] }))
      const holdings = [nothingHeld, { ...nothingHeld, vaults: walked(vaults) }]
      const whitelists = records.map(normaliseWhitelist)
      const books = datedBooks(transactions, { holdings, whitelists, doubts: ['It was skipped.'] })
      expect(await decodeBooks(encodeBooks(books))).toEqual(books)
    }),
  )
})

test('what another version of the console kept is refused', async () => {
  const other = new TextEncoder().encode('{"format":"custody-console/books 1"}')
  await expect(decodeBooks([other])).rejects.toThrow('Another version')
})
