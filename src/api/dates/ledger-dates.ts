/**
 * On which day the service recorded each row on screen. A day rests on an answer for that one day which contained the transaction. Answers
 * for longer times, what an answer lacks, and the order of rows only say where to ask next: they save requests, and never make a date.
 */
import type { Filter } from '../../contract/endpoints.ts'
import { ApiError, noneWhereRefused } from '../api-error.ts'
import { type AskIds, atMost, type DateFilter, type DatesOff, dateFilterOf } from './date-filter.ts'
import {
  type DateParameters,
  type DayNumber,
  type DayRange,
  type DayZone,
  dateParameters,
  dayNumber,
  dayOf,
  dayStart,
  instantParameters,
} from './day.ts'
import { type DaySearch, searchDays } from './day-search.ts'

/**
 * Why a transaction has no date: no day had it; two days had it; or it is looked for another time, since the service did not answer, or
 * had those before it on no day.
 */
export type Undated = 'not-found' | 'contradicted' | 'failed' | 'skipped'

/** Whose days are found: UTC's, the reader's own, or those of the service, whose zone is not known. */
export type WhoseDays = DayZone | 'service'

/** A range of milliseconds since 1970 in which a transaction was recorded, both ends included. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** Rows whose days are to be found. */
export interface DatesAsked {
  readonly ids: readonly string[]
  /** The filter that has these rows. */
  readonly filter: Filter<'transactions'>
  readonly signal: AbortSignal
}

/** The days that were found in one session, by transaction. */
export interface LedgerDates {
  /** The day of a transaction; why it has none; null where that is not known yet. */
  dayOf(id: string): DayNumber | Undated | null
  /** Whose days these are. Null before that is known. */
  whose(): WhoseDays | null
  off(): DatesOff | null
  /** The filter that has a day, in the form that the service takes; null before that is known. */
  parametersOf(day: DayNumber): DateParameters | null
  /** Finds the days of these rows, and of whatever is met on the way. Throws the `ApiError` that ended it, or the signal's reason. */
  find(asked: DatesAsked): Promise<void>
  /** Narrows the time of a transaction whose day is known to a second; null where the service takes no instants. `onStep` after each request. */
  findTime(id: string, signal: AbortSignal, onStep?: (known: Interval) => void): Promise<Interval | null>
}

/** So many rows in a row that no day has, and the others are left alone. */
const mostMisses = 2
/** What is tried again. */
const passing: ReadonlySet<Undated> = new Set(['failed', 'skipped'])

