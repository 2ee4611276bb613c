/**
 * Transactions in columns. A million objects would exceed a tab's memory, so each block of rows keeps the distinct texts of a column in one
 * string. The table is plain data and can be cloned and saved.
 */

import { normaliseTransaction } from '../api/normalise.ts'
import type { Transaction } from '../api/records.ts'
import { type DayNumber, dayLength } from '../contract/day.ts'

export type BookedTransaction = Omit<Transaction, 'received'>

/**
 * When the service recorded a transaction, as far as its date filter has shown: from `from` on, and before `before`. Milliseconds since 1970
 * UTC, or, for a service's own days, 86,400,000 for each.
 */
export interface TimeSpan {
  readonly from: number
  readonly before: number
}

/** Nothing was asked yet. */
export const anyTime: TimeSpan = { from: -Infinity, before: Infinity }

export function daySpan(day: DayNumber | null): TimeSpan {
  return day === null ? anyTime : { from: day * dayLength, before: (day + 1) * dayLength }
}

/** The day is that of the table's division; null where a transaction may be on either side of an edge. */
export type VisitTransaction = (transaction: BookedTransaction, day: DayNumber | null, span: TimeSpan) => void

export interface TransactionTable {
  readonly rows: number
  readonly blocks: readonly Block[]
}

interface Block {
  readonly columns: Readonly<Record<Field, Column>>
  /** Spans, one per row. */
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
  let open = openBlock()
  const close = () => {
    if (open.spans.length > 0) blocks.push(open.close())
    open = openBlock()
  }
  return {
    add(transaction: BookedTransaction, span: TimeSpan) {
      open.add(flatOf(transaction), span)
      rows += 1
      if (open.spans.length === rowsOfBlock) close()
    },
    table(): TransactionTable {
      close()
      return { rows, blocks: [...blocks] }
    },
  }
}

/** The day is null where it may be another one. */
export interface DatedTransaction {
  readonly transaction: BookedTransaction
  readonly day: DayNumber | null
  readonly span: TimeSpan
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
    const table = createTransactionTable()
    const one = { rows, blocks: [block] }
    let isSame = true
    eachRow(one, ({ transaction_id }) => {
      if (replaced.has(transaction_id)) isSame = false
    })
    if (isSame) return [block]
    eachTransaction(one, (transaction, _, span) =>
      table.add(replaced.get(transaction.transaction_id) ?? transaction, span),
    )
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
      const { transaction_id } = readersOf(block.columns)
      const spans = Array.from(block.days, (_, row) =>
        narrow(textAt(transaction_id, row), spanAt(block, row)),
      )
      return { columns: block.columns, ...spanColumns(spans) }
    }),
  }
}

/** A moment that divides the transactions, in the measure of spans, and the day that begins with it. */
export interface Edge {
  readonly at: number
  readonly day: DayNumber
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
      days: Int32Array.from(block.days, (_, row) => dayBetween(spanAt(block, row), edges, today) ?? noDay),
    })),
  }
}

function dayBetween({ from, before }: TimeSpan, edges: readonly Edge[], today: DayNumber): DayNumber | null {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle]?.at ?? Infinity) <= from) low = middle + 1
    else high = middle
  }
  const next = edges[low]
  if (next && before > next.at) return null
  return next ? next.day - 1 : Math.max(today, edges.at(-1)?.day ?? today)
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

export function eachTransaction(table: TransactionTable, visit: VisitTransaction): void {
  eachRow(table, (row, ...when) => visit(row.whole(), ...when))
}

/** Reads a column only when asked. A row has getters, so take its `whole()` to spread, clone or compare it. */
export function eachRow(
  { blocks }: TransactionTable,
  visit: (row: BookRow, day: DayNumber | null, span: TimeSpan) => void,
): void {
  for (const block of blocks) {
    const readers = readersOf(block.columns)
    for (let row = 0; row < block.days.length; row += 1)
      visit(rowOf(readers, row), dayAt(block.days, row), spanAt(block, row))
  }
}

