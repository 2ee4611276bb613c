/**
 * Whether a service's date filter can be relied on, in which form it takes dates, and whose days they are. Before any date is given, the
 * service is asked on what day its newest transaction is, and whether that one is on no other day, in no other part of its day, and
 * before now.
 */
import type { Filter } from '../../contract/endpoints.ts'
import { noneWhereRefused } from '../api-error.ts'
import { listTransactions } from '../endpoints.ts'
import { askWithRetries, type RetryOptions } from '../walk/retries.ts'
import {
  type DateForm,
  type DateParameters,
  type DayNumber,
  type DayRange,
  dateParameters,
  dayLength,
  dayOf,
  dayStart,
  dayText,
  instantParameters,
} from './day.ts'

/**
 * Why a service's dates cannot be relied on. `refused`: it takes no form of them. `nowhere`: it has transactions, and on no day. `ignored`:
 * it lists one transaction on two days. `ahead`: it lists transactions for a time that has not come. `zone`: it takes an instant for
 * another, whatever its offset. `request`: it lists everything as of the time at which it is asked.
 */
export type DatesOff = 'refused' | 'nowhere' | 'ignored' | 'ahead' | 'zone' | 'request'

export interface DateFilter {
  /** Why it cannot be relied on; null where it passed every test. */
  readonly off: DatesOff | null
  readonly form: DateForm
  /** Whose days are found: UTC's only where instants were seen to mean what they say; else those of the service, in a zone that nobody knows. */
  readonly days: 'utc' | 'service'
  /** What a day was seen to have; null where nothing can be relied on. */
  readonly sample: Sample | null
  /** The form for links, which people read: days by their names where the service takes those. */
  readonly formOfLinks: DateForm
}

type TestOptions = Pick<RetryOptions, 'signal' | 'now'>

let shared: { readonly session: string; readonly found: Promise<DateFilter | null> } | null = null

/** What `testDateFilter` gives, tested once a session for all who ask in it. */
export async function dateFilterOf(
  session: string | null,
  ask: AskIds,
  options: TestOptions,
): Promise<DateFilter | null> {
  if (session === null) return await testDateFilter(ask, options)
  for (;;) {
    const running = shared?.session === session ? shared : null
    const { found } = running ?? { found: testDateFilter(ask, options) }
    if (!running) shared = { session, found }
    const filter = await found.catch((error: unknown) => {
      if (shared?.found === found) shared = null
      // Whoever began the tests may have left the page; the next one makes them again.
      if (running === null || options.signal.aborted) throw error
    })
    if (filter === null && shared?.found === found) shared = null
    if (filter !== undefined) return filter
  }
}

/** Tests one form of dates after the other. Null where the service has no transaction to test them with. Throws as `ask` does. */
export async function testDateFilter(
  ask: AskIds,
  { signal, now = Date.now }: TestOptions,
): Promise<DateFilter | null> {
  const service = createProber(ask, signal, now)
  let off: DatesOff = 'refused'
  for (const form of ['instant', 'day', 'next-day'] as const) {
    const result = await testForm(service, form)
    if (result === 'refused' || result === 'days-alone') continue
    if (result !== 'nowhere') return typeof result === 'string' ? unusable(result) : result
    if ((await service.ids({}, 1))?.length === 0) return null
    off = result
  }
  return unusable(off)
}

function unusable(off: DatesOff): DateFilter {
  return { off, form: 'day', days: 'service', sample: null, formOfLinks: 'day' }
}

function createProber(ask: AskIds, signal: AbortSignal, now: () => number) {
  const inTurn = atMost(mostInFlight)
  let ahead: number | null = null
  return {
    /** The ids that the service lists for these dates, at most so many; null where it refuses them. */
    async ids(dates: Partial<DateParameters>, limit: number, id?: string): Promise<readonly string[] | null> {
      const filter = { ...dates, ...(id !== undefined && { transaction_id: id }) }
      const answer = await inTurn(() => ask(filter, { limit, offset: 0 }, signal))
      if (answer === null) return null
      if (answer.at !== null) ahead = answer.at - now()
      return answer.ids.map((each) => each ?? '')
    },
    /** The present is no earlier and no later than this, by both clocks. */
    present() {
      const byReader = now()
      // A reader's clock may be wrong. What the service says was retrieved was there already.
      if (ahead === null) return { earliest: byReader - clockError, latest: byReader + clockError }
      const byService = byReader + ahead
      return {
        earliest: byService - justNow,
        latest: Math.min(byService + justNow, byReader + clockError),
      }
    },
    today: () => dayOf(now(), 'utc'),
  }
}

