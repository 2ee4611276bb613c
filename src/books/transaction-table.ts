/**
 * Transactions in columns. A million objects would exceed a tab's memory, so each block of rows keeps the distinct texts of a column in one
 * string. The table is plain data and can be cloned and saved.
 */

import { type DayNumber, dayLength } from '../contract/day.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { dayBetween, type Edge } from '../settlement/edges.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'

export type { Edge } from '../settlement/edges.ts'

export type BookedTransaction = Omit<Transaction, 'received' | 'text'>

/**
 * When the service recorded a transaction, as far as its date filter has shown: from `from` on, and before `before`. Milliseconds since 1970
 * UTC, or, for a service's own days, 86,400,000 for each.
 */
export interface TimeSpan {
  readonly from: number
  readonly before: number
}

export const anyTime: TimeSpan = { from: -Infinity, before: Infinity }

export function daySpan(day: DayNumber | null): TimeSpan {
  return day === null ? anyTime : { from: day * dayLength, before: (day + 1) * dayLength }
}

export interface TransactionTable {
  readonly rows: number
  readonly blocks: readonly Block[]
}

interface Block {
  readonly columns: Readonly<Record<Field, Column>>
  readonly from: Float64Array
  readonly before: Float64Array
  /** One per row; `noDay` where it is not known. */
  readonly days: Int32Array
}

interface Column {
  /** The distinct texts joined, and the end of each. */
  readonly texts: string
  readonly ends: Uint32Array
  /** The text of each row, counted from 1; 0 for null. */
  readonly codes: Uint16Array
}

type Flat = ReturnType<typeof flatOf>
type Field = keyof Flat

/** Normalising nothing gives every field. */
const fields = Object.keys(flatOf(normaliseTransaction(undefined))) as Field[]

export function createTransactionTable(rowsOfBlock = 4096) {
  const blocks: Block[] = []
  let rows = 0
  let open = emptyBlock()
  const close = () => {
    if (open.spans.length > 0) blocks.push(closedBlock(open))
    open = emptyBlock()
  }
  return {
    add(transaction: BookedTransaction, span: TimeSpan) {
      const flat = flatOf(transaction)
      for (const { field, texts, codes } of open.columns) {
        const text = flat[field]
        const code = text === null ? 0 : (texts.get(text) ?? texts.size + 1)
        if (text !== null) texts.set(text, code)
        codes.push(code)
      }
      open.spans.push(span)
      rows += 1
      if (open.spans.length === rowsOfBlock) close()
    },
    table(): TransactionTable {
      close()
      return { rows, blocks: [...blocks] }
    },
  }
}

function emptyBlock() {
  const columns = fields.map((field) => ({ field, texts: new Map<string, number>(), codes: [] as number[] }))
  return { columns, spans: [] as TimeSpan[] }
}

function closedBlock({ columns, spans }: ReturnType<typeof emptyBlock>): Block {
  const named = columns.map(({ field, texts, codes }) => [field, columnOf([...texts.keys()], codes)])
  // Every field has a column.
  return { columns: Object.fromEntries(named), ...spanColumns(spans) }
}

function columnOf(texts: readonly string[], codes: readonly number[]): Column {
  let end = 0
  return {
    texts: texts.join(''),
    ends: Uint32Array.from(texts, (text) => (end += text.length)),
    codes: Uint16Array.from(codes),
  }
}

function flatOf(transaction: BookedTransaction & { readonly received?: unknown; readonly text?: string }) {
  const { source, destination, others, received: _, text: __, ...item } = transaction
  return { ...item, ...source, ...destination, others: others.length > 0 ? JSON.stringify(others) : null }
}

/** Replaces transactions by id, and adds new ones before the first and after the last. Unchanged blocks are shared. */
export function revisedTable(
  { rows, blocks }: TransactionTable,
  replaced: ReadonlyMap<string | null, BookedTransaction>,
  added: { readonly first: readonly BookedTransaction[]; readonly last: readonly BookedTransaction[] },
): TransactionTable {
  const blocksOf = (transactions: readonly BookedTransaction[]) => {
    const table = createTransactionTable()
    for (const transaction of transactions) table.add(transaction, anyTime)
    return table.table().blocks
  }
  const revised = blocks.map((block) => {
    const rows: BookRow[] = []
    const spans: TimeSpan[] = []
    eachRow({ rows: 0, blocks: [block] }, (row, _, span) => {
      rows.push(row)
      spans.push(span)
    })
    if (!rows.some(({ transaction_id }) => replaced.has(transaction_id))) return [block]
    const table = createTransactionTable()
    for (const [index, row] of rows.entries())
      table.add(replaced.get(row.transaction_id) ?? row.whole(), spans[index] ?? anyTime)
    return table.table().blocks
  })
  return {
    rows: rows + added.first.length + added.last.length,
    blocks: [...blocksOf(added.first), ...revised.flat(), ...blocksOf(added.last)],
  }
}