/** A block by its columns, for questions about many rows: an object for each would take most of the time. */
export interface OpenBlock {
  readonly rows: number
  /** The place of its first row in the table. */
  readonly first: number
  rowAt(row: number): BookRow
  textAt(field: Field, row: number): string | null
  spanAt(row: number): TimeSpan
  /** Tests each different text of a column once. */
  where(field: Field, passes: (text: string | null) => boolean): (row: number) => boolean
  /** Of a word in lower case. */
  containing(field: Field, word: string): (row: number) => boolean
}

export function openBlocks({ blocks }: TransactionTable): readonly OpenBlock[] {
  let rows = 0
  return blocks.map((block) => {
    const readers = readersOf(block.columns)
    const first = rows
    rows += block.days.length
    return {
      rows: block.days.length,
      first,
      rowAt: (row) => rowOf(readers, row),
      textAt: (field, row) => textAt(readers[field], row),
      spanAt: (row) => spanAt(block, row),
      where(field, passes) {
        const reader = readers[field]
        const known = new Uint8Array(reader.ends.length + 1)
        return (row) => {
          const code = reader.codes[row] ?? 0
          known[code] ||= passes(textAt(reader, row)) ? 1 : 2
          return known[code] === 1
        }
      },
      containing(field, word) {
        const found = codesContaining(readers[field], word)
        return (row) => found[readers[field].codes[row] ?? 0] === 1
      },
    }
  })
}

/** Searches all texts of a column in one, and leaves out what begins in one text and ends in the next. */
function codesContaining({ texts, ends }: Column, word: string): Uint8Array {
  const found = new Uint8Array(ends.length + 1)
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
        found[index + 1] = 1
    return found
  }
  let code = 1
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    while ((ends[code - 1] ?? Infinity) <= at) code += 1
    if (at + word.length <= (ends[code - 1] ?? 0)) found[code] = 1
  }
  return found
}

/** Visits rows that differ, or that only one table has, with null for the other. `left` counts missing and duplicate ids. */
export function eachDifference(
  before: TransactionTable,
  after: TransactionTable,
  compared: readonly Field[],
  visit: (before: DatedTransaction | null, after: DatedTransaction | null) => void,
): { readonly paired: number; readonly left: number } {
  const earlier = before.blocks.map(openedBlock)
  /** Block and row of each id in one number: a hundred thousand objects would cost more than the comparison. */
  const places = new Map<string, number>()
  let paired = 0
  let left = 0
  for (const [index, { readers, met }] of earlier.entries())
    for (let row = 0; row < met.length; row += 1) {
      const id = textAt(readers.transaction_id, row)
      if (id && !places.has(id)) places.set(id, index * mostRows + row)
      else {
        left += 1
        met[row] = 1
      }
    }
  const isAt = (place: number, ids: Reader, row: number) => {
    const block = earlier[Math.floor(place / mostRows)]
    const at = place % mostRows
    return block?.met[at] === 0 && isSameText(ids, row, block.readers.transaction_id, at)
  }
  const added = new Set<string>()
  // Most rows keep their order, so the next place is tried first.
  let next = 0
  for (const opened of after.blocks.map(openedBlock)) {
    const { readers, block } = opened
    for (let row = 0; row < block.days.length; row += 1) {
      const ids = readers.transaction_id
      const place = isAt(next, ids, row) ? next : (places.get(textAt(ids, row) ?? '') ?? -1)
      const other = earlier[Math.floor(place / mostRows)]
      const otherRow = place % mostRows
      if (!other) {
        const id = textAt(ids, row)
        if (!id || added.has(id)) left += 1
        else visit(null, rowAt(opened, row))
        if (id) added.add(id)
      } else if (other.met[otherRow] === 1) left += 1
      else {
        paired += 1
        other.met[otherRow] = 1
        next = otherRow + 1 < other.met.length ? place + 1 : place - otherRow + mostRows
        const isAlike = compared.every((field) =>
          isSameText(readers[field], row, other.readers[field], otherRow),
        )
        if (!isAlike || block.days[row] !== other.block.days[otherRow])
          visit(rowAt(other, otherRow), rowAt(opened, row))
      }
    }
  }
  for (const opened of earlier)
    for (const [row, isMet] of opened.met.entries()) if (isMet === 0) visit(rowAt(opened, row), null)
  return { paired, left }
}

