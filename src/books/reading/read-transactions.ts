/** Reads the transactions of a filter, which may be all of them, into a table. */

import type { Filter } from '../../contract/endpoints.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { dateFilterOf, ignoresDatesBeside } from '../../sync/service/date-filter.ts'
import type { Reading } from '../../sync/service/reading.ts'
import { finalChange, recordDifferences } from '../../sync/service/record-differences.ts'
import { endWithDoubts, readWhole, type Walk } from '../../sync/service/walk.ts'
import { wholeTransactions } from '../../sync/service/whole-lists.ts'
import type { BookedTransactions } from '../books.ts'
import {
  anyTime,
  type BookedTransaction,
  createTransactionTable,
  type OpenBlock,
  openBlocks,
  revisedTable,
  type TransactionTable,
} from '../transaction-table.ts'

interface TransactionsControl extends Pick<Walk<Transaction>, 'onProgress'> {
  readonly onReadOnce?: (soFar: BookedTransactions) => void
}

/** Reads what there is when it begins, and what arrives meanwhile as far as it is met. No transaction has a day before somebody needs it. */
export function* readTransactionTable(
  filter: Filter<'transactions'>,
  { onProgress, onReadOnce }: TransactionsControl = {},
): Reading<BookedTransactions> {
  const days = yield* readDateForms()
  const readings = new TableOfReadings()
  const end = yield* readWhole(wholeTransactions(filter), {
    onProgress,
    onPage: (records, pass) => readings.add(records, pass),
    onReadOnce: (soFar) => {
      onReadOnce?.({ ...soFar, table: readings.table(), days })
      return undefined
    },
  })
  return { ...endWithDoubts(end, readings.doubts), table: readings.table(), days }
}

/** Of several readings of one list: each transaction as the latest had it. */
class TableOfReadings {
  readonly doubts: string[] = []
  readonly #first = createTransactionTable()
  readonly #replaced = new Map<string | null, Transaction>()
  readonly #added = { first: [] as Transaction[], last: [] as Transaction[] }
  readonly #addedIds = new Map<string, readonly [rows: Transaction[], index: number]>()
  #booked: BookedRows | null = null
  #pass = 1
  #isJoined = false

  add(transactions: readonly Transaction[], pass: number): undefined {
    if (pass === 1) for (const transaction of transactions) this.#first.add(transaction, anyTime)
    else for (const transaction of transactions) this.#revise(transaction, pass)
  }

  table(): TransactionTable {
    return revisedTable(this.#first.table(), this.#replaced, this.#added)
  }

  #revise(transaction: Transaction, pass: number): void {
    this.#booked ??= new BookedRows(this.#first.table())
    if (pass !== this.#pass) {
      this.#isJoined = false
      this.#booked.restart()
    }
    this.#pass = pass
    const id = transaction.transaction_id
    const added = this.#addedIds.get(id ?? '')
    const before = added?.[0][added[1]] ?? this.#replaced.get(id) ?? this.#booked.find(id)
    if (!before) {
      const rows = this.#isJoined ? this.#added.last : this.#added.first
      if (id !== null) this.#addedIds.set(id, [rows, rows.length])
      rows.push(transaction)
      return
    }
    this.#isJoined = true
    if (recordDifferences(before, transaction).length === 0) return
    const doubt = finalChange(id ?? '', before, transaction)
    if (doubt !== null && this.doubts.length < fewDoubts) this.doubts.push(doubt)
    if (added) added[0][added[1]] = transaction
    else this.#replaced.set(id, transaction)
  }
}

const fewDoubts = 3

/** Finds transactions by id. Most are asked for in the order of the table. */
class BookedRows {
  readonly #blocks: readonly OpenBlock[]
  #block = 0
  #row = 0
  #places: Map<string | null, readonly [block: OpenBlock, row: number]> | null = null

  constructor(table: TransactionTable) {
    this.#blocks = openBlocks(table)
  }

  restart(): void {
    this.#block = 0
    this.#row = 0
  }

  find(id: string | null): BookedTransaction | null {
    const block = this.#blocks[this.#block]
    if (block?.textAt('transaction_id', this.#row) === id) {
      const isLast = this.#row + 1 === block.rows
      this.#block += isLast ? 1 : 0
      const row = this.#row
      this.#row = isLast ? 0 : row + 1
      return block.rowAt(row).whole()
    }
    const [found, row] = this.#placeOf(id) ?? []
    if (!found || row === undefined) return null
    this.#block = this.#blocks.indexOf(found)
    this.#row = row
    return this.find(id)
  }

  #placeOf(id: string | null) {
    this.#places ??= new Map(
      this.#blocks.flatMap((block) =>
        Array.from(
          { length: block.rows },
          (_, row) => [block.textAt('transaction_id', row), [block, row]] as const,
        ),
      ),
    )
    return this.#places.get(id)
  }
}

/** False where the service is known to list transactions of other dates beside this filter, or to read dates wrongly. */
export function* heedsDates(filter: Filter<'transactions'>): Reading<boolean> {
  const dates = yield* dateFilterOf()
  return dates === null || (dates.off === null && !(yield* ignoresDatesBeside(filter, dates)))
}

function* readDateForms(): Reading<BookedTransactions['days']> {
  const { off, form, days, formOfLinks } = (yield* dateFilterOf()) ?? noTransactions
  return { failure: off, form, formOfLinks, whose: days }
}

const noTransactions = { off: null, form: 'day', days: 'service', formOfLinks: 'day' } as const
