/** The days of transactions. The first rows do not wait for them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useOpenPack, useSessionMark } from '../api/hooks.ts'
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
import type { Transaction } from '../contract/normal-records.ts'
import { type WhyNoDate, whyNoDate } from '../records/dates.ts'
import { labelOf } from '../records/labels.ts'
import { usePreferences } from '../records/preferences.ts'
import styles from '../records/records.module.css'
import { UntrustedText } from '../records/text.tsx'
import type { DatesOff } from '../sync/service/service-profile.ts'
import { useStableValue } from '../ui/hooks.ts'
import { ChunkLoadError, lazyChunk, painted } from '../ui/lazy.tsx'
import { askBooks, useBooks, useReading } from '../work/work.ts'
import type { RowDaysFound, RowsWithoutBooks } from './row-days.ts'

export interface RecordedDays {
  /** On which day the service recorded a transaction, or why that is not known; null before it was found out, and without an id. */
  readonly dayOf: (id: string | null) => Day | WhyNoDate | null
  readonly sortKeyOf: (id: string | null) => Day | null
  /** The filter that has the day of a transaction; null where that is not known. */
  readonly filterOf: (id: string) => DateParameters | null
  readonly whose: WhoseDays | null
  /** That dates wait for a rate limit to pass, or why the service gives none. */
  readonly status: 'waiting' | DatesOff | null
  /** Changes when a search ends: rows are sorted by date then, and not at every date that comes. */
  readonly search: unknown
}

interface DaysSearch {
  readonly days: RowDaysFound['days']
  /** Null before the first answer. */
  readonly about: Omit<RowDaysFound, 'days'> | null
  readonly isWaiting: boolean
}

const nothingFound: DaysSearch = { days: new Map(), about: null, isWaiting: false }

/** `error` is why the search has ended early. */
export function recordedDays(
  { days, about, isWaiting }: DaysSearch = nothingFound,
  error: unknown = null,
  search: unknown = null,
): RecordedDays {
  const off = about?.off ?? null
  const failure = error === null ? null : error instanceof ChunkLoadError ? 'not-loaded' : 'failed'
  const numberOf = (id: string | null): DayNumber | null => (id && !off ? (days.get(id) ?? null) : null)
  const sortKeyOf = (id: string | null) => {
    const day = numberOf(id)
    return day === null ? null : dayText(day)
  }
  return {
    sortKeyOf,
    dayOf: (id) => (id === null ? null : (sortKeyOf(id) ?? off ?? (days.has(id) ? 'not-found' : failure))),
    filterOf(id) {
      const day = numberOf(id)
      if (day === null || about === null) return null
      const zone = about.whose === 'local' ? 'local' : 'utc'
      return dateParameters({ first: day, last: day }, about.formOfLinks, zone)
    },
    whose: about?.whose ?? null,
    status: off ?? (isWaiting && error === null ? 'waiting' : null),
    search,
  }
}

interface RowsOfFilter {
  readonly filter: Filter<'transactions'>
  readonly ids: readonly string[]
}

/** Finds the days of rows in books, and by asking for those that are not in them. `onPart` is called with each part. */
export async function findRowDays(
  rows: readonly RowsOfFilter[],
  before: DaysSearch | undefined,
  {
    books,
    zone,
    signal,
    openAlone,
    onPart,
  }: {
    readonly books: string | null
    readonly zone: DayZone
    readonly signal: AbortSignal
    readonly openAlone: () => Promise<Pick<RowsWithoutBooks, 'find'>>
    readonly onPart: (part: DaysSearch) => void
  },
): Promise<DaysSearch> {
  let search: DaysSearch = { ...(before ?? nothingFound), isWaiting: false }
  const part = (change: Partial<DaysSearch>) => {
    search = { ...search, ...change, days: new Map([...search.days, ...(change.days ?? [])]) }
    if (!signal.aborted) onPart(search)
  }
  const add = ({ days, ...about }: RowDaysFound) => part({ days, about })
  const left = (ids: readonly string[]) => ids.filter((id) => !search.days.has(id))
  for (const { filter, ids } of rows)
    while (left(ids).length > 0 && !search.about?.off) {
      const some = left(ids).slice(0, rowsAtOnce)
      if (books !== null) add(await askBooks('days', books, { ids: some, zone }, signal))
      const onWait = (waiting: unknown) => part({ isWaiting: waiting !== null })
      if (left(some).length > 0)
        add(await (await openAlone()).find({ filter, ids: left(some), signal, onWait }))
      part({ days: new Map(left(some).map((id) => [id, null])) })
    }
  return search
}

