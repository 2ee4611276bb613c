/** Encodes books as pieces of a few hundred thousand bytes, and decodes them. */
import * as z from 'zod/mini'
import { textFields } from '../api/records.ts'
import { balanceTypes } from '../contract/enumerations.ts'
import type { Books } from './books.ts'
import { type TransactionBlock, type TransactionColumn, transactionFields } from './transaction-table.ts'

/** The first piece is everything but the transactions, as JSON. Each further piece is one block of them. Numbers are little-endian. */
export function* encodeBooks(books: Books): Generator<Uint8Array<ArrayBuffer>> {
  const { table, ...transactions } = books.transactions
  const { rows, blocks } = table
  const head = { format, fields: transactionFields, rows, blocks: blocks.length }
  yield jsonBytes({ ...head, books: { ...books, transactions } })
  for (const block of blocks) yield encodedBlock(block)
}

/** Takes the pieces in order. Throws `NoBooks` for anything that `encodeBooks` did not write. */
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
    return { ...books, transactions: { ...books.transactions, table: { rows, blocks } } }
  })
}

function orNoBooks<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new NoBooks('These bytes are no books.', { cause })
  }
}

export class NoBooks extends Error {
  override readonly name = 'NoBooks'
}

const format = 'custody-console/books 1'

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
    claim(ends.every((end, index) => end >= (ends[index - 1] ?? 0)) && (ends.at(-1) ?? 0) === texts.length)
    claim(codes.every((code) => code <= count))
    return { texts, ends, codes }
  })
  claim(at === bytes.length)
  const named = Object.fromEntries(transactionFields.map((field, index) => [field, columns[index]]))
  const block: TransactionBlock = { columns: named as TransactionBlock['columns'], days }
  const { texts: others, ends } = block.columns.others
  ends.forEach((end, index) => void othersSchema.parse(JSON.parse(others.slice(ends[index - 1] ?? 0, end))))
  return block
}

function claim(isSo: boolean): void {
  if (!isSo) throw new Error('It is not as books are.')
}

function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

function jsonIn(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

const text = z.nullable(z.string())
const count = z.int().check(z.minimum(0))
const othersSchema = z.array(z.strictObject({ path: z.string(), value: z.string() }))
const textsSchema = z.array(z.strictObject({ texts: z.string(), count: count }))

function texts<const Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, text])) as Readonly<Record<Name, typeof text>>
}

/** The service may have sent any JSON. */
const received = { others: othersSchema, received: z.unknown() }
const holding = z.strictObject({
  ...texts(textFields.holding),
  balances: z.strictObject(texts(textFields.balanceAmounts)),
  ...received,
})
const vault = z.strictObject({ ...texts(textFields.vault), assets: z.array(holding), ...received })
const whitelist = z.strictObject({
  ...texts(textFields.whitelist),
  assets: z.array(z.strictObject({ ...texts(textFields.whitelistAsset), ...received })),
  ...received,
})

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

function booksWith<
  Vaults extends z.ZodMiniType,
  Balances extends z.ZodMiniType,
  Whitelists extends z.ZodMiniType,
>(vaults: Vaults, balances: Balances, whitelists: Whitelists) {
  return z.strictObject({
    service: z.string(),
    account: text,
    holdings: z.array(z.strictObject({ vaults, balances: z.record(z.enum(balanceTypes), balances) })),
    whitelists,
    transactions: z.strictObject({ ...walkEnd, days }),
    begun: z.string(),
    ended: z.string(),
    update: z.nullable(z.strictObject({ whole: z.string(), since: z.int(), added: count, changed: count })),
    reread: text,
  })
}

const ofList = z.strictObject(walkEnd)
export const booksAbout = booksWith(ofList, ofList, ofList)

function walked<Record extends z.ZodMiniType>(record: Record) {
  return z.strictObject({ ...walkEnd, records: z.array(record) })
}

const headSchema = z.strictObject({
  format: z.literal(format),
  fields: z.array(z.string()),
  rows: count,
  blocks: count,
  books: booksWith(walked(vault), walked(holding), walked(whitelist)),
})
