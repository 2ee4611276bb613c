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
    add(transaction: Transaction, day: DayNumber | null) {
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
    const readers = Object.fromEntries(fields.map((field) => [field, readerOf(columns[field])])) as Readers
    for (let row = 0; row < days.length; row += 1) {
      const day = days[row] ?? noDay
      visit(transactionOf(readers, row), day === noDay ? null : day)
    }
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

function flatOf({ source, destination, others, received: _, ...item }: Transaction) {
  return { ...item, ...source, ...destination, others: others.length > 0 ? JSON.stringify(others) : null }
}

type Readers = Readonly<Record<Field, (row: number) => string | null>>

/** Written out: with names of fields that are computed it takes three times as long. */
function transactionOf(at: Readers, row: number): BookedTransaction {
  const others = at.others(row)
  return {
    transaction_id: at.transaction_id(row),
    timestamp: at.timestamp(row),
    status: at.status(row),
    transaction_type: at.transaction_type(row),
    asset_id: at.asset_id(row),
    asset_name: at.asset_name(row),
    network_id: at.network_id(row),
    network_name: at.network_name(row),
    amount: at.amount(row),
    fee: at.fee(row),
    txn_hash: at.txn_hash(row),
    blockexplorer_link: at.blockexplorer_link(row),
    note: at.note(row),
    source: {
      source_type: at.source_type(row),
      source_id: at.source_id(row),
      source_name: at.source_name(row),
      source_address: at.source_address(row),
    },
    destination: {
      destination_type: at.destination_type(row),
      destination_id: at.destination_id(row),
      destination_name: at.destination_name(row),
      destination_address: at.destination_address(row),
      memo: at.memo(row),
    },
    others: others === null ? [] : JSON.parse(others),
  }
}

/** No calendar has it. */
const noDay = -(2 ** 31)
