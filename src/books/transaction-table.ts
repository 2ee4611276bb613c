/**
 * Transactions in columns. A million objects would exceed a tab's memory, so each block of rows keeps the distinct texts of a column in one
 * string. The table is plain data and can be cloned and saved.
 */
import type { DayNumber } from '../api/dates/day.ts'
import { normaliseTransaction } from '../api/normalise.ts'
import type { Transaction } from '../api/records.ts'

export type BookedTransaction = Omit<Transaction, 'received'>

/** The day is null if none was found. */
export type VisitTransaction = (transaction: BookedTransaction, day: DayNumber | null) => void

export interface TransactionTable {
  readonly rows: number
  readonly blocks: readonly Block[]
}

interface Block {
  readonly columns: Readonly<Record<Field, Column>>
  /** One per row; `noDay` if none was found. */
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
    if (open.days.length > 0) blocks.push(open.close())
    open = openBlock()
  }
  return {
    add(transaction: BookedTransaction, day: DayNumber | null) {
      open.add(flatOf(transaction), day)
      rows += 1
      if (open.days.length === rowsOfBlock) close()
    },
    table(): TransactionTable {
      close()
      return { rows, blocks: [...blocks] }
    },
  }
}

export interface DatedTransaction {
  readonly transaction: BookedTransaction
  readonly day: DayNumber | null
}

/** Replaces transactions by id and puts new ones first. Unchanged blocks are shared. */
export function revisedTable(
  { rows, blocks }: TransactionTable,
  replaced: ReadonlyMap<string | null, DatedTransaction>,
  added: readonly DatedTransaction[],
): TransactionTable {
  const head = createTransactionTable()
  for (const { transaction, day } of added) head.add(transaction, day)
  const rest = blocks.map((block) => {
    const revised = createTransactionTable()
    let isSame = true
    eachRow({ rows, blocks: [block] }, ({ transaction_id }) => {
      if (replaced.has(transaction_id)) isSame = false
    })
    if (isSame) return [block]
    eachTransaction({ rows, blocks: [block] }, (transaction, day) => {
      const entry = replaced.get(transaction.transaction_id) ?? { transaction, day }
      revised.add(entry.transaction, entry.day)
    })
    return revised.table().blocks
  })
  return { rows: rows + added.length, blocks: [...head.table().blocks, ...rest.flat()] }
}

export function eachTransaction(table: TransactionTable, visit: VisitTransaction): void {
  eachRow(table, (row, day) => visit(row.whole(), day))
}

/** Reads a column only when asked. A row has getters, so take its `whole()` to spread, clone or compare it. */
export function eachRow(
  { blocks }: TransactionTable,
  visit: (row: BookRow, day: DayNumber | null) => void,
): void {
  for (const { columns, days } of blocks) {
    const readers = readersOf(columns)
    for (let row = 0; row < days.length; row += 1) visit(rowOf(readers, row), dayAt(days, row))
  }
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
  for (const { readers, days } of after.blocks.map(openedBlock))
    for (let row = 0; row < days.length; row += 1) {
      const ids = readers.transaction_id
      const place = isAt(next, ids, row) ? next : (places.get(textAt(ids, row) ?? '') ?? -1)
      const other = earlier[Math.floor(place / mostRows)]
      const otherRow = place % mostRows
      if (!other) {
        const id = textAt(ids, row)
        if (!id || added.has(id)) left += 1
        else visit(null, rowAt(readers, days, row))
        if (id) added.add(id)
      } else if (other.met[otherRow] === 1) left += 1
      else {
        paired += 1
        other.met[otherRow] = 1
        next = otherRow + 1 < other.met.length ? place + 1 : place - otherRow + mostRows
        const isAlike = compared.every((field) =>
          isSameText(readers[field], row, other.readers[field], otherRow),
        )
        if (!isAlike || days[row] !== other.days[otherRow])
          visit(rowAt(other.readers, other.days, otherRow), rowAt(readers, days, row))
      }
    }
  for (const { readers, days, met } of earlier)
    for (const [row, isMet] of met.entries()) if (isMet === 0) visit(rowAt(readers, days, row), null)
  return { paired, left }
}

/** A block has fewer rows. */
const mostRows = 2 ** 20

function openedBlock({ columns, days }: Block) {
  return { readers: readersOf(columns), days, met: new Uint8Array(days.length) }
}

function rowAt(readers: Readers, days: Int32Array, row: number): DatedTransaction {
  return { transaction: rowOf(readers, row), day: dayAt(days, row) }
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
}

function openBlock() {
  const columns = fields.map((field) => ({ field, texts: new Map<string, number>(), codes: [] as number[] }))
  const days: number[] = []
  return {
    days,
    add(flat: Flat, day: DayNumber | null) {
      for (const { field, texts, codes } of columns) {
        const text = flat[field]
        const code = text === null ? 0 : (texts.get(text) ?? texts.size + 1)
        if (text !== null) texts.set(text, code)
        codes.push(code)
      }
      days.push(day ?? noDay)
    },
    close: (): Block => ({
      columns: Object.fromEntries(
        columns.map(({ field, texts, codes }) => [field, columnOf([...texts.keys()], codes)]),
      ) as Block['columns'],
      days: Int32Array.from(days),
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