/** Dates of one session; `onChange` after every answer that told something. */
export function createLedgerDates({
  ask,
  zone,
  now = Date.now,
  onChange = () => {},
  session = null,
}: {
  ask: AskIds
  zone: DayZone
  now?: () => number
  onChange?: () => void
  /** The session in which all of it is asked. */
  session?: string | null
}): LedgerDates {
  const days = new Map<string, DayNumber>()
  const problems = new Map<string, Undated>()
  // Where the next page of a filter is looked for: by the last day found for it, and its past days that were read to their ends.
  const progress = new Map<string, { last?: DayNumber; readonly read: Set<DayNumber> }>()
  let service: DayQueries | null = null
  let off: DatesOff | null = null

  const isOpen = (id: string) => !days.has(id) && !problems.has(id)

  function meet(ids: readonly string[], day: DayNumber): void {
    for (const id of ids) {
      const known = days.get(id)
      if (known !== undefined && known !== day) {
        days.delete(id)
        problems.set(id, 'contradicted')
      } else if (problems.get(id) !== 'contradicted') {
        days.set(id, day)
        problems.delete(id)
      }
    }
    onChange()
  }

  /** Asks by dates that were tested; null where they cannot be relied on. */
  async function openService(signal: AbortSignal): Promise<DayQueries | null> {
    if (service || off) return service
    const found = await dateFilterOf(session, ask, { signal, now })
    off = found?.off ?? null
    if (found && off === null) {
      service = createDayQueries(ask, found, zone, now)
      // The test asked for a day, too; the reader's own days are others.
      if (found.sample && service.whose() !== 'local') meet(found.sample.ids, found.sample.day)
    }
    onChange()
    return service
  }

  async function findAll(service: DayQueries, { ids, filter: asked, signal }: DatesAsked): Promise<void> {
    for (const id of ids) if (passing.has(problems.get(id) ?? 'not-found')) problems.delete(id)
    const { start_date: start, end_date: end, ...filter } = asked
    const key = JSON.stringify(filter)
    const earlier = progress.get(key) ?? { read: new Set<DayNumber>() }
    progress.set(key, earlier)
    const open = () => ids.filter(isOpen)
    const rows = createRowSearch(service, { filter, isOpen, open, onMet: meet, read: earlier.read, signal })
    const [first, last] = [start, end].map((date) => dayNumber(date?.slice(0, 10) ?? ''))
    const withinRange = (day: DayNumber) => Math.max(first ?? day, Math.min(last ?? day, day))
    /** The first day from this one on that was not read. */
    const unread = (day: DayNumber, step: -1 | 1) => {
      let next = day
      while (next > 0 && next <= service.today() && rows.wasRead(next)) next += step
      return next
    }
    /** Where to look for a row first: where those beside it are; most lists have the newest first. */
    const guess = (id: string) => {
      const place = ids.indexOf(id)
      const before = ids.slice(0, place).findLast((other) => days.has(other))
      const after = ids.slice(place).find((other) => days.has(other))
      if (before === undefined && after !== undefined) return unread(days.get(after) ?? service.today(), 1)
      return unread(days.get(before ?? '') ?? withinRange(earlier.last ?? service.today()), -1)
    }
    let misses = 0
    for (;;) {
      const [id] = open()
      if (id === undefined) return
      await rows.find(id, guess(id))
      const found = days.get(id)
      if (found === undefined) {
        if (!problems.has(id)) problems.set(id, 'not-found')
        onChange()
        misses += 1
        if (misses < mostMisses) continue
        for (const other of open()) problems.set(other, 'skipped')
        return onChange()
      }
      misses = 0
      earlier.last = days.get(ids.findLast((other) => days.has(other)) ?? id) ?? found
    }
  }

  return {
    dayOf: (id) => problems.get(id) ?? days.get(id) ?? null,
    whose: () => service?.whose() ?? null,
    off: () => off,
    parametersOf: (day) => service?.parametersOf(day) ?? null,
    async find(asked) {
      try {
        const opened = await openService(asked.signal)
        if (opened) await findAll(opened, asked)
      } catch (error) {
        if (error instanceof ApiError) {
          for (const id of asked.ids) if (isOpen(id)) problems.set(id, 'failed')
          onChange()
        }
        throw error
      }
    },
    async findTime(id, signal, onStep = () => {}) {
      const day = days.get(id)
      // Only where instants mean what they say does a second say something.
      if (day === undefined || service === null || service.whose() === 'service') return null
      const { has, startOf } = service
      const start = startOf(day)
      const interval = (from: number, to: number) => ({
        from: start + from * 1000,
        to: start + to * 1000 + 999,
      })
      const isWithin = (from: number, to: number) => {
        const range = interval(from, to)
        return has(id, instantParameters(range.from, range.to), signal)
      }
      let [from, to] = [0, (startOf(day + 1) - start) / 1000 - 1]
      if (!(await isWithin(from, to))) return null
      while (from < to) {
        onStep(interval(from, to))
        const middle = Math.floor((from + to) / 2)
        if (await isWithin(from, middle)) to = middle
        else from = middle + 1
      }
      // Some services take an instant for its day, and so have it in any other second, too.
      const elsewhere = from === 0 ? 3600 : 0
      return (await isWithin(from, to)) && !(await isWithin(elsewhere, elsewhere)) ? interval(from, to) : null
    },
  }
}

type DayQueries = ReturnType<typeof createDayQueries>

/** So many records of a day or a longer time are asked for at once. */
const answerLength = 500
const mostInFlight = 3

/** Days as the service takes them: the reader's own, if they are `wanted`, only where instants mean what they say. */
function createDayQueries(
  ask: AskIds,
  { form, days, formOfLinks }: DateFilter,
  wanted: DayZone,
  now: () => number,
) {
  let clock: number | null = null
  const inTurn = atMost(mostInFlight)
  const zone = days === 'utc' ? wanted : 'utc'
  async function request(
    filter: Filter<'transactions'>,
    dates: DateParameters,
    signal: AbortSignal,
    { offset = 0, limit = answerLength } = {},
  ) {
    const answer = await inTurn(() => ask({ ...filter, ...dates }, { limit, offset }, signal)).catch(
      noneWhereRefused,
    )
    clock = answer?.at ?? clock
    return answer && { ids: answer.ids.flatMap((id) => id ?? []), isFull: answer.ids.length >= limit }
  }
  return {
    /** What a range of days has. One that is refused has nothing: some refuse what lies ahead. */
    async ask(filter: Filter<'transactions'>, range: DayRange, signal: AbortSignal, offset = 0) {
      const answer = await request(filter, dateParameters(range, form, zone), signal, { offset })
      return answer ?? { ids: [], isFull: false }
    },
    /** Whether these dates have a transaction, whatever else its list is filtered by, which may change meanwhile; null where they are refused. */
    async has(id: string, dates: DateParameters, signal: AbortSignal) {
      const answer = await request({ transaction_id: id }, dates, signal, { limit: 1 })
      return answer?.ids.includes(id) ?? null
    },
    datesOf: (range: DayRange) => dateParameters(range, form, zone),
    today: () => dayOf(clock ?? now(), zone),
    whose: (): WhoseDays => (days === 'utc' ? wanted : 'service'),
    startOf: (day: DayNumber) => dayStart(day, zone),
    parametersOf: (day: DayNumber) =>
      dateParameters({ first: day, last: day }, zone === 'utc' ? formOfLinks : form, zone),
  }
}

