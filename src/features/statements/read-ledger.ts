/** Reading what statements are made of: vaults, every transaction with its day, and the vaults again. */
import { dateFormsOf } from '../../api/dates/date-forms.ts'
import {
  type DateForm,
  type Day,
  type DayNumber,
  dayNumber,
  dayOf,
  dayText,
  monthEnd,
} from '../../api/dates/day.ts'
import type { NoDates } from '../../api/dates/day-table.ts'
import type { DateUnit } from '../../api/dates/window-widths.ts'
import { type DaysRead, readDays } from '../../api/dates/windows.ts'
import type { Transaction } from '../../api/records.ts'
import { vaultList } from '../../api/walk/lists.ts'
import { askWithRetries, type RetryOptions } from '../../api/walk/retries.ts'
import { roughSize } from '../../api/walk/rough-size.ts'
import { provedWhole, readWhole, type WalkEnd, walkList } from '../../api/walk/walk.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionsExport } from '../export/index.ts'
import { type Balances, balancesOf } from './balances.ts'
import { type Book, type BookKeeper, createBook, type OnlyVault } from './book.ts'
import { type Settlement, settle } from './settle.ts'

/** What is read at present. */
export type LedgerStage = 'vaults' | 'dates' | 'transactions' | 'vaults-again'

/** How far it is. */
export interface LedgerProgress {
  readonly stage: LedgerStage
  readonly rows: number
  /** How much of everything is read, from 0 to 1, by about how many rows there are; null before that is known. */
  readonly part: number | null
  /** How often everything was read before, because balances changed meanwhile. */
  readonly reading: number
}

/** How reading is watched, held up and stopped. */
export interface ReadLedgerOptions extends RetryOptions {
  /** The mark of the only session in which everything is read. */
  readonly session?: string
  readonly onProgress: (progress: LedgerProgress) => void
  /** Rows a page; the most that the service gives where it is not said. */
  readonly pageSize?: number
  /** Whether days are found, or only months: far fewer requests, and enough for periods of whole months. Days where it is not said. */
  readonly unit?: DateUnit
}

/** Everything that statements are made of. */
export interface Ledger {
  /** The only vault that was read; null for all of them. */
  readonly vault_id: string | null
  readonly settlement: Settlement
  readonly book: Omit<Book, 'holdings'>
  readonly balances: Balances
  /** Why no transaction has a day; null where they may have one. Without days there is no statement. */
  readonly noDates: NoDates | null
  /** Whether the days of transactions are known, or only their months: each then counts on the last day of its month. */
  readonly unit: DateUnit
  /** The UTC day on which a transaction counts; null where none was found. */
  dayOf(id: string): Day | null
  /** How the service was asked for days. */
  readonly dateForm: DateForm
  /** Why it is not proved that all transactions were read, in sentences; none where it is. */
  readonly doubts: readonly string[]
  /** The day on which it was read, in UTC: balances at its end are today's. */
  readonly today: DayNumber
  /** When today's balances were read last, and when reading began: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
  /** Pages of transactions, and requests for their days. */
  readonly pages: number
  readonly dateRequests: number
}

/**
 * Reads it, and again where a balance changed meanwhile and is not explained: three times at the most. Throws as `readWhole` does, and
 * an `ApiError` where the vaults cannot be read whole.
 */
export async function readLedger(vault_id: string | null, options: ReadLedgerOptions): Promise<Ledger> {
  const { onProgress, session, now = Date.now, unit = 'day', ...retrying } = options
  const begun = instant(now())
  const readVaults = async (stage: LedgerStage, reading: number): Promise<Balances> => {
    const part = stage === 'vaults-again' ? 1 : null
    onProgress({ stage, rows: 0, part, reading })
    const { records } = provedWhole(
      await walkList(vaultList({}, session), {
        ...retrying,
        onProgress: ({ met }) => onProgress({ stage, rows: met, part, reading }),
      }),
    )
    return balancesOf(records, vault_id)
  }
  let before = await readVaults('vaults', 0)
  for (let reading = 0; ; reading++) {
    const read = await readTransactions(vault_id, { ...options, now }, reading)
    const balances = await readVaults('vaults-again', reading)
    const { holdings, ...book } = read.keeper.book()
    const settlement = settle({ holdings, ...book }, before, balances)
    before = balances
    if (settlement.holdings.some(({ hasChanged }) => hasChanged) && reading < mostReadings - 1) continue
    return {
      vault_id,
      settlement,
      book,
      balances,
      noDates: read.noDates,
      unit,
      dayOf: read.dayOf,
      dateForm: read.dateForm,
      doubts: read.doubts,
      today: dayOf(now(), 'utc'),
      begun,
      ended: instant(now()),
      pages: read.pages,
      dateRequests: read.dateRequests,
    }
  }
}

