/**
 * Transactions in columns. As objects a million of them would take more memory than a tab has, so the texts of a column are one string for
 * a block of rows, each different text once. It is plain data: it can be cloned, saved, and opened again.
 */
import type { DayNumber } from '../api/dates/day.ts'
import { normaliseTransaction } from '../api/normalise.ts'
import type { Destination, Source, Transaction } from '../api/records.ts'

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

type Item = Omit<BookedTransaction, 'source' | 'destination' | 'others'>
type Field = keyof Item | keyof Source | keyof Destination | 'others'
type Flat = Readonly<Record<Field, string | null>>

/** A record without fields names them all. */
const { source, destination, others: _others, received: _received, ...item } = normaliseTransaction(undefined)
const itemFields = Object.keys(item) as (keyof Item)[]
const sourceFields = Object.keys(source) as (keyof Source)[]
const destinationFields = Object.keys(destination) as (keyof Destination)[]
const fields: readonly Field[] = [...itemFields, ...sourceFields, ...destinationFields, 'others']

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

/** Gives every transaction to `visit`, in their order. */
export function eachTransaction({ blocks }: TransactionTable, visit: VisitTransaction): void {
  for (const { columns, days } of blocks) {
    const textAt = Object.fromEntries(fields.map((field) => [field, readerOf(columns[field])])) as Record<
      Field,
      (row: number) => string | null
    >
    for (const [row, day] of days.entries()) visit(transactionOf(textAt, row), day === noDay ? null : day)
  }
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

/** Rows of one text get one string. */
function readerOf({ texts, ends, codes }: Column) {
  const cut: (string | null)[] = [null]
  return (row: number) => {
    const code = codes[row] ?? 0
    const text = cut[code]
    if (text !== undefined) return text
    const first = texts.slice(ends[code - 2] ?? 0, ends[code - 1])
    cut[code] = first
    return first
  }
}

function flatOf({ source, destination, others, ...rest }: BookedTransaction): Flat {
  return { ...rest, ...source, ...destination, others: others.length > 0 ? JSON.stringify(others) : null }
}

function transactionOf(
  textAt: Readonly<Record<Field, (row: number) => string | null>>,
  row: number,
): BookedTransaction {
  const some = <F extends Field>(names: readonly F[]) => {
    const texts = {} as Record<F, string | null>
    for (const name of names) texts[name] = textAt[name](row)
    return texts
  }
  return {
    ...some(itemFields),
    source: some(sourceFields),
    destination: some(destinationFields),
    others: JSON.parse(textAt.others(row) ?? '[]'),
  }
}

/** No calendar has it. */
const noDay = -(2 ** 31)
