import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../api/normalise.ts'
import type { WalkEnd } from '../api/walk/walk.ts'
import type { Books } from './books.ts'
import { decodeBooks, encodeBooks, NoBooks } from './encode.ts'
import { createTransactionTable, eachTransaction } from './transaction-table.ts'

/** Halves of surrogate pairs among them. */
const text = fc.oneof(fc.constantFrom('', 'BTC', 'completed'), fc.string({ unit: 'binary' }))
const instant = '2026-11-23T14:02:31.000Z'
const end: WalkEnd = {
  completeness: 'read-once',
  doubts: ['It was skipped.'],
  isUnchecked: false,
  since: null,
  rows: 0,
  pages: 1,
  passes: 1,
  repairs: 0,
  late: 0,
  begun: instant,
  ended: instant,
}

const holdingSent = fc.record(
  { asset_id: text, network_id: text, balances: fc.record({ total_balance: text, beside: text }) },
  { requiredKeys: [] },
)
const transactionSent = fc.record(
  { transaction_id: text, status: text, beside: text, transaction: fc.record({ amount: text, note: text }) },
  { requiredKeys: [] },
)
const anyBooks = fc
  .record({
    holdings: fc.array(holdingSent, { maxLength: 3 }),
    names: fc.array(text, { maxLength: 3 }),
    rows: fc.array(fc.tuple(transactionSent, fc.option(fc.integer({ min: -1000, max: 100_000 }))), {
      maxLength: 12,
    }),
    perBlock: fc.integer({ min: 1, max: 5 }),
    account: fc.option(text),
    update: fc.option(fc.constant({ whole: instant, since: 20_000, added: 3, changed: 1 })),
  })
  .map(({ holdings, names, rows, perBlock, account, update }): Books => {
    const table = createTransactionTable(perBlock)
    for (const [sent, day] of rows) table.add(normaliseTransaction(sent), day)
    const balances = { ...end, records: holdings.map(normaliseHolding) }
    const vaults = names.map((vault_name) => normaliseVault({ vault_name, assets: holdings }))
    const whitelists = names.map((whitelist_name) =>
      normaliseWhitelist({ whitelist_name, assets: [{ address: whitelist_name }] }),
    )
    const reading = {
      vaults: { ...end, records: vaults },
      balances: { all: balances, cold: balances, warm: balances },
    }
    const days = { failure: null, form: 'day', formOfLinks: 'day', whose: 'utc', requests: 7 } as const
    return {
      service: 'https://custody.invalid',
      account,
      holdings: [reading, reading],
      whitelists: { ...end, records: whitelists },
      transactions: { ...end, rows: rows.length, table: table.table(), days },
      begun: instant,
      ended: instant,
      update,
      reread: null,
    }
  })

test('books become bytes, and the same books again', async () => {
  await fc.assert(
    fc.asyncProperty(anyBooks, async (books) => {
      expect(await decodeBooks(encodeBooks(books))).toEqual(books)
    }),
  )
})

test('a piece that is missing, or there once more, is no part of books', async () => {
  await fc.assert(
    fc.asyncProperty(anyBooks, fc.nat(), async (books, at) => {
      const pieces = [...encodeBooks(books)]
      const place = at % pieces.length
      await expect(decodeBooks(pieces.toSpliced(place, 1))).rejects.toThrow(NoBooks)
      await expect(
        decodeBooks(pieces.toSpliced(place, 0, ...pieces.slice(place, place + 1))),
      ).rejects.toThrow(NoBooks)
    }),
  )
})

test('hostile bytes are refused, or are books that can be read to their end', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyBooks,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (books, piece, at, flip) => {
        const pieces = [...encodeBooks(books)]
        const hit = pieces[piece % pieces.length]
        if (!hit) return
        hit[at % hit.length] = (hit[at % hit.length] ?? 0) ^ flip
        try {
          const read = await decodeBooks(pieces)
          eachTransaction(read.transactions.table, (transaction) => void JSON.stringify(transaction))
          expect(read.transactions.table.rows).toBe(books.transactions.table.rows)
        } catch (error) {
          expect(error).toBeInstanceOf(NoBooks)
        }
      },
    ),
  )
})

test.each([
  ['nothing', []],
  ['no bytes', [new Uint8Array()]],
  ['another file', [new TextEncoder().encode('{"format":"custody-console/export-facts"}')]],
])('%s is no books', async (_, pieces) => {
  await expect(decodeBooks(pieces)).rejects.toThrow(NoBooks)
})
