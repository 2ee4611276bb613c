/**
 * The days of one session's transactions, shared by every view: in which session and whose days they are, and who wants to know when more
 * are known. The search itself is fetched after the first rows, which do not wait for it.
 */
import { useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { askTransactionIds, type DatesOff, withRetries } from '../../api/dates/date-filter.ts'
import {
  type DateForm,
  type DateParameters,
  type Day,
  type DayNumber,
  type DayZone,
  dateParameters,
  dayText,
} from '../../api/dates/day.ts'
import type { DatesAsked, Interval, LedgerDates, Undated, WhoseDays } from '../../api/dates/ledger-dates.ts'
import type { Transaction } from '../../api/records.ts'
import { ChunkLoadError, lazyChunk } from '../../ui/lazy.tsx'

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
    ({ LedgerDates: Dates }) => {
      const made = new Dates({ ask: askIds, zone, onChange: notify, session })
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

/** Days of transactions that the books have: UTC's, or those of the service. */
export interface BookedDays {
  readonly days: ReadonlyMap<string, DayNumber>
  readonly whose: Exclude<WhoseDays, 'local'>
  readonly formOfLinks: DateForm
}

let booked: (BookedDays & { readonly session: string | null }) | null = null

/**
 * Finds the days of these rows: in the books, and by asking for what they lack. What fails is the reason why a row has none until it is asked
 * for again. The reader's own days are not those of the books.
 */
export async function findDates(
  session: string | null,
  zone: DayZone,
  asked: DatesAsked,
  inBooks: BookedDays | null = null,
): Promise<void> {
  const usable = inBooks && (zone === 'utc' || inBooks.whose === 'service') ? inBooks : null
  const before = usable && booked?.session === session ? booked.days : []
  booked = usable && { ...usable, session, days: new Map([...before, ...usable.days]) }
  if (usable) endSearch()
  const ids = asked.ids.filter((id) => !booked?.days.has(id))
  if (ids.length === 0) return
  try {
    const dates = await datesOf(session, zone)
    if (ids.every((id) => typeof dates.dayOf(id) === 'number')) return
    await dates.find({ ...asked, ids })
    endSearch()
  } catch (error) {
    if (asked.signal.aborted) wait(false)
    else if (!(error instanceof ApiError || error instanceof ChunkLoadError)) throw error
  }
}

function endSearch(): void {
  searchesEnded += 1
  notify()
}

/**
 * Narrows the time of a transaction to a second, after finding its day by asking where the books told it; null where the service does not
 * tell the time. Throws as `LedgerDates` does.
 */
export async function findTime(
  session: string | null,
  zone: DayZone,
  id: string,
  signal: AbortSignal,
  onStep: (known: Interval) => void,
): Promise<Interval | null> {
  const dates = await datesOf(session, zone)
  if (typeof dates.dayOf(id) !== 'number')
    await dates.find({ ids: [id], filter: { transaction_id: id }, signal })
  return await dates.findTime(id, signal, onStep)
}

/** On which day the service recorded a transaction, or why that is not known; null before it was found out, and without an id. */
export function useRecordedDay(id: string | null): Day | WhyNoDate | null {
  return useSyncExternalStore(subscribe, () => dayOf(id))
}

/** The same for whoever sorts: null where there is none. */
export function recordedDay(id: string | null): Day | null {
  const found = id === null ? null : foundOf(id)
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
  return useSyncExternalStore(subscribe, () => known?.whose() ?? booked?.whose ?? null)
}

/** That dates wait for a rate limit to pass, or why the service gives none. */
export function useDatesStatus(): 'waiting' | DatesOff | null {
  return useSyncExternalStore(subscribe, () => known?.off() ?? (isWaiting ? 'waiting' : null))
}

/** The filter that has the day of a transaction; null where that is not known. */
export function dayFilterOf(id: string): DateParameters | null {
  const found = foundOf(id)
  if (typeof found !== 'number') return null
  return booked?.days.has(id)
    ? dateParameters({ first: found, last: found }, booked.formOfLinks, 'utc')
    : (known?.parametersOf(found) ?? null)
}

function dayOf(id: string | null): Day | WhyNoDate | null {
  if (id === null) return null
  const found = foundOf(id)
  return typeof found === 'number' ? dayText(found) : (found ?? known?.off() ?? null)
}

function foundOf(id: string): DayNumber | Undated | null {
  return booked?.days.get(id) ?? known?.dayOf(id) ?? null
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
