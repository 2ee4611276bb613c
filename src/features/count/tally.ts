import { pinEndDate } from '../../api/dates/asking.ts'
import type { NoDates } from '../../api/dates/windows.ts'
import { readDays } from '../../api/dates/windows.ts'
import { listTransactions } from '../../api/endpoints.ts'
import type { Transaction } from '../../api/records.ts'
import { datedTransactionList, transactionList } from '../../api/walk/lists.ts'
import { askWithRetries } from '../../api/walk/retries.ts'
import {
  beforeFirstPage,
  readWhole,
  type Walk,
  type WalkEnd,
  type WalkProgress,
} from '../../api/walk/walk.ts'
import type { Filter } from '../../contract/endpoints.ts'
import {
  type ControlTotals,
  collectTotals,
  dateDoubts,
  findMisfits,
  loadCanonical,
  transactionsExport,
  withMisfits,
} from '../export/index.ts'
import { type Dates, dayColumn } from './tally-periods.ts'

/** How many transactions a filter has and what they add up to, and whether that is proved to be all of them. */
export interface Tally extends WalkEnd {
  /** By asset, network, type and status: sums of amount and fee. */
  readonly totals: ControlTotals
  /** The `end_date` that was set, so that nothing newer entered; null where the filter has one, or none could be set. */
  readonly pinnedEndDate: string | null
  /** The same by day; null where nobody asked for it. */
  readonly dates: Dates | null
}

/** How far counting is: also how many transactions have a date so far, while dates are found. */
export interface TallyProgress extends WalkProgress {
  readonly dates: number | null
}

/** Before the first answer. */
export const beforeCounting: TallyProgress = { ...beforeFirstPage, dates: null }

/** Who is told what while transactions are counted. `stop` ends it with what was counted, which then is a part. */
export interface TallyOptions extends Omit<Walk<Transaction>, 'onPage' | 'onProgress'> {
  readonly stop: AbortSignal
  readonly onProgress?: (progress: TallyProgress) => void
  /** The mark of the only session in which they are read. */
  readonly session?: string
  /** Whether the day of each is found first. Reading day by day is then the first of two readings. */
  readonly withDates?: boolean
}

/**
 * Reads every transaction of a filter, keeps none, and adds up exactly: to the present, where the filter has no end and one can be
 * set. Throws as `readWhole` does.
 */
export async function tallyTransactions(
  filter: Filter<'transactions'>,
  { session, onProgress, withDates = false, ...options }: TallyOptions,
): Promise<Tally> {
  const tooMany = new AbortController()
  const stop = AbortSignal.any([options.stop, tooMany.signal])
  const signal = AbortSignal.any([options.signal, stop])
  const collector = collectTotals({ by: counted, sums: summed })
  const ask = <T>(request: () => Promise<T>) => askWithRetries(request, { ...options, signal })
  const pinned = await pinEndDate(
    filter,
    (newest) => listTransactions({ ...newest, limit: 1, offset: 0 }, signal, session),
    {
      ask,
      ...(options.now && { now: options.now }),
    },
  ).catch((error: unknown) => {
    if (stop.aborted && !options.signal.aborted) return { filter, endDate: null }
    throw error
  })
  const days = withDates
    ? await readDays(datedTransactionList(pinned.filter, session), {
        ...options,
        onProgress: (dates) => onProgress?.({ ...beforeCounting, rows: dates, met: dates, dates }),
      })
    : null
  const byDay = collectTotals({ by: [dayColumn, ...counted], sums: summed })
  let undated = 0
  let failure: NoDates | 'too-many-groups' | null = days?.failure ?? null
  const addToDay: typeof byDay.add = (row) => {
    try {
      byDay.add(row)
    } catch {
      failure = 'too-many-groups'
    }
  }
  const misfits = findMisfits(
    { asked: { parameters: filter } },
    transactionsExport,
    () => true,
    (cell) => cell,
    await loadCanonical(filter),
  )
  const end = await readWhole(transactionList(pinned.filter, session), {
    ...options,
    stop,
    earlier: days?.earlier,
    onPage: (records) => {
      for (const row of records.flatMap(transactionsExport.rowsOf)) {
        misfits.add(row)
        try {
          collector.add(row)
        } catch {
          tooMany.abort(tooManyGroups)
        }
        const day = days?.dayOf(row.transaction_id ?? '') ?? null
        if (day === null) undated += 1
        if (days && failure === null) addToDay({ ...row, [dayColumn]: day })
      }
    },
    onProgress: (progress) => onProgress?.({ ...progress, dates: null }),
  })
  const ofDates = await dateDoubts({
    filter,
    ended: end.ended,
    days,
    undated,
    isReliable: () =>
      transactionsExport.heedsDates({ signal, ask, ...(session !== undefined && { session }) }),
  }).catch((error: unknown) => {
    if (stop.aborted && !options.signal.aborted) return []
    throw error
  })
  return {
    ...withMisfits(end, misfits.found(), ofDates),
    totals: collector.totals(),
    pinnedEndDate: pinned.endDate,
    dates: days && { failure, form: days.form, whose: days.whose, totals: byDay.totals() },
  }
}

const counted = ['asset_id', 'network_id', 'transaction_type', 'status']
const summed = ['amount', 'fee']
const tooManyGroups = 'There are too many assets, networks, types and statuses to count by.'
