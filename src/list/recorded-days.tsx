/**
 * The days of a session's transactions, found by asking or told by the books: react-query holds them, and a context hands them to the
 * hundred cells of a table. The search is fetched after the first rows, which do not wait for it.
 */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import {
  type DateParameters,
  type Day,
  type DayNumber,
  type DayZone,
  dateParameters,
  dayText,
} from '../api/dates/day.ts'
import type { DatesAsked, Interval, LedgerDates, Undated, WhoseDays } from '../api/dates/ledger-dates.ts'
import { useOpenPack, useSessionMark } from '../api/hooks.ts'
import type { Transaction } from '../api/records.ts'
import type { DatesOff } from '../api/service-profile.ts'
import type { Filter } from '../contract/endpoints.ts'
import { type WhyNoDate, whyNoDate } from '../records/dates.ts'
import { labelOf } from '../records/labels.ts'
import { usePreferences } from '../records/preferences.ts'
import styles from '../records/records.module.css'
import { UntrustedText } from '../records/text.tsx'
import { useStableValue } from '../ui/hooks.ts'
import { ChunkLoadError, lazyChunk, painted } from '../ui/lazy.tsx'
import { useBooks } from '../work/use-books.ts'
import { askBooks } from '../work/work.ts'
import type { BookedDays } from './in-books.ts'

/** What one session knows of days, in UTC's or the reader's own. It grows in place, and `onChange` is called whenever it does. */
export class RecordedDays {
  readonly #session: string | null
  readonly #zone: DayZone
  readonly #onChange: () => void
  #opening: Promise<LedgerDates> | null = null
  #ledger: LedgerDates | null = null
  #booked: BookedDays | null = null
  #isWaiting = false
  #isMissing = false
  #searchesEnded = 0

  constructor(session: string | null, zone: DayZone, onChange: () => void = () => {}) {
    this.#session = session
    this.#zone = zone
    this.#onChange = onChange
  }

  /**
   * Finds the days of these rows: in the books, and by asking for what they lack. What fails is the reason why a row has none until it is
   * asked for again. The reader's own days are not those of the books.
   */
  async find(asked: DatesAsked, inBooks: BookedDays | null = null): Promise<void> {
    if (inBooks && (this.#zone === 'utc' || inBooks.whose === 'service')) {
      this.#booked = { ...inBooks, days: new Map([...(this.#booked?.days ?? []), ...inBooks.days]) }
      this.#endSearch()
    }
    const ids = asked.ids.filter((id) => !this.#booked?.days.has(id))
    if (ids.every((id) => typeof this.#foundOf(id) === 'number')) return
    try {
      const ledger = await this.#open()
      await ledger.find({ ...asked, ids })
      this.#endSearch()
    } catch (error) {
      if (asked.signal.aborted) this.#wait(false)
      else if (!(error instanceof ApiError || error instanceof ChunkLoadError)) throw error
    }
  }

  /**
   * Narrows the time of a transaction to a second, after finding its day by asking where the books told it; null where the service does
   * not tell the time. Throws as `LedgerDates` does.
   */
  async findTime(
    id: string,
    signal: AbortSignal,
    onStep: (interval: Interval) => void,
  ): Promise<Interval | null> {
    const ledger = await this.#open()
    if (typeof ledger.dayOf(id) !== 'number')
      await ledger.find({ ids: [id], filter: { transaction_id: id }, signal })
    return await ledger.findTime(id, signal, onStep)
  }

  /** On which day the service recorded a transaction, or why that is not known; null before it was found out, and without an id. */
  dayOf(id: string | null): Day | WhyNoDate | null {
    if (id === null) return null
    const found = this.#foundOf(id)
    if (typeof found === 'number') return dayText(found)
    return found ?? this.#ledger?.off() ?? (this.#isMissing ? 'not-loaded' : null)
  }

  /** The same for whoever sorts: null where there is none. */
  sortKeyOf(id: string | null): Day | null {
    const found = id === null ? null : this.#foundOf(id)
    return typeof found === 'number' ? dayText(found) : null
  }

  /** The filter that has the day of a transaction; null where that is not known. */
  filterOf(id: string): DateParameters | null {
    const found = this.#foundOf(id)
    if (typeof found !== 'number') return null
    return this.#booked?.days.has(id)
      ? dateParameters({ first: found, last: found }, this.#booked.formOfLinks, 'utc')
      : (this.#ledger?.parametersOf(found) ?? null)
  }

  /** Whose days are shown; null before any is. */
  whose(): WhoseDays | null {
    return this.#ledger?.whose() ?? this.#booked?.whose ?? null
  }

  /** That dates wait for a rate limit to pass, or why the service gives none. */
  status(): 'waiting' | DatesOff | null {
    return this.#ledger?.off() ?? (this.#isWaiting ? 'waiting' : null)
  }

  /** How many searches have come to their end: what is sorted by date is sorted anew then, and not at every date that comes. */
  searchesEnded(): number {
    return this.#searchesEnded
  }

  #foundOf(id: string): DayNumber | Undated | null {
    return this.#booked?.days.get(id) ?? this.#ledger?.dayOf(id) ?? null
  }

  #open(): Promise<LedgerDates> {
    this.#opening ??= load().then(
      ({ openLedgerDates }) => {
        this.#isMissing = false
        this.#ledger = openLedgerDates({
          onWait: (waiting) => this.#wait(waiting !== null),
          zone: this.#zone,
          onChange: this.#onChange,
          session: this.#session,
        })
        return this.#ledger
      },
      (error: unknown) => {
        // The next page tries again.
        this.#opening = null
        this.#isMissing = true
        this.#onChange()
        throw error
      },
    )
    return this.#opening
  }

  #wait(is: boolean): void {
    this.#isWaiting = is
    this.#onChange()
  }