const mostReadings = 3

/** Whether it is known what was held at the end of a day. Where transactions have only months, it is at the ends of these, and now. */
export function isKnownAt({ unit, today }: Pick<Ledger, 'unit' | 'today'>, day: DayNumber): boolean {
  return unit === 'day' || day >= today || day === monthEnd(day)
}

/** The day on which a transaction counts as text; the month where nothing more is known. */
export function dateText({ unit }: Pick<Ledger, 'unit'>, day: DayNumber): string {
  return dayText(day).slice(0, unit === 'day' ? undefined : 7)
}

/** Every transaction once; of one vault as the source and as the destination. */
async function readTransactions(
  vault_id: string | null,
  { session, onProgress, unit, ...retrying }: ReadLedgerOptions,
  reading: number,
) {
  const keeper = createBook()
  const lists: readonly (readonly [filter: Filter<'transactions'>, only?: OnlyVault])[] =
    vault_id === null
      ? [[{}]]
      : [
          [{ source_id: vault_id }, { vault_id, side: 'source' }],
          [{ destination_id: vault_id }, { vault_id, side: 'destination' }],
        ]
  const forms = dateFormsOf(session ?? null)
  const all: { readonly days: DaysRead; readonly end: WalkEnd | null }[] = []
  onProgress({ stage: 'dates', rows: 0, part: null, reading })
  const opened = []
  for (const [filter, only] of lists) opened.push(await openList(filter, only, session, retrying))
  const size = opened.reduce<number | null>(
    (sum, { rows }) => (sum !== null && rows !== null ? sum + rows : null),
    0,
  )
  let before = 0
  const tell = (stage: LedgerStage) => (rows: number) =>
    onProgress({ stage, rows, part: size && Math.min(1, (before + rows) / (2 * size)), reading })
  for (const { only, ...list } of opened) {
    tell('dates')(0)
    const days = await readDays(list.dated, { ...retrying, unit, forms, onProgress: tell('dates') })
    before += days.earlier?.size ?? 0
    const end =
      days.failure === null
        ? await readWhole(list.whole, {
            ...retrying,
            earlier: days.earlier,
            onProgress: ({ met }) => tell('transactions')(met),
            onPage: (records) => enter(keeper, records, days, only),
          })
        : null
    before += end?.rows ?? 0
    all.push({ days, end })
  }
  const ends = all.flatMap(({ end }) => end ?? [])
  return {
    keeper,
    noDates: all.map(({ days }) => days.failure).find((failure) => failure !== null) ?? null,
    dayOf: (id: string) => all.map(({ days }) => days.dayOf(id)).find((day) => day !== null) ?? null,
    dateForm: all[0]?.days.form ?? 'day',
    doubts: [...new Set(ends.flatMap(({ doubts }) => doubts))],
    pages: ends.reduce((sum, { pages }) => sum + pages, 0),
    dateRequests: all.reduce((sum, { days }) => sum + days.requests, 0),
  }
}

function enter(
  keeper: BookKeeper,
  records: readonly Transaction[],
  days: DaysRead,
  only: OnlyVault | undefined,
): void {
  for (const record of records) {
    const day = record.transaction_id === null ? null : days.dayOf(record.transaction_id)
    keeper.enter(record, day === null ? null : dayNumber(day), only)
  }
}

/** The list to the present, so that nothing new enters while it is read, and about how long it is. */
async function openList(
  filter: Filter<'transactions'>,
  only: OnlyVault | undefined,
  session: string | undefined,
  { signal, ...retrying }: RetryOptions,
) {
  const pinned = await transactionsExport.pinEnd(filter, {
    signal,
    ...(session !== undefined && { session }),
    ask: (request) => askWithRetries(request, { ...retrying, signal }),
  })
  const whole = transactionsExport.whole(pinned.filter, session)
  return {
    only,
    whole,
    dated: transactionsExport.dated(pinned.filter, session),
    rows: await roughSize(whole, { ...retrying, signal }),
  }
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
