/** Tests how a service's date filter reads dates, and whether the console can rely on it. No row gets a date before these tests pass. */

import {
  type DateForm,
  type DateParameters,
  type DayNumber,
  type DayRange,
  dateParameters,
  dayLength,
  dayOf,
  dayText,
  instantParameters,
} from '../../contract/day.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { epochText } from './date-forms.ts'
import { listTransactions } from './endpoints.ts'
import type { PageRange } from './paging.ts'
import type { DateFilter, DatesOff } from './service-profile.ts'
import {
  currentTime,
  learnProfile,
  nullIfRefused,
  type ServiceRead,
  serviceProfile,
  sideBySide,
} from './service-read.ts'

/** Asked once a session: the service's profile keeps what is found. */
export function* dateFilterOf(): ServiceRead<DateFilter | null> {
  const { dates } = yield* serviceProfile()
  if (dates) return dates
  const tested = yield* testDateFilter()
  if (tested) yield* learnProfile({ dates: tested })
  return tested
}

/** Null where the service has no transaction to test with. */
export function* testDateFilter(): ServiceRead<DateFilter | null> {
  const dates = yield* testTextForms()
  if (dates === null || !mayBeNumbers.has(dates.off)) return dates
  const result = yield* testForm(new Prober({}, true), 'instant')
  return typeof result === 'string' ? dates : { ...result, formOfLinks: 'instant', isEpoch: true }
}

/** What services make of dates in letters that take numbers alone. */
const mayBeNumbers: ReadonlySet<DatesOff | null> = new Set(['refused', 'nowhere', 'ignored'])

function* testTextForms(): ServiceRead<DateFilter | null> {
  const service = new Prober({})
  let off: DatesOff = 'refused'
  for (const form of ['instant', 'day', 'next-day'] as const) {
    const result = yield* testForm(service, form)
    if (result === 'refused' || result === 'days-alone') continue
    if (result !== 'nowhere') return typeof result === 'string' ? unusable(result) : result
    if ((yield* service.ids({}, 1))?.length === 0) return null
    off = result
  }
  return unusable(off)
}

function unusable(off: DatesOff): DateFilter {
  return { off, form: 'day', days: 'service', formOfLinks: 'day' }
}

class Prober {
  readonly #filter: Filter<'transactions'>

  readonly #isEpoch: boolean

  constructor(filter: Filter<'transactions'>, isEpoch = false) {
    this.#filter = filter
    this.#isEpoch = isEpoch
  }

  /** Services that read letters take a short number for a year, so numbers begin where there were no chains yet. */
  get firstDay(): DayNumber {
    return this.#isEpoch ? Date.UTC(2009, 0, 1) / dayLength : 0
  }