/** So many answers of one day are read at the most: 10,000 transactions. */
const mostAnswersOfDay = 20

/** The search for the rows of a page: where to ask next, so that few requests find them all. */
function createRowSearch(
  service: DayQueries,
  {
    filter,
    isOpen,
    open,
    onMet,
    read,
    signal,
  }: {
    readonly filter: Filter<'transactions'>
    readonly isOpen: (id: string) => boolean
    readonly open: () => readonly string[]
    readonly onMet: (ids: readonly string[], day: DayNumber) => void
    /** The past days of the filter that were read to their ends. */
    readonly read: Set<DayNumber>
    readonly signal: AbortSignal
  },
) {
  const asked = new Map<DayNumber, Promise<void>>()
  // From so many days on, the filter has more than an answer holds.
  let crowded = Number.POSITIVE_INFINITY
  const has = async (id: string, range: DayRange) => await service.has(id, service.datesOf(range), signal)

  /** Reads a day as far as rows are missing. */
  async function readPages(day: DayNumber): Promise<void> {
    let offset = 0
    for (let count = 0; count < mostAnswersOfDay; count++) {
      const answer = await service.ask(filter, { first: day, last: day }, signal, offset)
      onMet(answer.ids, day)
      offset += answer.ids.length
      if (!answer.isFull && day < service.today()) read.add(day)
      if (!answer.isFull || open().length === 0) return
    }
  }

  const search: DaySearch = {
    async readDay(day) {
      const reading = asked.get(day) ?? readPages(day)
      asked.set(day, reading)
      await reading
    },
    /** Of a crowded range the first row alone is asked for. */
    async among(range, wanted) {
      const missing = (wanted ?? []).filter(isOpen)
      const length = range.last - range.first + 1
      if (missing.length > 0 && length < crowded) {
        const { ids: met, isFull } = await service.ask(filter, range, signal)
        const found = missing.filter((id) => met.includes(id))
        if (!isFull || found.includes(missing[0] ?? '')) return found
        crowded = length
      }
      const [first] = missing
      return first !== undefined && (await has(first, range)) ? [first] : []
    },
    left(wanted, { first, last }) {
      // Nothing tells where the others of a crowded range are.
      const isCrowded = Math.ceil((last - first) / 2) >= crowded
      return (isCrowded ? wanted.slice(0, 1) : wanted).filter(isOpen)
    },
  }

  /** Looks for one row by its id alone. */
  async function findAlone(id: string, whole: DayRange): Promise<void> {
    if (!(await has(id, whole))) return
    let range = whole
    while (range.first < range.last) {
      const middle = Math.floor((range.first + range.last) / 2)
      const older = { first: range.first, last: middle }
      range = (await has(id, older)) ? older : { first: middle + 1, last: range.last }
    }
    if (await has(id, range)) onMet([id], range.first)
  }

  return {
    wasRead: (day: DayNumber) => asked.has(day) || read.has(day),
    /** Looks for a row on a day, then from it on in both directions, each time twice as far. */
    async find(id: string, day: DayNumber): Promise<void> {
      await search.readDay(day)
      if (!isOpen(id)) return
      const latest = service.today() + 1
      let older = Math.min(day, latest)
      let newer = older
      for (let span = 1; older > 0 || newer < latest; span *= 2) {
        for (const range of [
          { first: Math.max(0, older - span), last: older - 1 },
          { first: newer + 1, last: Math.min(latest, newer + span) },
        ]) {
          if (range.first > range.last) continue
          await searchDays(search, range, [id, ...open().filter((other) => other !== id)])
          // What lies close together is found by its days; what is scattered, by going on.
          if (open().length === 0 || (!isOpen(id) && crowded <= span)) return
        }
        older = Math.max(0, older - span)
        newer = Math.min(latest, newer + span)
      }
      if (isOpen(id)) await findAlone(id, { first: 0, last: latest })
    },
  }
}
