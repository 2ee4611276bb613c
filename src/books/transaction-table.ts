/**
 * Transactions in columns. As objects a million of them would take more memory than a tab has, so the texts of a column are one string for
 * a block of rows, each different text once. It is plain data: it can be cloned, saved, and opened again.
 */
import type { DayNumber } from '../api/dates/day.ts'
import { normaliseTransaction } from '../api/normalise.ts'
import type { Transaction } from '../api/records.ts'

/** A transaction as the books keep it: everything but the text that it came in. */
export type BookedTransaction = Omit<Transaction, 'received'>

/** Takes a transaction, and the day on which it was recorded: null where none was found. */
export type VisitTransaction = (transaction: BookedTransaction, day: DayNumber | null) => void

/** Transactions in the order in which they were added. */
export interface TransactionTable {
  readonly rows: number
  readonly blocks: readonly Block[]
}

interface Block {
  readonly columns: Readonly<Record<Field, Column>>
  /** A day for each row; `noDay` where none was found. */
  readonly days: Int32Array
}

interface Column {
  /** The different texts, one after the other, and where each ends. */
  readonly texts: string
  readonly ends: Uint32Array
  /** Which of them each row has, from 1; 0 where it has none. */
  readonly codes: Uint16Array
}

type Flat = ReturnType<typeof flatOf>
type Field = keyof Flat

/** A record without fields names them all. */
const fields = Object.keys(flatOf(normaliseTransaction(undefined))) as Field[]

/** An empty table that is filled: `add` takes one more transaction, `table` gives all of them. */
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

/** A transaction with its day, as it is entered. */
export interface DatedTransaction {
  readonly transaction: BookedTransaction
  readonly day: DayNumber | null
}

/** The same table with some transactions replaced, by id, and others before the first. Blocks without any of them are shared. */
export function revisedTable(
  { rows, blocks }: TransactionTable,
  replaced: ReadonlyMap<string | null, DatedTransaction>,
  added: readonly DatedTransaction[],
  rowsOfBlock = 4096,
): TransactionTable {
  const head = createTransactionTable(rowsOfBlock)
  for (const { transaction, day } of added) head.add(transaction, day)
  const rest = blocks.map((block) => {
    const revised = createTransactionTable(rowsOfBlock)
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

/** Gives every transaction to `visit`, in their order. */
export function eachTransaction(table: TransactionTable, visit: VisitTransaction): void {
  eachRow(table, (row, day) => visit(row.whole(), day))
}

/**
 * The same for reports: a column is cut only where a row of its block is asked for it, and equal texts of a block are
 * one string. A row may be kept, but it has getters: to spread, clone or compare it, take its `whole()`.
 */
export function eachRow(
  { blocks }: TransactionTable,
  visit: (row: BookRow, day: DayNumber | null) => void,
): void {
  for (const { columns, days } of blocks) {
    const readers = readersOf(columns)
    for (let row = 0; row < days.length; row += 1) visit(rowOf(readers, row), dayAt(days, row))
  }
}

/**
 * Gives rows of two tables that have the same id and differ, in their day or in any of these fields, and those that only one table has: null
 * is the other's. Says how many have the same id, and how many could not be compared, without an id or with that of another.
 */
export function eachDifference(
  before: TransactionTable,
  after: TransactionTable,
  compared: readonly Field[],
  visit: (before: DatedTransaction | null, after: DatedTransaction | null) => void,
): { readonly paired: number; readonly left: number } {
  const earlier = before.blocks.map(openedBlock)
  /** Where each id is: its block and its row in one number, since objects of a hundred thousand rows cost more than comparing them. */
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
  // Most rows are in the order in which they were, so each follows the one before it.
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

/** Blocks have fewer. */
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
/** Texts that hardly repeat are not kept: of a hundred thousand rows that would be most of the time. */
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

/** A row of the table, read as it is asked. */
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

/** A column, and what was cut of it: rows of one text get one string. */
interface Reader extends Column {
  readonly cut: (string | null | undefined)[]
}

type Readers = Readonly<Record<Field, Reader>>

function readersOf(columns: Block['columns']): Readers {
  // `fromEntries` forgets the names; `fields` has them all.
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

/** Getters for every text field are added below. It is both of its parties too: objects for them would cost more than reading them. */
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
    // `names` are those of a transaction.
    return { ...texts(names.item), ...parties, others: this.others } as unknown as BookedTransaction
  }
}

/** The text fields of each object of a record, in its order. */
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
  // TypeScript does not see the getters that are defined above.
  return new Row(columns, row) as unknown as BookRow
}

/** No calendar has it. */
const noDay = -(2 ** 31)

export {
  type Block as TransactionBlock,
  type Column as TransactionColumn,
  type Field as TransactionField,
  fields as transactionFields,
}