/** The same rows with narrower spans. `narrow` gets each row's id and span. */
export function narrowedTable(
  { rows, blocks }: TransactionTable,
  narrow: (id: string | null, span: TimeSpan) => TimeSpan,
): TransactionTable {
  return {
    rows,
    blocks: blocks.map((block) => {
      const open = new OpenBlock(block, 0)
      const spans = Array.from(block.days, (_, row) =>
        narrow(open.textAt('transaction_id', row), open.spanAt(row)),
      )
      return { columns: block.columns, ...spanColumns(spans) }
    }),
  }
}

/**
 * The same rows with other days: each has the last day before the next edge, and `today` where no edge is later. Rows that may be on either
 * side of an edge have none. The edges are in order.
 */
export function dividedTable(
  { rows, blocks }: TransactionTable,
  edges: readonly Edge[],
  today: DayNumber,
): TransactionTable {
  return {
    rows,
    blocks: blocks.map((block) => ({
      ...block,
      days: Int32Array.from(block.days, (_, row) => dayOfSpan(spanAt(block, row), edges, today) ?? noDay),
    })),
  }
}

function dayOfSpan({ from, before }: TimeSpan, edges: readonly Edge[], today: DayNumber): DayNumber | null {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle]?.at ?? Infinity) <= from) low = middle + 1
    else high = middle
  }
  const next = edges[low]
  return next && before > next.at ? null : dayBetween(edges, low, today)
}

/** The day within which a span lies; null if it may be another one. */
export function dayWithin({ from, before }: TimeSpan): DayNumber | null {
  const day = Math.floor(from / dayLength)
  return before <= (day + 1) * dayLength ? day : null
}

function spanAt({ from, before }: Block, row: number): TimeSpan {
  return { from: from[row] ?? -Infinity, before: before[row] ?? Infinity }
}

/** Before a table is divided, a row has a day where its span is within one. */
function spanColumns(spans: readonly TimeSpan[]): Pick<Block, 'from' | 'before' | 'days'> {
  return {
    from: Float64Array.from(spans, ({ from }) => from),
    before: Float64Array.from(spans, ({ before }) => before),
    days: Int32Array.from(spans, (span) => dayWithin(span) ?? noDay),
  }
}

/** Reads a column only when asked. A row has getters, so take its `whole()` to spread, clone or compare it. */
export function eachRow(
  table: TransactionTable,
  visit: (row: BookRow, day: DayNumber | null, span: TimeSpan) => void,
): void {
  for (const block of openBlocks(table))
    for (let row = 0; row < block.rows; row += 1) visit(block.rowAt(row), block.dayAt(row), block.spanAt(row))
}

export function openBlocks({ blocks }: TransactionTable): readonly OpenBlock[] {
  let first = 0
  return blocks.map((block) => {
    const open = new OpenBlock(block, first)
    first += open.rows
    return open
  })
}

/** `cut` caches texts, so that rows with one text share one string. */
interface Reader extends Column {
  readonly cut: (string | null | undefined)[]
}

/** A block by its columns, for questions about many rows: an object for each would take most of the time. */
export class OpenBlock {
  readonly rows: number
  /** The place of its first row in the table. */
  readonly first: number
  readonly #block: Block
  readonly #readers: Readonly<Record<Field, Reader>>

  constructor(block: Block, first: number) {
    this.rows = block.days.length
    this.first = first
    this.#block = block
    const readers = fields.map((field) => [field, { ...block.columns[field], cut: [null] }])
    this.#readers = Object.fromEntries(readers)
  }

  rowAt(row: number): BookRow {
    // TypeScript does not see the getters that are added below.
    return new Row(this, row) as unknown as BookRow
  }