type Prober = ReturnType<typeof createProber>

/** Tests one form. `days-alone`: the service takes an instant for its day. */
async function testForm(service: Prober, form: DateForm): Promise<DateFilter | DatesOff | 'days-alone'> {
  const sample = await newestDay(service, form)
  if (typeof sample === 'string') return sample
  const isInstant = form === 'instant'
  const ahead = holdsFuture(service, form, sample.day)
  const [isAhead, isOnOthers, isBefore, zone, isNamed] = await Promise.all([
    ahead,
    isOnOtherDays(service, form, sample, ahead),
    isBeforeRequest(service, form, sample.day),
    isInstant ? zoneOf(service, sample) : 'unknown',
    isInstant && isListed(service, dateParameters(only(sample.day), 'day', 'utc'), sample.ids[0]),
  ])
  if (isOnOthers) return 'ignored'
  if (!isBefore) return 'request'
  if (zone === 'days-alone' || zone === 'zone') return zone
  if (isAhead) return 'ahead'
  return {
    off: null,
    form,
    sample,
    days: zone === 'utc' ? 'utc' : 'service',
    formOfLinks: isNamed ? 'day' : form,
  }
}

/** A day, and the ids that one answer has for it. */
interface Sample {
  readonly day: DayNumber
  readonly ids: readonly [string, ...string[]]
}

/** The newest day that has transactions, found by going back from today, each time twice as far, and then by halving. */
async function newestDay(service: Prober, form: DateForm): Promise<Sample | 'refused' | 'nowhere'> {
  const today = service.today()
  const ids = (range: DayRange, limit: number) => service.ids(dateParameters(range, form, 'utc'), limit)
  let range = only(today)
  let found = await ids(range, sampleLength)
  if (found === null) return 'refused'
  for (let span = 1; !found?.length; span *= 2) {
    if (range.first === 0) return 'nowhere'
    range = { first: Math.max(0, range.first - span), last: range.first - 1 }
    found = await ids(range, 1)
  }
  while (range.first < range.last) {
    const middle = Math.ceil((range.first + range.last) / 2)
    const newer = { first: middle, last: range.last }
    range = (await ids(newer, 1))?.length ? newer : { first: range.first, last: middle - 1 }
  }
  const [first, ...others] = (range.first < today ? await ids(range, sampleLength) : found) ?? []
  if (first === undefined) return 'nowhere'
  // A service that leaves out the first day of a range, but not the last, answers so where today has transactions: each a day off.
  if (form === 'next-day' && range.first === today - 1) return 'nowhere'
  return { day: range.first, ids: [first, ...others] }
}

/** Whether the day before or after has the same transactions. The first and the last of the answer are asked for, whatever its order. */
async function isOnOtherDays(
  service: Prober,
  form: DateForm,
  { day, ids }: Sample,
  ahead: Promise<boolean | null>,
): Promise<boolean> {
  const here = new Set(ids)
  const isOn = async (other: DayNumber) => {
    const answers = await Promise.all(
      [...new Set([ids[0], ids.at(-1)])].map((id) =>
        service.ids(dateParameters(only(other), form, 'utc'), sampleLength, id),
      ),
    )
    // A service that ignores the id answers with the whole day.
    return answers.some((answer) => answer?.some((id) => here.has(id)))
  }
  // Where all of the time to come has nothing, the day after today has nothing.
  const isOnNext = async () =>
    (form !== 'instant' || day !== service.today() || (await ahead) !== false) && (await isOn(day + 1))
  return (await Promise.all([isOn(day - 1), isOnNext()])).some((each) => each)
}

