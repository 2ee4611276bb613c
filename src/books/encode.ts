/** Encodes books as pieces of a few hundred thousand bytes, and decodes them. Whoever keeps the pieces proves that they are unchanged. */
import * as z from 'zod/mini'
import { normaliseHolding, normaliseVault, normaliseWhitelist } from '../api/normalise.ts'
import type { Walked } from '../api/walk/walk.ts'
import { balanceTypes } from '../contract/enumerations.ts'
import type { Books } from './books.ts'
import { type TransactionBlock, type TransactionColumn, transactionFields } from './transaction-table.ts'

/** The first piece is everything but the transactions, as JSON. Each further piece is one block of them. Numbers are little-endian. */
export function* encodeBooks(books: Books): Generator<Uint8Array<ArrayBuffer>> {
  const { rows, blocks } = books.transactions.table
  const head = { format, fields: transactionFields, rows, blocks: blocks.length }
  const sent = withLists(books, ({ records, ...end }) => ({
    ...end,
    records: records.map(({ received }) => received),
  }))
  yield jsonBytes({ ...head, books: sent })
  for (const block of blocks) yield encodedBlock(block)
}

/** Takes the pieces in order. Throws `NoBooks` for books of another form or with pieces missing. */
export async function decodeBooks(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Books> {
  let head: z.infer<typeof headSchema> | null = null
  const blocks: TransactionBlock[] = []
  for await (const piece of pieces)
    orNoBooks(() => {
      if (head) blocks.push(decodedBlock(piece))
      else head = headSchema.parse(jsonIn(piece))
    })
  return orNoBooks(() => {
    const { fields, blocks: count, rows, books } = head ?? headSchema.parse(null)
    claim(fields.join() === transactionFields.join() && count === blocks.length)
    claim(rows === blocks.reduce((sum, { days }) => sum + days.length, 0))
    claim(rows === books.transactions.rows)
    return {
      ...books,
      holdings: books.holdings.map(({ vaults, balances: { all, cold, warm } }) => ({
        vaults: read(vaults, normaliseVault),
        balances: {
          all: read(all, normaliseHolding),
          cold: read(cold, normaliseHolding),
          warm: read(warm, normaliseHolding),
        },
      })),
      whitelists: read(books.whitelists, normaliseWhitelist),
      transactions: { ...books.transactions, table: { rows, blocks } },
    }
  })
}

function read<R>(
  { records, ...end }: z.infer<typeof sentList>,
  normalise: (received: unknown) => R,
): Walked<R> {
  return { ...end, records: records.map(normalise) }
}

/** Books without their transactions, and with something else for each other list. */
export function withLists<List>(
  { holdings, whitelists, transactions: { table: _, ...transactions }, ...books }: Books,
  listOf: (list: Walked<{ readonly received: unknown }>) => List,
) {
  return {
    ...books,
    transactions,
    whitelists: listOf(whitelists),
    holdings: holdings.map(({ vaults, balances: { all, cold, warm } }) => ({
      vaults: listOf(vaults),
      balances: { all: listOf(all), cold: listOf(cold), warm: listOf(warm) },
    })),
  }
}

function orNoBooks<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new NoBooks('These bytes are not books.', { cause })
  }
}

export class NoBooks extends Error {
  override readonly name = 'NoBooks'
}

const format = 'custody-console/books 2'

/** Layout: rows and length of the JSON; the JSON with the texts of each column; days; then ends and codes of each column. */
function encodedBlock({ columns, days }: TransactionBlock): Uint8Array<ArrayBuffer> {
  const all = transactionFields.map((field) => columns[field])
  const json = jsonBytes(all.map(({ texts, ends }) => ({ texts, count: ends.length })))
  const arrays = [days, ...all.flatMap(({ ends, codes }) => [ends, codes])]
  const start = Uint32Array.of(days.length, json.length)
  const size = arrays.reduce((sum, { byteLength }) => sum + byteLength, start.byteLength + json.length)
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of [start, json, ...arrays]) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part.byteLength
  }
  return bytes
}

function decodedBlock(bytes: Uint8Array): TransactionBlock {
  let at = 0
  const take = (length: number) => {
    claim(at + length <= bytes.length)
    at += length
    // The copy begins at an aligned offset, which arrays of numbers need.
    return bytes.slice(at - length, at).buffer
  }
  const [rows = 0, jsonLength = 0] = new Uint32Array(take(8))
  const texts = textsSchema.parse(jsonIn(new Uint8Array(take(jsonLength))))
  claim(rows > 0 && texts.length === transactionFields.length)
  const days = new Int32Array(take(4 * rows))
  const columns = texts.map(({ texts, count }): TransactionColumn => {
    const ends = new Uint32Array(take(4 * count))
    const codes = new Uint16Array(take(2 * rows))
    return { texts, ends, codes }
  })
  claim(at === bytes.length)
  const named = Object.fromEntries(transactionFields.map((field, index) => [field, columns[index]]))
  return { columns: named as TransactionBlock['columns'], days }
}

function claim(isSo: boolean): void {
  if (!isSo) throw new Error('It does not have the form of books.')
}

function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

function jsonIn(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

const text = z.nullable(z.string())
const count = z.int().check(z.minimum(0))
const textsSchema = z.array(z.strictObject({ texts: z.string(), count: count }))

const walkEnd = {
  completeness: z.enum(['complete', 'read-once', 'partial']),
  doubts: z.array(z.string()),
  isUnchecked: z.boolean(),
  since: text,
  rows: count,
  pages: count,
  passes: count,
  repairs: count,
  late: count,
  begun: z.string(),
  ended: z.string(),
}
const days = z.strictObject({
  failure: z.nullable(z.enum(['refused', 'nowhere', 'ignored', 'ahead', 'zone', 'request', 'unknown-range'])),
  form: z.enum(['day', 'instant', 'next-day']),
  formOfLinks: z.enum(['day', 'instant', 'next-day']),
  whose: z.enum(['utc', 'service']),
  requests: count,
})

function booksWith<List extends z.ZodMiniType>(list: List) {
  return z.strictObject({
    service: z.string(),
    account: text,
    holdings: z.array(z.strictObject({ vaults: list, balances: z.record(z.enum(balanceTypes), list) })),
    whitelists: list,
    transactions: z.strictObject({ ...walkEnd, days }),
    begun: z.string(),
    ended: z.string(),
    update: z.nullable(z.strictObject({ whole: z.string(), since: z.int(), added: count, changed: count })),
    reread: text,
  })
}

export const booksAbout = booksWith(z.strictObject(walkEnd))

/** A list with its records as the service sent them. */
const sentList = z.strictObject({ ...walkEnd, records: z.array(z.unknown()) })

const headSchema = z.strictObject({
  format: z.literal(format),
  fields: z.array(z.string()),
  rows: count,
  blocks: count,
  books: booksWith(sentList),
})
