/** Encodes books as pieces of a few hundred thousand bytes, and decodes them. Whoever keeps the pieces proves that they are unchanged. */
import { normaliseHolding, normaliseVault, normaliseWhitelist } from '../api/normalise.ts'
import type { Books } from './books.ts'
import type { WalkEnd, Walked } from './reading/walk.ts'
import { type TransactionBlock, type TransactionColumn, transactionFields } from './transaction-table.ts'

/** The first piece is everything but the transactions, as JSON. Each further piece is one block of them. Numbers are little-endian. */
export function* encodeBooks(books: Books): Generator<Uint8Array<ArrayBuffer>> {
  const head: Head = { format, books: sentBooks(books) }
  yield jsonBytes(head)
  for (const block of books.transactions.table.blocks) yield encodedBlock(block)
}

/** Takes the pieces in order. Throws if another version of the console wrote them. */
export async function decodeBooks(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Books> {
  let head: Head | null = null
  const blocks: TransactionBlock[] = []
  for await (const piece of pieces)
    if (head) blocks.push(decodedBlock(piece))
    else head = JSON.parse(textOf(piece))
  if (head?.format !== format) throw new Error('Another version of the console wrote these books.')
  const { books } = head
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
    transactions: { ...books.transactions, table: { rows: books.transactions.rows, blocks } },
  }
}

interface Head {
  readonly format: string
  readonly books: ReturnType<typeof sentBooks>
}

/** Raise the number whenever the form of `Books` changes: books kept by an earlier release are then read anew. */
const format = `custody-console/books 5: ${transactionFields.join()}`

/** A list with its records as the service sent them. */
interface SentList extends WalkEnd {
  readonly records: readonly unknown[]
}

function sentBooks(books: Books) {
  return withLists(
    books,
    ({ records, ...end }): SentList => ({ ...end, records: records.map(({ received }) => received) }),
  )
}

function read<R>({ records, ...end }: SentList, normalise: (received: unknown) => R): Walked<R> {
  return { ...end, records: records.map(normalise) }
}

/** Books without their transactions, and with something else for each other list. */
function withLists<List>(
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

interface SentColumn {
  readonly texts: string
  readonly count: number
}

/** Layout: rows and length of the JSON; the JSON with the texts of each column; spans and days; then ends and codes of each column. */
function encodedBlock({ columns, days, from, before }: TransactionBlock): Uint8Array<ArrayBuffer> {
  const all = transactionFields.map((field) => columns[field])
  const json = jsonBytes(all.map(({ texts, ends }): SentColumn => ({ texts, count: ends.length })))
  const arrays = [from, before, days, ...all.flatMap(({ ends, codes }) => [ends, codes])]
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
    at += length
    // The copy begins at an aligned offset, which arrays of numbers need.
    return bytes.slice(at - length, at).buffer
  }
  const [rows = 0, jsonLength = 0] = new Uint32Array(take(8))
  const sent: readonly SentColumn[] = JSON.parse(textOf(new Uint8Array(take(jsonLength))))
  const from = new Float64Array(take(8 * rows))
  const before = new Float64Array(take(8 * rows))
  const days = new Int32Array(take(4 * rows))
  const columns = sent.map(({ texts, count }): TransactionColumn => {
    const ends = new Uint32Array(take(4 * count))
    const codes = new Uint16Array(take(2 * rows))
    return { texts, ends, codes }
  })
  const named = Object.fromEntries(transactionFields.map((field, index) => [field, columns[index]]))
  return { columns: named as TransactionBlock['columns'], from, before, days }
}

function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
