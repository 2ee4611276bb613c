/**
 * The days of one session's transactions, shared by every view: in which session and whose days they are, and who wants to know when more
 * are known. The search itself is fetched after the first rows, which do not wait for it.
 */
import { useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { askTransactionIds, withRetries } from '../../api/dates/asking.ts'
import type { DatesOff } from '../../api/dates/date-filter.ts'
import { type DateParameters, type Day, type DayZone, dayText } from '../../api/dates/day.ts'
import type { DatesAsked, Interval, LedgerDates, Undated, WhoseDays } from '../../api/dates/ledger-dates.ts'
import type { Transaction } from '../../api/records.ts'
import { ChunkLoadError, lazyChunk } from '../../ui/LazyBoundary.tsx'

/** Why a transaction has no date. */
export type WhyNoDate = Undated | DatesOff

let shown: {
  readonly session: string | null
  readonly zone: DayZone
  readonly dates: Promise<LedgerDates>
} | null = null
let known: LedgerDates | null = null
let isWaiting = false
let searchesEnded = 0
const listeners = new Set<() => void>()

/** The dates of a session, in UTC's days or the reader's own: those of another are forgotten. */
function datesOf(session: string | null, zone: DayZone): Promise<LedgerDates> {
  if (shown?.session === session && shown.zone === zone) return shown.dates
  known = null
  const dates = load().then(
    ({ createLedgerDates }) => {
      const made = createLedgerDates({ ask: askIds, zone, onChange: notify, session })
      if (shown?.dates === dates) known = made
      return made
    },
    (error: unknown) => {
      // The next page tries again.
      shown = null
      throw error
    },
  )
  shown = { session, zone, dates }
  wait(false)
  return dates
}

const load = lazyChunk(() => import('../../api/dates/ledger-dates.ts'))

const askIds = withRetries(askTransactionIds(), { onWait: (waiting) => wait(waiting !== null) })

/** Finds the days of these rows. What fails is the reason why a row has none until it is asked for again. */
export async function findDates(session: string | null, zone: DayZone, asked: DatesAsked): Promise<void> {
  try {
    const dates = await datesOf(session, zone)
    if (asked.ids.every((id) => typeof dates.dayOf(id) === 'number')) return
    await dates.find(asked)
    searchesEnded += 1
    notify()
  } catch (error) {
    if (asked.signal.aborted) wait(false)
    else if (!(error instanceof ApiError || error instanceof ChunkLoadError)) throw error
  }
}

/** Narrows the time of a transaction to a second; null where the service does not tell it. Throws as `LedgerDates.findTime` does. */
export async function findTime(
  id: string,
  signal: AbortSignal,
  onStep: (known: Interval) => void,
): Promise<Interval | null> {
  return (await known?.findTime(id, signal, onStep)) ?? null
}

/** On which day the service recorded a transaction, or why that is not known; null before it was found out, and without an id. */
export function useRecordedDay(id: string | null): Day | WhyNoDate | null {
  return useSyncExternalStore(subscribe, () => dayOf(id))
}

/** The same for whoever sorts: null where there is none. */
export function recordedDay(id: string | null): Day | null {
  const found = id === null ? null : known?.dayOf(id)
  return typeof found === 'number' ? dayText(found) : null
}

/** The ids of the rows that begin another day than the row before them; none where the rows are not in the order of their days. */
export function useDayBorders(rows: readonly Transaction[]): ReadonlySet<string> {
  const places = useSyncExternalStore(subscribe, () => bordersOf(rows))
  return useMemo(
    () => new Set(places.split(' ').flatMap((place) => rows[Number(place || -1)]?.transaction_id ?? [])),
    [places, rows],
  )
}

/** How many of these rows have a date: whenever one more has, they are named anew. */
export function useDatedCount(rows: readonly Transaction[]): number {
  const count = () => rows.filter(({ transaction_id: id }) => recordedDay(id) !== null).length
  return useSyncExternalStore(subscribe, count)
}

/** How many searches have come to their end: what is sorted by date is sorted anew then, and not at every date that comes. */
export function useSearchesEnded(): number {
  return useSyncExternalStore(subscribe, () => searchesEnded)
}

/** Whose days are shown; null before any is. */
export function useWhoseDays(): WhoseDays | null {
  return useSyncExternalStore(subscribe, () => known?.whose() ?? null)
}

/** That dates wait for a rate limit to pass, or why the service gives none. */
export function useDatesStatus(): 'waiting' | DatesOff | null {
  return useSyncExternalStore(subscribe, () => known?.off() ?? (isWaiting ? 'waiting' : null))
}

/** The filter that has the day of a transaction; null where that is not known. */
export function dayFilterOf(id: string): DateParameters | null {
  const found = known?.dayOf(id)
  return typeof found === 'number' ? (known?.parametersOf(found) ?? null) : null
}

function dayOf(id: string | null): Day | WhyNoDate | null {
  if (id === null || known === null) return null
  const found = known.dayOf(id)
  return typeof found === 'number' ? dayText(found) : (found ?? known.off())
}

/** Places of rows, as one text: what is compared at every answer. */
function bordersOf(rows: readonly Transaction[]): string {
  const borders: number[] = []
  let before: Day | null = null
  for (const [place, { transaction_id: id }] of rows.entries()) {
    const day: Day | null = recordedDay(id)
    if (day !== null && before !== null && day > before) return ''
    if (day !== null && before !== null && day < before) borders.push(place)
    before = day
  }
  return borders.join(' ')
}

function wait(is: boolean): void {
  isWaiting = is
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