  #endSearch(): void {
    this.#searchesEnded += 1
    this.#onChange()
  }
}

const load = lazyChunk(() => import('../api/dates/ledger-dates.ts'))

/** Days as they are shown: another object whenever one more is known. */
export interface DaysShown {
  readonly days: RecordedDays
  readonly version: number
}

function daysQuery(client: QueryClient, session: string | null, zone: DayZone) {
  const queryKey = ['days', session, zone] as const
  const show = () =>
    client.setQueryData<DaysShown>(queryKey, (shown) => shown && { ...shown, version: shown.version + 1 })
  return queryOptions({
    queryKey,
    enabled: false,
    initialData: { days: new RecordedDays(session, zone, show), version: 0 } satisfies DaysShown,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** The days of this session, in the zone that the reader chose; over a pack in UTC, which is all that its books know. */
export function useRecordedDays(): DaysShown {
  const { timeZone } = usePreferences()
  const zone = useOpenPack() === null ? timeZone : 'utc'
  return useQuery(daysQuery(useQueryClient(), useSessionMark(), zone)).data
}

/** The days that cells of a table show. */
export const DaysContext = createContext<DaysShown | null>(null)

/** What a cell with a `RecordedOn` looks like. */
export const recordedOnLook = { className: styles.day }

/** The day on which the service recorded a transaction: nothing before it is known, and a dash that says why where it has none. */
export function RecordedOn({ id }: { id: string | null }): ReactNode {
  const day = use(DaysContext)?.days.dayOf(id) ?? null
  if (day === null) return null
  const why = labelOf(whyNoDate, day)
  if (why === undefined) return day
  return (
    <span title={why}>
      <UntrustedText text={null} />
    </span>
  )
}

/**
 * Finds the days on which these transactions were recorded, in the books or by asking: once the rows are painted, and only while the page
 * is visible and shows them. `filter` matches them all; of several, each row matches one. What failed is tried again at each new `reading`.
 */
export function useDates({
  rows,
  filter,
  reading,
  wanted,
}: {
  rows: readonly Transaction[]
  filter: Filter<'transactions'> | readonly Filter<'transactions'>[]
  reading: unknown
  wanted: boolean
}): void {
  const { dates } = usePreferences()
  const { days } = useRecordedDays()
  const { books } = useBooks()
  const isSeen = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const asked = useStableValue(askedFor(rows, [filter].flat()))
  const isAsked = wanted && dates && isSeen && asked.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading tries again what failed
  useEffect(() => {
    if (!isAsked) return
    const leaving = new AbortController()
    const { signal } = leaving
    void painted().then(async () => {
      // Where the books do not answer, the service is asked.
      const ids = asked.flatMap((each) => each.ids)
      const inBooks = books && (await askBooks('days', books.id, ids, signal).catch(() => null))
      if (signal.aborted) return
      for (const { ids, filter } of asked) await days.find({ ids, filter, signal }, inBooks)
    })
    return () => leaving.abort()
  }, [isAsked, asked, days, books, reading])
}

/** The ids of the rows that each filter lists. Filters differ in the spelling of an address alone. */
function askedFor(
  rows: readonly Transaction[],
  filters: readonly Filter<'transactions'>[],
): readonly { readonly filter: Filter<'transactions'>; readonly ids: readonly string[] }[] {
  const isOf = ({ source, destination }: Transaction, filter: Filter<'transactions'>) =>
    (filter.source_address ?? source.source_address) === source.source_address &&
    (filter.destination_address ?? destination.destination_address) === destination.destination_address
  const placeOf = (row: Transaction) =>
    Math.max(
      0,
      filters.findIndex((filter) => isOf(row, filter)),
    )
  return filters.flatMap((filter, place) => {
    const ids = rows.flatMap((row) => (placeOf(row) === place && row.transaction_id) || [])
    return ids.length > 0 ? { filter, ids } : []
  })
}

function subscribeToVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
