import {
  type QueryClient,
  type QueryObserverResult,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { askTransactionIds, withRetries } from '../../api/dates/asking.ts'
import { type DateFilter, type DatesOff, dateFilterOf } from '../../api/dates/date-filter.ts'
import { type DateForm, dayStart } from '../../api/dates/day.ts'
import { listTransactions } from '../../api/endpoints.ts'
import { useSessionMark } from '../../api/hooks.ts'
import { askWithRetries, type RetryOptions, type Waiting } from '../../api/walk/retries.ts'
import { type Figure, isAnyShared, sourcesOf, type Whose } from './figures.ts'
import type { Period } from './periods.ts'
import { type Ask, type PeriodReader, periodReader } from './read-period.ts'

/** What is known of the activity in some periods. */
export interface UseActivity {
  /** In the order of the periods; undefined for one that was not read. The same array until one of them changes. */
  readonly figures: readonly (Figure | undefined)[]
  /** How days are written in links to their lists. */
  readonly formOfLinks: DateForm
  /** Also before it has begun. */
  readonly isReading: boolean
  /** Why nothing comes at present; it goes on by itself. */
  readonly waiting: Waiting | null
  /** Why periods are missing. */
  readonly failure: ApiError | null
  /** Why days cannot be told from each other on this service; nothing is drawn then. */
  readonly trouble: DatesOff | null
  /** Whose days are read. */
  readonly days: DateFilter['days']
  readonly readAgain: () => void
}

/**
 * Reads periods one by one, the latest first, once the page is `wanted`: three requests at a time, none while nobody sees the page, and
 * no more once it is left. What was read is kept for an hour; the period that goes on is read again each time that `pageReadAt` changes.
 */
export function useActivity(
  whose: Whose,
  periods: readonly Period[],
  { pageReadAt, wanted }: { pageReadAt: number; wanted: boolean },
): UseActivity {
  const client = useQueryClient()
  const mark = useSessionMark()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [isReading, setReading] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const plan = useMemo(() => {
    const retrying = { onWait: setWaiting, gate: whenVisible }
    return mark === null ? null : planOf(mark, whose, periods, retrying)
  }, [mark, whose, periods])

  const filter = useQuery({ ...(plan ?? idle).filter, enabled: false })
  const form = filter.data?.off === null ? filter.data.form : null
  const { figures, failure } = useQueries({
    queries: plan && form ? plan.periods(form).map((query) => ({ ...query, enabled: false })) : [],
    combine: combineFigures,
  })
  const isShared = useMemo(() => isAnyShared(figures.filter((figure) => figure !== undefined)), [figures])
  const trouble = filter.data?.off ?? (isShared ? 'ignored' : null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new reading of the page, and each further try, reads what is stale
  useEffect(() => {
    if (!wanted || !plan || isShared) return
    const leaving = new AbortController()
    setReading(true)
    setWaiting(null)
    void readAll(client, plan, leaving.signal).finally(() => {
      if (!leaving.signal.aborted) setReading(false)
    })
    return () => leaving.abort()
  }, [client, plan, wanted, isShared, pageReadAt, attempt])

  return {
    figures,
    formOfLinks: filter.data?.formOfLinks ?? 'day',
    isReading,
    waiting,
    failure: failureOf([filter]) ?? failure,
    trouble,
    days: filter.data?.days ?? 'service',
    readAgain: () => setAttempt((times) => times + 1),
  }
}

/**
 * What the queries of all periods say. A function of its own, so that react-query gives the same arrays back until something in them changes:
 * the chart is drawn again only then.
 */
export function combineFigures(results: readonly QueryObserverResult<Figure>[]) {
  return { figures: results.map(({ data }) => data), failure: failureOf(results) }
}

function failureOf(results: readonly Pick<QueryObserverResult, 'data' | 'error'>[]): ApiError | null {
  const errors = results.filter(({ data }) => data === undefined).map(({ error }) => error)
  return errors.find((error) => error instanceof ApiError) ?? null
}

interface Plan {
  readonly filter: ReturnType<typeof filterQuery>
  /** The latest last. */
  readonly periods: (form: DateForm) => readonly ReturnType<typeof periodQuery>[]
}

function planOf(
  mark: string,
  whose: Whose,
  periods: readonly Period[],
  retrying: Omit<RetryOptions, 'signal'>,
): Plan {
  const askIn =
    (signal: AbortSignal): Ask =>
    (parameters) =>
      askWithRetries(() => listTransactions(parameters, signal, mark), { ...retrying, signal })
  const reader = periodReader(askIn)
  return {
    filter: filterQuery(mark, async (signal) => {
      const asking = withRetries(askTransactionIds(mark), retrying)
      // Where there is no transaction, any form tells as much.
      return (await dateFilterOf(mark, asking, { signal })) ?? untested
    }),
    periods: (form) => periods.map((period) => periodQuery(mark, whose, period, form, reader)),
  }
}

const untested: DateFilter = {
  off: null,
  form: 'instant',
  days: 'service',
  sample: null,
  formOfLinks: 'instant',
}

/** How the service takes dates: found out once a session. */
function filterQuery(mark: string, find: (signal: AbortSignal) => Promise<DateFilter>) {
  return queryOptions({
    queryKey: ['activity', mark, 'date filter'] as const,
    queryFn: ({ signal }) => find(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptFor,
    retry: false,
  })
}

function periodQuery(mark: string, whose: Whose, { range }: Period, form: DateForm, reader: PeriodReader) {
  const end = dayStart(range.last + 1, 'utc')
  return queryOptions({
    queryKey: ['activity', mark, whose, range, form] as const,
    queryFn: ({ signal }) => reader.read(sourcesOf(whose), range, form, signal),
    // What is over hardly changes.
    staleTime: ({ state }) => (state.dataUpdatedAt >= end ? keptFor : freshFor),
    gcTime: keptFor,
    retry: false,
    // Maps, which it would not know how to compare.
    structuralSharing: false,
  })
}

const keptFor = 60 * 60_000
/** Less than the half minute after which a page reads itself again. */
const freshFor = 20_000

const idle = {
  filter: filterQuery('', () => Promise.resolve(untested)),
}

/** Reads what is not fresh. Gives up after a few failures in a row: the rest would most likely fail as well. */
async function readAll(client: QueryClient, plan: Plan, signal: AbortSignal): Promise<void> {
  const filter = await client.fetchQuery(plan.filter).catch(() => null)
  if (filter?.off !== null) return
  const queue = [...plan.periods(filter.form)]
  let failed = 0
  const work = async () => {
    for (let next = queue.pop(); next && !signal.aborted && failed < mostFailures; next = queue.pop())
      await client.fetchQuery(next).then(
        () => {
          failed = 0
        },
        () => {
          failed += 1
        },
      )
  }
  await Promise.all(Array.from({ length: atATime }, work))
}

const atATime = 3
const mostFailures = 3

function whenVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
  })
}
