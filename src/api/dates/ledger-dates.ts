/**
 * On which day the service recorded each transaction. A day rests on an answer for that one day which contained the transaction. Answers for
 * longer times, what an answer lacks, and the order of rows only say where to ask next: they save requests, and never make a date.
 */
import type { Filter } from '../../contract/endpoints.ts'
import { ApiError } from '../api-error.ts'
import type { AskIds } from './asking.ts'
import { type DatesOff, dateFilterOf } from './date-filter.ts'
import { type DateParameters, type DayNumber, type DayZone, dayNumber } from './day.ts'
import { createDayQueries, type DayQueries, type WhoseDays } from './day-queries.ts'
import { createSearch } from './search.ts'

/**
 * Why a transaction has no date: no day had it; two days had it; or it is looked for another time, since the service did not answer, or
 * had those before it on no day.
 */
export type Undated = 'not-found' | 'contradicted' | 'failed' | 'skipped'

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
  zone: wanted,
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
    if (found && off === null) service = createDayQueries(ask, found, wanted, now)
    onChange()
    return service
  }

  async function findAll(service: DayQueries, { ids, filter: asked, signal }: DatesAsked): Promise<void> {
    for (const id of ids) if (passing.has(problems.get(id) ?? 'not-found')) problems.delete(id)
    const { start_date: start, end_date: end, ...filter } = asked
    const key = JSON.stringify(filter)
    const earlier = progress.get(key) ?? { read: new Set<DayNumber>() }
    progress.set(key, earlier)
    const { askDay, lookAround, open, isAsked } = createSearch(service, {
      filter,
      ids,
      isOpen,
      onMet: meet,
      read: earlier.read,
      signal,
    })
    const [first, last] = [start, end].map((date) => dayNumber(date?.slice(0, 10) ?? ''))
    const withinRange = (day: DayNumber) => Math.max(first ?? day, Math.min(last ?? day, day))
    /** The first day from this one on that was not read. */
    const unread = (day: DayNumber, step: -1 | 1) => {
      let next = day
      while (next > 0 && next <= service.today() && (isAsked(next) || earlier.read.has(next))) next += step
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
      const day = guess(id)
      await askDay(day)
      if (isOpen(id)) await lookAround(id, day)
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
      const { hasWithin, startOf } = service
      const start = startOf(day)
      const within = (from: number, to: number) =>
        hasWithin(id, start + from * 1000, start + to * 1000 + 999, signal)
      let [from, to] = [0, (startOf(day + 1) - start) / 1000 - 1]
      const known = (): Interval => ({ from: start + from * 1000, to: start + to * 1000 + 999 })
      if (!(await within(from, to))) return null
      while (from < to) {
        onStep(known())
        const middle = Math.floor((from + to) / 2)
        if (await within(from, middle)) to = middle
        else from = middle + 1
      }
      // Some services take an instant for its day, and so have it in any other second, too.
      const elsewhere = from === 0 ? 3600 : 0
      return (await within(from, to)) && !(await within(elsewhere, elsewhere)) ? known() : null
    },
  }
}