  /** At most `limit` ids; null where the service refuses the dates. */
  *ids(dates: Partial<DateParameters>, limit: number, id?: string): ServiceRead<readonly string[] | null> {
    const written = { ...dates }
    for (const end of ['start_date', 'end_date'] as const) {
      const text = dates[end]
      if (this.#isEpoch && text !== undefined) written[end] = epochText(text)
    }
    const filter = { ...this.#filter, ...written, ...(id !== undefined && { transaction_id: id }) }
    const ids = yield* listedIds(filter, { limit, offset: 0 })
    return ids?.map((each) => each ?? '') ?? null
  }

  /** Of the present. No record's `timestamp` is asked: some services send the time of the record there. */
  *bounds() {
    const byReader = yield* currentTime()
    return { earliest: byReader - clockError, latest: byReader + clockError }
  }
}

/** `days-alone`: the service truncates an instant to its day. */
function* testForm(service: Prober, form: DateForm): ServiceRead<DateFilter | DatesOff | 'days-alone'> {
  const sample = yield* newestDay(service, form)
  if (typeof sample === 'string') return sample
  const isAhead = yield* holdsFuture(service, form, sample.day)
  const [isOnOthers, isBefore, zone, isNamed] = yield* sideBySide([
    isOnOtherDays(service, form, sample, isAhead),
    isBeforeRequest(service, form, sample.day),
    zoneOf(service, form, sample),
    isListedByDay(service, form, sample),
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
function* newestDay(service: Prober, form: DateForm): ServiceRead<Sample | 'refused' | 'nowhere'> {
  const today = dayOf(yield* currentTime())
  const ids = (range: DayRange, limit: number) => service.ids(dateParameters(range, form), limit)
  let range = only(today)
  let newest = yield* ids(range, sampleLength)
  if (newest === null) return 'refused'
  for (let span = 1; !newest?.length; span *= 2) {
    if (range.first === service.firstDay) return 'nowhere'
    range = { first: Math.max(service.firstDay, range.first - span), last: range.first - 1 }
    newest = yield* ids(range, sampleLength)
  }
  const isWide = range.first < range.last
  while (range.first < range.last) {
    const middle = Math.ceil((range.first + range.last) / 2)
    const newer = { first: middle, last: range.last }
    range = (yield* ids(newer, 1))?.length ? newer : { first: range.first, last: middle - 1 }
  }
  const [first, ...others] = (isWide ? yield* ids(range, sampleLength) : newest) ?? []
  if (first === undefined) return 'nowhere'
  // Such an answer means that the service excludes the first day of a range. Every date would be a day off.
  if (form === 'next-day' && range.first === today - 1) return 'nowhere'
  return { day: range.first, ids: [first, ...others] }
}

/** The order is unknown, so both the first and the last id are tested. */
function* isOnOtherDays(
  service: Prober,
  form: DateForm,
  { day, ids }: Sample,
  isAhead: boolean | null,
): ServiceRead<boolean> {
  const today = dayOf(yield* currentTime())
  // If the future is empty, tomorrow is empty.
  const hasNext = form !== 'instant' || day !== today || isAhead !== false
  const answers = yield* sideBySide(
    [day - 1, ...(hasNext ? [day + 1] : [])].flatMap((other) =>
      [...new Set([ids[0], ids.at(-1)])].map((id) =>
        service.ids(dateParameters(only(other), form), sampleLength, id),
      ),
    ),
  )
  const here = new Set(ids)
  // A service that ignores the id returns the whole day.
  return answers.some((answer) => answer?.some((id) => here.has(id)))
}

/** Fails where the filter looks at the time of the request, not at the record. */
function* isBeforeRequest(service: Prober, form: DateForm, day: DayNumber): ServiceRead<boolean> {
  const { earliest } = yield* service.bounds()
  if (form === 'instant') {
    if ((day + 1) * dayLength <= earliest) return true
    return (yield* service.ids(instantParameters(service.firstDay * dayLength, earliest), 1))?.length !== 0
  }
  const last = dayOf(earliest - furthestZone) - 1
  if (day <= last) return true
  return (yield* service.ids(dateParameters({ first: 0, last }, form), 1))?.length !== 0
}

/** Starts 14 hours ahead, because the service's zone may be ahead of UTC. Null where that is refused. */
function* holdsFuture(service: Prober, form: DateForm, day: DayNumber): ServiceRead<boolean | null> {
  for (;;) {
    const { latest } = yield* service.bounds()
    const dates =
      form === 'instant'
        ? instantParameters(latest, Math.max(latest + furthestZone, (day + 2) * dayLength - 1))
        : dateParameters(only(dayOf(latest + furthestZone) + 1), form)
    const ids = yield* service.ids(dates, 1)
    // If the program was paused meanwhile, what was asked for as the future may be past.
    if (!ids?.length || (yield* currentTime()) < latest) return ids && ids.length > 0
  }
}

/** A service that truncates instants or ignores offsets finds one transaction in both halves of its day, or in neither. */
function* zoneOf(
  service: Prober,
  form: DateForm,
  { day, ids: [id] }: Sample,
): ServiceRead<'utc' | 'unknown' | 'days-alone' | 'zone'> {
  if (form !== 'instant') return 'unknown'
  const noon = day * dayLength + dayLength / 2
  const inHalf = (dates: DateParameters) => isListed(service, dates, id)
  const [isInFirst, isInSecond] = yield* sideBySide([
    inHalf(instantParameters(noon - dayLength / 2, noon - 1)),
    inHalf({
      start_date: `${dayText(day)}T00:00:00.000-12:00`,
      end_date: `${dayText(day)}T11:59:59.999-12:00`,
    }),
  ])
  if (isInSecond !== null && isInFirst !== isInSecond) return 'utc'
  const isInSecondOfUtc = yield* inHalf(instantParameters(noon, noon + dayLength / 2 - 1))
  if (isInFirst && isInSecondOfUtc) return 'days-alone'
  return isInSecond === null || isInFirst === isInSecondOfUtc ? 'unknown' : 'zone'
}

function* isListed(service: Prober, dates: DateParameters, id: string): ServiceRead<boolean | null> {
  return (yield* service.ids(dates, sampleLength, id))?.includes(id) ?? null
}

/** Whether a service that takes instants takes a day, too. */
function* isListedByDay(service: Prober, form: DateForm, { day, ids: [id] }: Sample): ServiceRead<boolean> {
  return form === 'instant' && (yield* isListed(service, dateParameters(only(day), 'day'), id)) === true
}

function only(day: DayNumber): DayRange {
  return { first: day, last: day }
}

const sampleLength = 100
/** How wrong a reader's clock may be. Milliseconds, like all times here. */
export const clockError = 3_600_000
/** UTC+14 is the furthest zone ahead. */
export const furthestZone = 14 * 3_600_000

/** Null where the service refuses the dates. */
function* listedIds(
  filter: Filter<'transactions'>,
  page: PageRange,
): ServiceRead<readonly (string | null)[] | null> {
  const answer = yield* nullIfRefused(listTransactions({ ...filter, ...page }))
  return answer?.records.map(({ transaction_id: id }) => id) ?? null
}
