/**
 * The days of a session's transactions, of its books or found by asking: react-query holds them, and a context hands them to the hundred
 * cells of a table. They are found after the first rows, which do not wait for them.
 */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { useOpenPack, useSessionMark } from '../api/hooks.ts'
import type { Transaction } from '../api/records.ts'
import type { DatesOff } from '../api/service-profile.ts'
import {
  type DateParameters,
  type Day,
  type DayNumber,
  type DayZone,
  dateParameters,
  dayText,
  type WhoseDays,
} from '../contract/day.ts'
import type { Filter } from '../contract/endpoints.ts'
import { type WhyNoDate, whyNoDate } from '../records/dates.ts'
import { labelOf } from '../records/labels.ts'
import { usePreferences } from '../records/preferences.ts'
import styles from '../records/records.module.css'
import { UntrustedText } from '../records/text.tsx'
import { useStableValue } from '../ui/hooks.ts'
import { ChunkLoadError, lazyChunk, painted } from '../ui/lazy.tsx'
import { useBooks, useReading } from '../work/use-books.ts'
import { askBooks } from '../work/work.ts'
import type { DaysFound, RowsAsked, RowsWithoutBooks } from './row-days.ts'

/** What one session knows of days, in UTC's or the reader's own. It grows in place, and `onChange` is called whenever it does. */
export class RecordedDays {
  readonly #zone: DayZone
  readonly #onChange: () => void
  /** By id; null where no day was found. */
  readonly #days = new Map<string, DayNumber | null>()
  readonly #failed = new Map<string, 'failed' | 'not-loaded'>()
  #about: Omit<DaysFound, 'days'> | null = null
  #alone: Promise<RowsWithoutBooks> | null = null
  #isWaiting = false
  #searchesEnded = 0

  constructor(zone: DayZone, onChange: () => void = () => {}) {
    this.#zone = zone
    this.#onChange = onChange
  }

  /** Finds the days of these rows in books, and by asking for those that are not in them. What failed is tried again. */
  async find(asked: RowsAsked, books: string | null): Promise<void> {
    const ids = asked.ids.filter((id) => !this.#days.has(id))
    for (let at = 0; at < ids.length && !this.#about?.off; at += rowsAtOnce) {
      const some = ids.slice(at, at + rowsAtOnce)
      const left = () => some.filter((id) => !this.#days.has(id))
      try {
        if (books !== null) this.#add(await this.#findInBooks(books, some, asked.signal))
        if (left().length > 0) this.#add(await (await this.#openAlone()).find({ ...asked, ids: left() }))
        for (const id of left()) this.#days.set(id, null)
      } catch (error) {
        if (asked.signal.aborted) break
        for (const id of left())
          this.#failed.set(id, error instanceof ChunkLoadError ? 'not-loaded' : 'failed')
        break
      } finally {
        this.#isWaiting = false
        this.#searchesEnded += 1
        this.#onChange()
      }
    }
  }

  /** On which day the service recorded a transaction, or why that is not known; null before it was found out, and without an id. */
  dayOf(id: string | null): Day | WhyNoDate | null {
    if (id === null) return null
    const day = this.sortKeyOf(id)
    if (day !== null) return day
    return this.#about?.off ?? (this.#days.has(id) ? 'not-found' : (this.#failed.get(id) ?? null))
  }

  /** The same for whoever sorts: null where there is none. */
  sortKeyOf(id: string | null): Day | null {
    const day = this.#dayOf(id)
    return day === null ? null : dayText(day)
  }

  /** The filter that has the day of a transaction; null where that is not known. */
  filterOf(id: string): DateParameters | null {
    const day = this.#dayOf(id)
    if (day === null || this.#about === null) return null
    const { whose, formOfLinks } = this.#about
    return dateParameters({ first: day, last: day }, formOfLinks, whose === 'local' ? 'local' : 'utc')
  }

  /** Whose days are shown; null before any is. */
  whose(): WhoseDays | null {
    return this.#about?.whose ?? null
  }

  /** That dates wait for a rate limit to pass, or why the service gives none. */
  status(): 'waiting' | DatesOff | null {
    return this.#about?.off ?? (this.#isWaiting ? 'waiting' : null)
  }

  /** How many searches have come to their end: what is sorted by date is sorted anew then, and not at every date that comes. */
  searchesEnded(): number {
    return this.#searchesEnded
  }

  #dayOf(id: string | null): DayNumber | null {
    return id === null || this.#about?.off ? null : (this.#days.get(id) ?? null)
  }

  #add({ days, ...about }: DaysFound): void {
    this.#about = about
    for (const [id, day] of days) this.#days.set(id, day)
  }

  async #findInBooks(books: string, ids: readonly string[], signal: AbortSignal): Promise<DaysFound> {
    return await askBooks('days', books, { ids, zone: this.#zone }, signal)
  }

  #openAlone(): Promise<RowsWithoutBooks> {
    const onWait = (waiting: unknown) => {
      this.#isWaiting = waiting !== null
      this.#onChange()
    }
    this.#alone ??= load().then(
      ({ RowsWithoutBooks }) => new RowsWithoutBooks({ zone: this.#zone, onWait }),
      (error: unknown) => {
        // The next page tries again.
        this.#alone = null
        throw error
      },
    )
    return this.#alone
  }
}

/** So that dates of a long page come before all are found. */
const rowsAtOnce = 25

const load = lazyChunk(() => import('./row-days.ts'))

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
    initialData: { days: new RecordedDays(zone, show), version: 0 } satisfies DaysShown,
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
 * Finds the days on which these transactions were recorded: once the rows are painted, only while the page is visible and shows them, and in the
 * books, unless these are not there and will not come by themselves. `filter` matches them all; of several, each row matches one. What failed is
 * tried again at each new `reading`.
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
  const books = useBooks().books?.id ?? null
  const { isStopped } = useReading()
  const isSeen = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const asked = useStableValue(askedFor(rows, [filter].flat()))
  const isAsked = wanted && dates && isSeen && asked.length > 0 && (books !== null || isStopped)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading tries again what failed
  useEffect(() => {
    if (!isAsked) return
    const leaving = new AbortController()
    const { signal } = leaving
    void painted().then(async () => {
      for (const { ids, filter } of asked)
        if (!signal.aborted) await days.find({ ids, filter, signal }, books)
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
