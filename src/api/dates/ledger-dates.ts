/**
 * On which day the service recorded each transaction. A day rests on an answer for that one day which contained the transaction. Answers for
 * longer times, what an answer lacks, and the order of rows only say where to ask next: they save requests, and never make a date.
 */
import type { Filter } from '../../contract/endpoints.ts'
import { ApiError } from '../api-error.ts'
import {
  type DateForm,
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

/** The ids of one answer. */
export interface DatedAnswer {
  readonly ids: readonly string[]
  /** Whether the answer has as many records as were asked for, so that there may be more. */
  readonly isFull: boolean
  /** The service's clock, in milliseconds; null where its records do not carry it. */
  readonly at: number | null
}

/** Asks for the transactions of a filter. Throws an `ApiError`, or the signal's reason. */
export type AskIds = (
  filter: Filter<'transactions'>,
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<DatedAnswer>

/**
 * Why a transaction has no date: no day had it; two days had it; or it is looked for another time, since the service did not answer, or
 * had those before it on no day.
 */
export type Undated = 'not-found' | 'contradicted' | 'failed' | 'skipped'

/**
 * Why a service gives no dates at all: it refuses every form of them; an answer for one day held what was recorded on another; or it has
 * transactions, and on no day.
 */
export type DatesOff = 'refused' | 'ignored' | 'nowhere'

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
  /** Whose days these are: UTC's too where the reader's own cannot be asked for. Null before that is known. */
  zone(): DayZone | null
  off(): DatesOff | null
  /** The filter that has a day, in the form that the service takes; null before that is known. */
  parametersOf(day: DayNumber): DateParameters | null
  /** Finds the days of these rows, and of whatever is met on the way. Throws the `ApiError` that ended it, or the signal's reason. */
  find(asked: DatesAsked): Promise<void>
  /** Narrows the time of a transaction whose day is known to a second; null where the service takes no instants. `onStep` after each request. */
  findTime(id: string, signal: AbortSignal, onStep?: (known: Interval) => void): Promise<Interval | null>
}

/** So many records of a day or a longer time are asked for at once. */
const answerLength = 500
/** So many answers of one day are read at the most: 10,000 transactions. */
const mostAnswersOfDay = 20
/** So many rows in a row that no day has, and the others are left alone. */
const mostMisses = 2
const mostInFlight = 3
/** What is tried again. */
const passing: ReadonlySet<Undated> = new Set(['failed', 'skipped'])

/** Dates of one session; `onChange` after every answer that told something. */
export function createLedgerDates({
  ask,
  zone: wanted,
  now = Date.now,
  onChange = () => {},
}: {
  ask: AskIds
  zone: DayZone
  now?: () => number
  onChange?: () => void
}): LedgerDates {
  const days = new Map<string, DayNumber>()
  const problems = new Map<string, Undated>()
  // Where the next page of a filter is looked for: by the last day found for it, and its past days that were read to their ends.
  const progress = new Map<string, { last?: DayNumber; readonly read: Set<DayNumber> }>()
  // Days by name first: every service that has the filter has those, and a reader's own days are the only ones that need instants.
  const forms: (readonly [DateForm, DayZone])[] =
    wanted === 'local'
      ? [
          ['instant', 'local'],
          ['day', 'utc'],
        ]
      : [
          ['day', 'utc'],
          ['instant', 'utc'],
        ]
  let form = forms[0]
  let isFormKnown = false
  let isTrusted = false
  let off: DatesOff | null = null
  let clock: number | null = null
  const limited = limiter(mostInFlight)

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
  }

  /** What a range of days has. A range that is refused, once a form is known to be taken, has nothing: some refuse what lies ahead. */
  async function askDays(
    filter: Filter<'transactions'>,
    range: DayRange,
    signal: AbortSignal,
    offset = 0,
    limit = answerLength,
  ): Promise<DatedAnswer> {
    while (form) {
      const parameters = dateParameters(range, ...form)
      try {
        const answer = await limited(() => ask({ ...filter, ...parameters }, { limit, offset }, signal))
        isFormKnown = true
        clock = answer.at ?? clock
        return answer
      } catch (error) {
        if (!isRefusal(error)) throw error
        if (isFormKnown) return { ids: [], isFull: false, at: null }
        forms.shift()
        form = forms[0]
      }
    }
    off = 'refused'
    throw new DatesAreOff()
  }

  /** Whether a range of days has a transaction, whatever else its list is filtered by: what it is filtered by may change meanwhile. */
  async function has(id: string, range: DayRange, signal: AbortSignal): Promise<boolean> {
    return (await askDays({ transaction_id: id }, range, signal, 0, 1)).ids.includes(id)
  }

  /** One search for the rows of a page. */
  function search(
    filter: Filter<'transactions'>,
    ids: readonly string[],
    signal: AbortSignal,
    read: Set<DayNumber>,
  ) {
    const asked = new Map<DayNumber, Promise<void>>()
    // From so many days on, the filter has more than an answer holds.
    let crowded = Number.POSITIVE_INFINITY
    const open = () => ids.filter(isOpen)

    /** Reads a day as far as rows are missing. */
    function askDay(day: DayNumber): Promise<void> {
      const reading = asked.get(day) ?? readDay(day)
      asked.set(day, reading)
      return reading
    }

    async function readDay(day: DayNumber): Promise<void> {
      let offset = 0
      for (let count = 0; count < mostAnswersOfDay; count++) {
        const answer = await askDays(filter, { first: day, last: day }, signal, offset)
        await distrust(answer.ids, day, signal)
        meet(answer.ids, day)
        onChange()
        offset += answer.ids.length
        if (!answer.isFull && day < today()) read.add(day)
        if (!answer.isFull || open().length === 0) return
      }
    }

    /** The rows among these that a range has, as far as one answer tells; a crowded range is asked for the first of them alone. */
    async function among(rows: readonly string[], range: DayRange): Promise<readonly string[]> {
      const length = range.last - range.first + 1
      if (length < crowded) {
        const { ids: met, isFull } = await askDays(filter, range, signal)
        const found = rows.filter((id) => met.includes(id))
        if (!isFull || found.includes(rows[0] ?? '')) return found
        crowded = length
      }
      const [first] = rows
      return first !== undefined && (await has(first, range, signal)) ? [first] : []
    }

    /** Halves a range that has these rows until each half is a day. */
    async function halve(range: DayRange, rows: readonly string[]): Promise<void> {
      const missing = rows.filter(isOpen)
      if (missing.length === 0) return
      if (range.first === range.last) return askDay(range.first)
      const middle = Math.floor((range.first + range.last) / 2)
      const [older, newer] = [
        { first: range.first, last: middle },
        { first: middle + 1, last: range.last },
      ]
      const found = await among(missing, older)
      const others = missing.filter((id) => !found.includes(id))
      await Promise.all([halve(older, found), halve(newer, others)])
    }

    /** Looks for a row from a day on in both directions, each time twice as far. */
    async function lookAround(id: string, day: DayNumber): Promise<void> {
      const latest = today() + 1
      let older = Math.min(day, latest)
      let newer = older
      for (let span = 1; older > 0 || newer < latest; span *= 2) {
        const ranges = [
          { first: Math.max(0, older - span), last: older - 1 },
          { first: newer + 1, last: Math.min(latest, newer + span) },
        ]
        for (const range of ranges) {
          if (range.first > range.last) continue
          const found =
            range.first === range.last
              ? await askDay(range.first).then(() => [])
              : await among([id, ...open().filter((other) => other !== id)], range)
          await halve(range, found)
          // What lies close together is found by its days; what is scattered, by going on.
          if (open().length === 0 || (!isOpen(id) && crowded <= span)) return
        }
        older = Math.max(0, older - span)
        newer = Math.min(latest, newer + span)
      }
      if (isOpen(id)) await lookAlone(id, { first: 0, last: latest })
    }

    /** Looks for one row by its id alone. */
    async function lookAlone(id: string, whole: DayRange): Promise<void> {
      if (!(await has(id, whole, signal))) return
      let range = whole
      while (range.first < range.last) {
        const middle = Math.floor((range.first + range.last) / 2)
        const older = { first: range.first, last: middle }
        range = (await has(id, older, signal)) ? older : { first: middle + 1, last: range.last }
      }
      if (!(await has(id, range, signal))) return
      await distrust([id], range.first, signal)
      meet([id], range.first)
      onChange()
    }

    return { askDay, lookAround, open, isAsked: (day: DayNumber) => asked.has(day) }
  }

  /**
   * Before the first date is believed: what a day has may be neither on the day before nor on the day after. A service that ignores dates,
   * or counts a day too many at either end, has it there too.
   */
  async function distrust(ids: readonly string[], day: DayNumber, signal: AbortSignal): Promise<void> {
    const [first] = ids
    const last = ids.at(-1)
    if (isTrusted || first === undefined || last === undefined) return
    if (day > today() + 1) throw turnOff('ignored')
    const probes = [...new Set([first, last])].flatMap((id) => [
      [id, day - 1] as const,
      [id, day + 1] as const,
    ])
    const answers = await Promise.all(
      probes.map(([id, at]) => askDays({ transaction_id: id }, { first: at, last: at }, signal, 0, 100)),
    )
    // A service that ignores the id answers with the whole day, in which none of these may be either.
    const here = new Set(ids)
    if (answers.some((answer) => answer.ids.some((id) => here.has(id)))) throw turnOff('ignored')
    isTrusted = true
  }

  function turnOff(why: DatesOff): DatesAreOff {
    off = why
    days.clear()
    problems.clear()
    onChange()
    return new DatesAreOff()
  }

  const today = () => dayOf(clock ?? now(), zoneOf(form))

  async function findAll({ ids, filter: asked, signal }: DatesAsked): Promise<void> {
    for (const id of ids) if (passing.has(problems.get(id) ?? 'not-found')) problems.delete(id)
    const { start_date: start, end_date: end, ...filter } = asked
    const key = JSON.stringify(filter)
    const earlier = progress.get(key) ?? { read: new Set<DayNumber>() }
    progress.set(key, earlier)
    const { askDay, lookAround, open, isAsked } = search(filter, ids, signal, earlier.read)
    const nextFrom = (day: DayNumber) => {
      let next = day
      while (next > 0 && (isAsked(next) || earlier.read.has(next))) next -= 1
      return next
    }
    const upTo = end === undefined ? null : dayNumber(end.slice(0, 10))
    let day = nextFrom(earlier.last ?? upTo ?? today())
    const only = start !== undefined && start === end ? dayNumber(start) : null
    if (only !== null && form?.[0] === 'day' && open().length > 0) {
      // The list itself was the answer for this day.
      isFormKnown = true
      await distrust(ids, only, signal)
      meet(ids, only)
      onChange()
    }
    let misses = 0
    for (;;) {
      const [id] = open()
      if (id === undefined) return
      await askDay(day)
      if (isOpen(id)) await lookAround(id, day)
      const found = days.get(id)
      if (found === undefined) {
        if (!problems.has(id)) problems.set(id, 'not-found')
        if (days.size === 0 && !isTrusted) throw turnOff('nowhere')
        onChange()
        misses += 1
        if (misses < mostMisses) continue
        for (const other of open()) problems.set(other, 'skipped')
        return onChange()
      }
      misses = 0
      earlier.last = days.get(ids.findLast((other) => days.has(other)) ?? id) ?? found
      // The next row lies on another day, most often on the one before.
      day = nextFrom(found)
    }
  }

  return {
    dayOf: (id) => problems.get(id) ?? (isTrusted ? days.get(id) : undefined) ?? null,
    zone: () => (isFormKnown ? zoneOf(form) : null),
    off: () => off,
    parametersOf: (day) => (isFormKnown && form ? dateParameters({ first: day, last: day }, ...form) : null),
    async find(asked) {
      if (off) return
      try {
        await findAll(asked)
      } catch (error) {
        if (error instanceof DatesAreOff) return onChange()
        if (error instanceof ApiError) {
          for (const id of asked.ids) if (isOpen(id)) problems.set(id, 'failed')
          onChange()
        }
        throw error
      }
    },
    async findTime(id, signal, onStep = () => {}) {
      const day = days.get(id)
      if (day === undefined || form === undefined) return null
      const start = dayStart(day, form[1])
      const within = async (from: number, to: number) => {
        const range = instantParameters(start + from * 1000, start + to * 1000 + 999)
        const page = { limit: 1, offset: 0 }
        const answer = await limited(() => ask({ transaction_id: id, ...range }, page, signal))
        return answer.ids.includes(id)
      }
      let [from, to] = [0, (dayStart(day + 1, form[1]) - start) / 1000 - 1]
      const known = (): Interval => ({ from: start + from * 1000, to: start + to * 1000 + 999 })
      try {
        if (!(await within(from, to))) return null
        while (from < to) {
          onStep(known())
          const middle = Math.floor((from + to) / 2)
          if (await within(from, middle)) to = middle
          else from = middle + 1
        }
        return (await within(from, to)) ? known() : null
      } catch (error) {
        if (isRefusal(error)) return null
        throw error
      }
    },
  }
}

/** Ends a search in which dates were found to be of no use; never leaves this file. */
class DatesAreOff extends Error {}

function zoneOf(form: readonly [DateForm, DayZone] | undefined): DayZone {
  return form?.[1] ?? 'utc'
}

/** The service does not take this date, or this form of it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && refusals.has(error.failure.code)
}

const refusals: ReadonlySet<string> = new Set(['TXN-03', 'ERR-00'])

/** Lets so many requests run at a time, in the order in which they came. */
function limiter(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(request: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await request()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
