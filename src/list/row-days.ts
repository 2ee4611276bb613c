/** The days on which the service recorded the rows of a page, from books or without them. */

import { type RunOptions, run } from '../api/retries.ts'
import type { Books, DateForms } from '../books/books.ts'
import { allDays } from '../books/edges.ts'
import { type PlacedTransactions, readPlaces } from '../books/reading/read-edges.ts'
import {
  createTransactionTable,
  dividedTable,
  eachRow,
  revisedTable,
  type TransactionTable,
} from '../books/transaction-table.ts'
import { type DateForm, type DayNumber, type DayZone, dayOf, type WhoseDays } from '../contract/day.ts'
import type { Filter } from '../contract/endpoints.ts'
import { dateFilterOf } from '../sync/service/date-filter.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { present, type Reading } from '../sync/service/reading.ts'
import type { DatesOff } from '../sync/service/service-profile.ts'
import type { ViewControl } from '../work/views.ts'

export interface RowDaysFound {
  /** Of the rows that are known, by id; null where no day was found. */
  readonly days: ReadonlyMap<string, DayNumber | null>
  readonly whose: WhoseDays
  readonly formOfLinks: DateForm
  /** Why no row has a day. */
  readonly off: DatesOff | null
}

interface RowsOfBooks {
  readonly ids: readonly string[]
  readonly zone: DayZone
}

declare module '../work/views.ts' {
  interface BooksViews {
    days: typeof rowDays
  }
}

/** Rows that the books do not have are left out. */
export async function rowDays(
  books: Books,
  { ids, zone }: RowsOfBooks,
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<RowDaysFound> {
  const wanted = new Set(ids)
  const divided = await divide(allDays(books, {}, zoneOf(books.transactions.days, zone)), wanted)
  return daysFound(divided.transactions, wanted, zone)
}

/** The reader's own days are instants, which the service has to take. */
function zoneOf({ whose }: DateForms, zone: DayZone): DayZone {
  return whose === 'utc' ? zone : 'utc'
}

function daysFound(
  { table, days: forms }: { readonly table: TransactionTable; readonly days: DateForms },
  wanted: ReadonlySet<string>,
  zone: DayZone,
): RowDaysFound {
  const days = new Map<string, DayNumber | null>()
  eachRow(table, ({ transaction_id: id }, day) => {
    if (id !== null && wanted.has(id)) days.set(id, forms.failure === null ? day : null)
  })
  return { days, ...aboutDays(forms, zone) }
}

function aboutDays(forms: DateForms, zone: DayZone): Omit<RowDaysFound, 'days'> {
  const isOfReader = zoneOf(forms, zone) === 'local'
  return {
    whose: isOfReader ? 'local' : forms.whose,
    formOfLinks: isOfReader ? forms.form : forms.formOfLinks,
    off: forms.failure,
  }
}

interface RowsAsked {
  readonly ids: readonly string[]
  /** Lists them all. */
  readonly filter: Filter<'transactions'>
  readonly signal: AbortSignal
  readonly onWait?: RunOptions['onWait']
}

interface RowsOptions extends Omit<RunOptions, 'signal' | 'onWait'> {
  readonly zone: DayZone
}

/** Finds the days of rows that were on screen, in a table of their own, as those of books are found. */
export class RowsWithoutBooks {
  readonly #options: RowsOptions
  #table: TransactionTable = createTransactionTable().table()
  #forms: DateForms | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: RowsOptions) {
    this.#options = options
  }

  /** One page at a time, so that none asks for what another is about to learn. Throws as `run` does. */
  async find(asked: RowsAsked): Promise<RowDaysFound> {
    const { signal, onWait } = asked
    const finding = this.#turn.then(() => run(this.#find(asked), { ...this.#options, signal, onWait }))
    this.#turn = finding.catch(() => {})
    return await finding
  }

  *#find({ ids, filter }: RowsAsked): Reading<RowDaysFound> {
    const { zone } = this.#options
    this.#forms ??= yield* this.#findForms()
    const wanted = new Set(ids)
    if (this.#forms === null) return { days: new Map(), whose: 'service', formOfLinks: 'day', off: null }
    const now = yield* present()
    const rows: PlacedTransactions = {
      table: this.#withRows(wanted),
      days: this.#forms,
      ended: new Date(now).toISOString(),
    }
    const edges = allDays(rows, {}, zoneOf(rows.days, zone))
    const read = yield* readPlaces(rows, edges, filter, wanted)
    this.#table = read.table
    this.#forms = read.days
    const table = dividedTable(read.table, edges, dayOf(now, 'utc'))
    return daysFound({ ...read, table }, wanted, zone)
  }

  *#findForms(): Reading<DateForms | null> {
    const found = yield* dateFilterOf()
    if (found === null) return null
    const { off, days, ...forms } = found
    return { ...forms, failure: off, whose: days }
  }

  #withRows(ids: ReadonlySet<string>): TransactionTable {
    const added = new Set(ids)
    eachRow(this.#table, ({ transaction_id: id }) => void added.delete(id ?? ''))
    const last = Array.from(added, (transaction_id) => normaliseTransaction({ transaction_id }))
    return revisedTable(this.#table, new Map(), { first: [], last })
  }
}
