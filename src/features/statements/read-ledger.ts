/** Reading what statements are made of: vaults, every transaction with its day, and the vaults again. */
import { type DateForm, type Day, type DayNumber, dayNumber, dayOf } from '../../api/dates/day.ts'
import type { NoDates } from '../../api/dates/day-table.ts'
import { type DaysRead, readDays } from '../../api/dates/windows.ts'
import { vaultList } from '../../api/walk/lists.ts'
import { askWithRetries, type RetryOptions } from '../../api/walk/retries.ts'
import { roughSize } from '../../api/walk/rough-size.ts'
import { provedWhole, readWhole, walkList } from '../../api/walk/walk.ts'
import { type Balances, balancesOf } from '../../books/balances.ts'
import { createDayBook, type DayBook } from '../../books/day-book.ts'
import { type Settlement, settle } from '../../books/settle.ts'
import { transactionsExport } from '../export/index.ts'

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
}

/** Everything that statements are made of. */
export interface Ledger {
  readonly settlement: Settlement
  readonly book: Omit<DayBook, 'holdings'>
  readonly balances: Balances
  /** Why no transaction has a day; null where they may have one. Without days there is no statement. */
  readonly noDates: NoDates | null
  /** The day on which a transaction counts, in UTC or by the service's own days; null where none was found. */
  dayOf(id: string): Day | null
  /** How the service was asked for days, and whose they are: UTC's, or its own in a zone that is not known. */
  readonly dateForm: DateForm
  readonly whose: DaysRead['whose']
  /** Why it is not proved that all transactions were read, in sentences; none where it is. */
  readonly doubts: readonly string[]
  /** The day on which it was read, in UTC: balances at its end are today's. */
  readonly today: DayNumber
  /** When reading began, and when today's balances were read last: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
  /** Pages of transactions, and requests for their days. */
  readonly pages: number
  readonly dateRequests: number
}

/**
 * Reads it, and again where a balance changed meanwhile and no transaction explains the latest one: three times at the most. Throws as
 * `readWhole` does, and an `ApiError` where the vaults cannot be read whole.
 */
export async function readLedger(options: ReadLedgerOptions): Promise<Ledger> {
  const { onProgress, session, now = Date.now, ...retrying } = options
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
    return balancesOf(records, instant(now()))
  }
  let before = await readVaults('vaults', 0)
  const earlier = [before]
  for (let reading = 1; ; reading++) {
    const { book, ...read } = await readTransactions({ ...options, now }, reading - 1)
    const balances = await readVaults('vaults-again', reading - 1)
    const settlement = settle(book, balances, earlier)
    const isUnexplained = settlement.holdings.some(({ change }) => change?.before.readAt === before.readAt)
    if (isUnexplained && reading < mostReadings) {
      before = balances
      earlier.push(balances)
      continue
    }
    const { holdings: _, ...counts } = book
    const { readAt: ended } = balances
    return { ...read, settlement, book: counts, balances, begun, ended, today: dayOf(now(), 'utc') }
  }
}

const mostReadings = 3

/** Every transaction once, with its day, up to the present, so that nothing new enters while they are read. */
async function readTransactions(
  { session, onProgress, signal, ...retrying }: ReadLedgerOptions,
  reading: number,
) {
  const walk = { ...retrying, signal }
  onProgress({ stage: 'dates', rows: 0, part: null, reading })
  const { filter } = await transactionsExport.pinEnd(
    {},
    {
      signal,
      ...(session !== undefined && { session }),
      ask: (request) => askWithRetries(request, walk),
    },
  )
  const whole = transactionsExport.whole(filter, session)
  const size = await roughSize(whole, walk)
  const tell = (stage: LedgerStage, before: number) => (rows: number) =>
    onProgress({ stage, rows, part: size && Math.min(1, (before + rows) / (2 * size)), reading })
  const days: DaysRead = await readDays(transactionsExport.dated(filter, session), {
    ...walk,
    onProgress: tell('dates', 0),
  })
  const keeper = createDayBook()
  const tellRows = tell('transactions', days.earlier?.size ?? 0)
  const end =
    days.failure === null
      ? await readWhole(whole, {
          ...walk,
          earlier: days.earlier,
          onProgress: ({ met }) => tellRows(met),
          onPage: (records) => {
            for (const record of records) {
              const day = record.transaction_id === null ? null : days.dayOf(record.transaction_id)
              keeper.enter(record, day === null ? null : dayNumber(day))
            }
          },
        })
      : null
  return {
    book: keeper.book(),
    noDates: days.failure,
    dayOf: days.dayOf,
    dateForm: days.form,
    whose: days.whose,
    doubts: end?.doubts ?? [],
    pages: end?.pages ?? 0,
    dateRequests: days.requests,
  }
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