/** So that dates of a long page come before all are found. */
const rowsAtOnce = 25

const load = lazyChunk(() => import('./row-days.ts'))

/**
 * The days of rows: searched for once they are painted, only while the page is visible and they are `wanted`, and in the books, unless these are
 * not there and will not come by themselves. `filter` matches them all; of several, each row matches one. What failed is tried again at each
 * new `reading`. Days are in the zone that the reader chose; over a pack in UTC, which is all that its books know.
 */
export function useRecordedDays(
  {
    rows,
    filter,
    reading,
  }: {
    readonly rows: readonly Transaction[]
    readonly filter: Filter<'transactions'> | readonly Filter<'transactions'>[]
    readonly reading: unknown
  },
  wanted: boolean,
): RecordedDays {
  const client = useQueryClient()
  const { dates, timeZone } = usePreferences()
  const zone = useOpenPack() === null ? timeZone : 'utc'
  const session = useSessionMark()
  const books = useBooks().books?.id ?? null
  const { isStopped } = useReading()
  const isSeen = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const asked = useStableValue(askedFor(rows, [filter].flat()))
  // Books give way to newer ones, and what still asks the older then fails.
  const queryKey = ['days', session, zone, reading, books, asked] as const
  const scope = JSON.stringify([session, zone])
  /** What was found for the rows before these, or before an aborted search of them. */
  const earlier = useRef<{ readonly scope: string; readonly search: DaysSearch } | null>(null)
  const searchBefore = () => (earlier.current?.scope === scope ? earlier.current.search : undefined)
  const openAlone = () =>
    client.ensureQueryData({
      queryKey: ['rows without books', session, zone],
      queryFn: async () => new (await load()).RowsWithoutBooks({ zone }),
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
    })
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      await painted()
      const onPart = (part: DaysSearch) => client.setQueryData(queryKey, part)
      return await findRowDays(asked, searchBefore(), { books, zone, signal, openAlone, onPart })
    },
    enabled: wanted && dates && isSeen && asked.length > 0 && (books !== null || isStopped),
    placeholderData: searchBefore,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  })
  useEffect(() => {
    if (data) earlier.current = { scope, search: data }
  }, [data, scope])
  const [search, setSearch] = useState(data)
  if (!isFetching && search !== data) setSearch(data)
  // A search that failed before its first part takes no day away.
  const shown = data ?? searchBefore()
  return useMemo(() => recordedDays(shown, error, search), [shown, error, search])
}

/** The days that cells of a table show. */
export const DaysContext = createContext<RecordedDays | null>(null)

/** What a cell with a `RecordedOn` looks like. */
export const recordedOnLook = { className: styles.day }

/** The day on which the service recorded a transaction: nothing before it is known, and a dash that says why where it has none. */
export function RecordedOn({ id }: { id: string | null }): ReactNode {
  const day = use(DaysContext)?.dayOf(id) ?? null
  if (day === null) return null
  const why = labelOf(whyNoDate, day)
  if (why === undefined) return day
  return (
    <span title={why}>
      <UntrustedText text={null} />
    </span>
  )
}

/** The ids of the rows that each filter lists. Filters differ in the spelling of an address alone. */
function askedFor(
  rows: readonly Transaction[],
  filters: readonly Filter<'transactions'>[],
): readonly RowsOfFilter[] {
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
