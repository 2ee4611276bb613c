/** Tests how a service's date filter reads dates, and whether the console can rely on it. No row gets a date before these tests pass. */
import type { Filter } from '../../contract/endpoints.ts'
import { noneWhereRefused } from '../api-error.ts'
import { listTransactions } from '../endpoints.ts'
import { type DateFilter, type DatesOff, learnProfile, serviceProfile } from '../service-profile.ts'
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

type TestOptions = Pick<RetryOptions, 'signal' | 'now'>

let running: { readonly session: string; readonly found: Promise<DateFilter | null> } | null = null

/** `testDateFilter`, run once a session: the service's profile keeps what it finds. */
export async function dateFilterOf(
  session: string | null,
  ask: AskIds,
  options: TestOptions,
): Promise<DateFilter | null> {
  if (session === null) return await testDateFilter(ask, options)
  for (;;) {
    const { dates, ...known } = serviceProfile()
    if (dates && known.session === session) return dates
    const isOther = running?.session !== session
    if (isOther) running = { session, found: testDateFilter(ask, options) }
    const found = running?.found
    try {
      const filter = (await found) ?? null
      if (filter) learnProfile({ session, dates: filter })
      return filter
    } catch (error) {
      // The page that started the tests may be gone. The next caller runs them again.
      if (isOther || options.signal.aborted) throw error
    } finally {
      if (running?.found === found) running = null
    }
  }
}

/** Whether the service ignores dates beside this filter: it then lists transactions in the future. Throws as `ask` does. */
export async function ignoresDatesBeside(
  filter: Filter<'transactions'>,
  { form }: DateFilter,
  ask: AskIds,
  { signal, now = Date.now }: TestOptions,
): Promise<boolean> {
  const askBeside: AskIds = (dates, ...page) => ask({ ...filter, ...dates }, ...page)
  return (await holdsFuture(createProber(askBeside, signal, now), form, dayOf(now(), 'utc'))) === true
}

/** Null where the service has no transaction to test with. Throws as `ask` does. */
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
  return { off, form: 'day', days: 'service', formOfLinks: 'day' }
}

function createProber(ask: AskIds, signal: AbortSignal, now: () => number) {
  const inTurn = atMost(mostInFlight)
  // No record was retrieved after the present, but an answer may have been kept. So it tells only what the present is not before.
  let leastAhead = -clockError
  return {
    /** At most `limit` ids; null where the service refuses the dates. */
    async ids(dates: Partial<DateParameters>, limit: number, id?: string): Promise<readonly string[] | null> {
      const filter = { ...dates, ...(id !== undefined && { transaction_id: id }) }
      const answer = await inTurn(() => ask(filter, { limit, offset: 0 }, signal))
      if (answer === null) return null
      if (answer.at !== null) leastAhead = Math.max(leastAhead, answer.at - justNow - now())
      return answer.ids.map((each) => each ?? '')
    },
    /** Bounds of the present, by both clocks. */
    present() {
      const byReader = now()
      return { earliest: byReader + leastAhead, latest: byReader + clockError }
    },
    today: () => dayOf(now(), 'utc'),
  }
}

type Prober = ReturnType<typeof createProber>

/** `days-alone`: the service truncates an instant to its day. */
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
    days: zone === 'utc' ? 'utc' : 'service',
    formOfLinks: isNamed ? 'day' : form,
  }
}

interface Sample {
  readonly day: DayNumber
  readonly ids: readonly [string, ...string[]]
}

/** Goes back from today in doubling steps, then halves. */
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
  // Such an answer means that the service excludes the first day of a range. Every date would be a day off.
  if (form === 'next-day' && range.first === today - 1) return 'nowhere'
  return { day: range.first, ids: [first, ...others] }
}

/** The order is unknown, so both the first and the last id are tested. */
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
    // A service that ignores the id returns the whole day.
    return answers.some((answer) => answer?.some((id) => here.has(id)))
  }
  // If the future is empty, tomorrow is empty.
  const isOnNext = async () =>
    (form !== 'instant' || day !== service.today() || (await ahead) !== false) && (await isOn(day + 1))
  return (await Promise.all([isOn(day - 1), isOnNext()])).some((each) => each)
}

/** Fails where the filter looks at the time of the request, not at the record. */
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

/** Starts 14 hours ahead, because the service's zone may be ahead of UTC. Null where that is refused. */
async function holdsFuture(service: Prober, form: DateForm, day: DayNumber): Promise<boolean | null> {
  const { latest } = service.present()
  const dates =
    form === 'instant'
      ? instantParameters(latest, Math.max(latest + furthestZone, dayStart(day + 2, 'utc') - 1))
      : dateParameters(only(dayOf(latest + furthestZone, 'utc') + 1), form, 'utc')
  const ids = await service.ids(dates, 1)
  return ids && ids.length > 0
}

/** A service that truncates instants or ignores offsets finds one transaction in both halves of its day, or in neither. */
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
/** How wrong a reader's clock may be. Milliseconds, like all times here. */
export const clockError = 3_600_000
const justNow = 60_000
/** UTC+14 is the furthest zone ahead. */
export const furthestZone = 14 * 3_600_000

interface DatedAnswer {
  readonly ids: readonly (string | null)[]
  /** By the service's clock, in milliseconds; null or NaN where its records do not tell. */
  readonly at: number | null
}

/** Null where the service refuses the dates. Throws an `ApiError`, or the signal's reason. */
export type AskIds = (
  filter: Filter<'transactions'>,
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<DatedAnswer | null>

export function askTransactionIds(session?: string): AskIds {
  return async (filter, page, signal) => {
    const answer = await listTransactions({ ...filter, ...page }, signal, session).catch(noneWhereRefused)
    if (answer === null) return null
    // Rows with different timestamps do not give the time of the answer.
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