/** Whether anything lies before the time of these requests: not where the filter looks at the request instead of the record. */
async function isBeforeRequest(service: Prober, form: DateForm, day: DayNumber): Promise<boolean> {
  const { earliest } = service.present()
  if (form === 'instant') {
    if (dayStart(day + 1, 'utc') <= earliest) return true
    return (await service.ids(instantParameters(0, earliest), 1))?.length !== 0
  }
  const last = dayOf(earliest - furthestZone, 'utc') - 1
  if (day <= last) return true
  return (await service.ids(dateParameters({ first: 0, last }, form, 'utc'), 1))?.length !== 0
}

/** Whether anything lies in the future, as far as any zone is ahead of UTC, and on the day after; null where that is refused. */
async function holdsFuture(service: Prober, form: DateForm, day: DayNumber): Promise<boolean | null> {
  const { latest } = service.present()
  const dates =
    form === 'instant'
      ? instantParameters(latest, Math.max(latest + furthestZone, dayStart(day + 2, 'utc') - 1))
      : dateParameters(only(dayOf(latest + furthestZone, 'utc') + 1), form, 'utc')
  const ids = await service.ids(dates, 1)
  return ids && ids.length > 0
}

/**
 * Whether instants mean what they say. A transaction lies in one half of its day. The second half is asked for in a zone where it has the
 * clock times of the first: a service that cuts an instant to its day, or ignores the offset, has the transaction in both halves or in none.
 */
async function zoneOf(
  service: Prober,
  { day, ids: [id] }: Sample,
): Promise<'utc' | 'unknown' | 'days-alone' | 'zone'> {
  const noon = dayStart(day, 'utc') + dayLength / 2
  const inHalf = (dates: DateParameters) => isListed(service, dates, id)
  const [isInFirst, isInSecond] = await Promise.all([
    inHalf(instantParameters(noon - dayLength / 2, noon - 1)),
    inHalf({
      start_date: `${dayText(day)}T00:00:00.000-12:00`,
      end_date: `${dayText(day)}T11:59:59.999-12:00`,
    }),
  ])
  if (isInSecond !== null && isInFirst !== isInSecond) return 'utc'
  const isInSecondOfUtc = await inHalf(instantParameters(noon, noon + dayLength / 2 - 1))
  if (isInFirst && isInSecondOfUtc) return 'days-alone'
  return isInSecond === null || isInFirst === isInSecondOfUtc ? 'unknown' : 'zone'
}

async function isListed(service: Prober, dates: DateParameters, id: string): Promise<boolean | null> {
  return (await service.ids(dates, sampleLength, id))?.includes(id) ?? null
}

function only(day: DayNumber): DayRange {
  return { first: day, last: day }
}

const sampleLength = 100
const mostInFlight = 3
/** By how much a reader's clock may be wrong. All in milliseconds. */
export const clockError = 3_600_000
const justNow = 60_000
/** How far any zone is ahead of UTC. */
export const furthestZone = 14 * 3_600_000

interface DatedAnswer {
  /** The id of each record; null for one that has none. */
  readonly ids: readonly (string | null)[]
  /** When the service gave it, by its own clock, in milliseconds; null where its records do not tell. */
  readonly at: number | null
}

/** Asks for the transactions of a filter; null where the service refuses its dates. Throws an `ApiError`, or the signal's reason. */
export type AskIds = (
  filter: Filter<'transactions'>,
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<DatedAnswer | null>

/** Asks GET /transactions, in one session if one is named. */
export function askTransactionIds(session?: string): AskIds {
  return async (filter, page, signal) => {
    const answer = await listTransactions({ ...filter, ...page }, signal, session).catch(noneWhereRefused)
    if (answer === null) return null
    // Where rows differ, the instant is not that of the answer.
    const [instant, ...others] = new Set(answer.records.map(({ timestamp }) => timestamp))
    const at = others.length > 0 ? Number.NaN : Date.parse(instant ?? '')
    return {
      ids: answer.records.map(({ transaction_id: id }) => id),
      at: Number.isNaN(at) ? null : at,
    }
  }
}

export function withRetries(ask: AskIds, options: Omit<RetryOptions, 'signal'>): AskIds {
  return (filter, page, signal) => askWithRetries(() => ask(filter, page, signal), { ...options, signal })
}

export function atMost(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