/** A block has fewer rows. */
const mostRows = 2 ** 20

type OpenedBlock = ReturnType<typeof openedBlock>

function openedBlock(block: Block) {
  return { readers: readersOf(block.columns), block, met: new Uint8Array(block.days.length) }
}

function rowAt({ readers, block }: OpenedBlock, row: number): DatedTransaction {
  const span = spanAt(block, row)
  return { transaction: rowOf(readers, row), day: dayWithin(span), span }
}

function dayAt(days: Int32Array, row: number): DayNumber | null {
  const day = days[row] ?? noDay
  return day === noDay ? null : day
}
/** Does not cache texts that rarely repeat: caching them would take most of the time. */
function isSameText(one: Reader, row: number, other: Reader, otherRow: number): boolean {
  if (one.ends.length * 4 < one.codes.length) return textAt(one, row) === textAt(other, otherRow)
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

export interface BookRow extends BookedTransaction {
  whole(): BookedTransaction
  textOf(field: Field): string | null
}

function openBlock() {
  const columns = fields.map((field) => ({ field, texts: new Map<string, number>(), codes: [] as number[] }))
  const spans: TimeSpan[] = []
  return {
    spans,
    add(flat: Flat, span: TimeSpan) {
      for (const { field, texts, codes } of columns) {
        const text = flat[field]
        const code = text === null ? 0 : (texts.get(text) ?? texts.size + 1)
        if (text !== null) texts.set(text, code)
        codes.push(code)
      }
      spans.push(span)
    },
    close: (): Block => ({
      columns: Object.fromEntries(
        columns.map(({ field, texts, codes }) => [field, columnOf([...texts.keys()], codes)]),
      ) as Block['columns'],
      ...spanColumns(spans),
    }),
  }
}

function columnOf(texts: readonly string[], codes: readonly number[]): Column {
  let end = 0
  return {
    texts: texts.join(''),
    ends: Uint32Array.from(texts, (text) => (end += text.length)),
    codes: Uint16Array.from(codes),
  }
}

function flatOf(transaction: BookedTransaction & { readonly received?: unknown }) {
  const { source, destination, others, received: _, ...item } = transaction
  return { ...item, ...source, ...destination, others: others.length > 0 ? JSON.stringify(others) : null }
}

/** `cut` caches texts, so that rows with one text share one string. */
interface Reader extends Column {
  readonly cut: (string | null | undefined)[]
}

type Readers = Readonly<Record<Field, Reader>>

function readersOf(columns: Block['columns']): Readers {
  // `fromEntries` loses the key type; `fields` has every key.
  return Object.fromEntries(
    fields.map((field) => [field, { ...columns[field], cut: [null] }]),
  ) as unknown as Readers
}

function textAt({ texts, ends, codes, cut }: Reader, row: number): string | null {
  const code = codes[row] ?? 0
  const text = cut[code]
  if (text !== undefined) return text
  const first = texts.slice(ends[code - 2] ?? 0, ends[code - 1])
  cut[code] = first
  return first
}

/** Getters are added below. A row is also both of its parties, to save two objects per row. */
class Row {
  readonly columns: Readers
  readonly row: number
  constructor(columns: Readers, row: number) {
    this.columns = columns
    this.row = row
  }
  get source() {
    return this
  }
  get destination() {
    return this
  }
  get others(): BookedTransaction['others'] {
    const others = textAt(this.columns.others, this.row)
    return others === null ? [] : JSON.parse(others)
  }
  textOf(field: Field): string | null {
    return textAt(this.columns[field], this.row)
  }
  whole(): BookedTransaction {
    const texts = (names: readonly Field[]) =>
      Object.fromEntries(names.map((name) => [name, textAt(this.columns[name], this.row)]))
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
      return textAt(this.columns[name], this.row)
    },
  })

function rowOf(columns: Readers, row: number): BookRow {
  // TypeScript does not see the getters added above.
  return new Row(columns, row) as unknown as BookRow
}

/** Outside every calendar. */
const noDay = -(2 ** 31)

export {
  type Block as TransactionBlock,
  type Column as TransactionColumn,
  type Field as TransactionField,
  fields as transactionFields,
}