  textAt(field: Field, row: number): string | null {
    const { texts, ends, codes, cut } = this.#readers[field]
    const code = codes[row] ?? 0
    const text = cut[code]
    if (text !== undefined) return text
    const first = texts.slice(ends[code - 2] ?? 0, ends[code - 1])
    cut[code] = first
    return first
  }

  spanAt(row: number): TimeSpan {
    return spanAt(this.#block, row)
  }

  dayAt(row: number): DayNumber | null {
    const day = this.#block.days[row] ?? noDay
    return day === noDay ? null : day
  }

  /** Tests each different text of a column once. */
  where(field: Field, passes: (text: string | null) => boolean): (row: number) => boolean {
    const { ends, codes } = this.#readers[field]
    const results = new Uint8Array(ends.length + 1)
    return (row) => {
      const code = codes[row] ?? 0
      results[code] ||= passes(this.textAt(field, row)) ? 1 : 2
      return results[code] === 1
    }
  }

  /** `word` is in lower case. */
  containing(field: Field, word: string): (row: number) => boolean {
    const reader = this.#readers[field]
    const matches = codesContaining(reader, word)
    return (row) => matches[reader.codes[row] ?? 0] === 1
  }

  /** Does not cache texts that rarely repeat: caching them would take most of the time. */
  hasSameText(field: Field, row: number, block: OpenBlock, otherRow: number): boolean {
    const [one, other] = [this.#readers[field], block.#readers[field]]
    if (one.ends.length * 4 < one.codes.length)
      return this.textAt(field, row) === block.textAt(field, otherRow)
    const code = one.codes[row] ?? 0
    const otherCode = other.codes[otherRow] ?? 0
    if (code === 0 || otherCode === 0) return code === otherCode
    const start = one.ends[code - 2] ?? 0
    const end = one.ends[code - 1] ?? 0
    const otherStart = other.ends[otherCode - 2] ?? 0
    const otherEnd = other.ends[otherCode - 1] ?? 0
    return (
      end - start === otherEnd - otherStart &&
      one.texts.slice(start, end) === other.texts.slice(otherStart, otherEnd)
    )
  }
}

/** Searches all texts of a column in one, and leaves out what begins in one text and ends in the next. */
function codesContaining({ texts, ends }: Column, word: string): Uint8Array {
  const matches = new Uint8Array(ends.length + 1)
  const lower = texts.toLowerCase()
  if (lower.length !== texts.length) {
    // Then its parts are elsewhere.
    for (const [index, end] of ends.entries())
      if (
        texts
          .slice(ends[index - 1] ?? 0, end)
          .toLowerCase()
          .includes(word)
      )
        matches[index + 1] = 1
    return matches
  }
  let code = 1
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    while ((ends[code - 1] ?? Infinity) <= at) code += 1
    if (at + word.length <= (ends[code - 1] ?? 0)) matches[code] = 1
  }
  return matches
}

export interface BookRow extends BookedTransaction {
  whole(): BookedTransaction
  textOf(field: Field): string | null
}

/** Getters are added below. A row is also both of its parties, to save two objects per row. */
class Row {
  readonly block: OpenBlock
  readonly row: number
  constructor(block: OpenBlock, row: number) {
    this.block = block
    this.row = row
  }
  get source() {
    return this
  }
  get destination() {
    return this
  }
  get others(): BookedTransaction['others'] {
    const others = this.textOf('others')
    return others === null ? [] : JSON.parse(others)
  }
  textOf(field: Field): string | null {
    return this.block.textAt(field, this.row)
  }
  whole(): BookedTransaction {
    const texts = (names: readonly Field[]) =>
      Object.fromEntries(names.map((name) => [name, this.textOf(name)]))
    const parties = { source: texts(names.source), destination: texts(names.destination) }
    // `names` are the keys of a transaction.
    return { ...texts(names.item), ...parties, others: this.others } as unknown as BookedTransaction
  }
}

const names = fieldNames(normaliseTransaction(undefined))

function fieldNames({ source, destination, others: _, received: __, ...item }: Transaction) {
  const namesOf = (part: object) => Object.keys(part) as Field[]
  return { item: namesOf(item), source: namesOf(source), destination: namesOf(destination) }
}

for (const name of Object.values(names).flat())
  Object.defineProperty(Row.prototype, name, {
    get(this: Row) {
      return this.textOf(name)
    },
  })

const noDay = -(2 ** 31)

export { type Block as TransactionBlock, type Field as TransactionField, fields as transactionFields }
