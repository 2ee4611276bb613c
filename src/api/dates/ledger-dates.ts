/** The day on which the service recorded each row on screen. Only an answer for a single day dates a row. */
import type { Filter } from '../../contract/endpoints.ts'
import { ApiError } from '../api-error.ts'
import type { DateFilter, DatesOff } from '../service-profile.ts'
import type { RetryOptions } from '../walk/retries.ts'
import { type AskIds, askTransactionIds, atMost, dateFilterOf, withRetries } from './date-filter.ts'
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

/** `contradicted`: two days list it. `skipped`: earlier rows are on no day, so this one was not searched. It is retried, as is `failed`. */
export type Undated = 'not-found' | 'contradicted' | 'failed' | 'skipped'

/** `service`: the service's own days, in an unknown zone. */
export type WhoseDays = DayZone | 'service'

/** Milliseconds since 1970, both ends included. */
export interface Interval {
  readonly from: number
  readonly to: number
}

export interface DatesAsked {
  readonly ids: readonly string[]
  readonly filter: Filter<'transactions'>
  readonly signal: AbortSignal
}

/** The remaining rows are skipped after this many rows without a day. */
const mostMisses = 2
const passing: ReadonlySet<Undated> = new Set(['failed', 'skipped'])

export interface LedgerDatesOptions {
  readonly ask: AskIds
  readonly zone: DayZone
  readonly now?: () => number
  readonly onChange?: () => void
  /** Session mark. */
  readonly session?: string | null
}

export function openLedgerDates({
  onWait,
  ...options
}: Omit<LedgerDatesOptions, 'ask'> & Pick<RetryOptions, 'onWait'>): LedgerDates {
  return new LedgerDates({ ...options, ask: withRetries(askTransactionIds(), { onWait }) })
}

export class LedgerDates {
  readonly #options: Required<LedgerDatesOptions>
  readonly #days = new Map<string, DayNumber>()
  readonly #problems = new Map<string, Undated>()
  /** Per filter: the last day found, and past days read to their ends. The next page is likely near them. */
  readonly #progress = new Map<string, { last?: DayNumber; readonly read: Set<DayNumber> }>()
  #service: DayQueries | null = null
  #off: DatesOff | null = null

  constructor(options: LedgerDatesOptions) {
    this.#options = { now: Date.now, onChange: () => {}, session: null, ...options }
  }

  /** Null while unknown. */
  dayOf(id: string): DayNumber | Undated | null {
    return this.#problems.get(id) ?? this.#days.get(id) ?? null
  }

  whose(): WhoseDays | null {
    return this.#service?.whose() ?? null
  }

  off(): DatesOff | null {
    return this.#off
  }

  /** Null before the tests of the date filter. */
  parametersOf(day: DayNumber): DateParameters | null {
    return this.#service?.parametersOf(day) ?? null
  }

  /** Also dates rows that it meets on the way. Throws the `ApiError` that ended it, or the signal's reason. */
  async find(asked: DatesAsked): Promise<void> {
    try {
      const service = await this.#openService(asked.signal)
      if (service) await this.#findAll(service, asked)
    } catch (error) {
      if (error instanceof ApiError) {
        for (const id of asked.ids) if (this.#isOpen(id)) this.#problems.set(id, 'failed')
        this.#options.onChange()
      }
      throw error
    }
  }

  /** Narrows a dated transaction to a second; null where the service cannot tell. `onStep` runs after each request. */
  async findTime(
    id: string,
    signal: AbortSignal,
    onStep: (known: Interval) => void = () => {},
  ): Promise<Interval | null> {
    const day = this.#days.get(id)
    const service = this.#service
    // Seconds need instants that the service reads correctly.
    if (day === undefined || service === null || service.whose() === 'service') return null
    const start = service.startOf(day)
    const interval = (from: number, to: number) => ({
      from: start + from * 1000,
      to: start + to * 1000 + 999,
    })
    const isWithin = (first: number, last: number) => {
      const { from, to } = interval(first, last)
      return service.has(id, instantParameters(from, to), signal)
    }
    let [from, to] = [0, (service.startOf(day + 1) - start) / 1000 - 1]
    if (!(await isWithin(from, to))) return null
    while (from < to) {
      onStep(interval(from, to))
      const middle = Math.floor((from + to) / 2)
      if (await isWithin(from, middle)) to = middle
      else from = middle + 1
    }
    // A service that truncates instants to days has the transaction in every second.
    const elsewhere = from === 0 ? 3600 : 0
    return (await isWithin(from, to)) && !(await isWithin(elsewhere, elsewhere)) ? interval(from, to) : null
  }

  #isOpen(id: string): boolean {
    return !this.#days.has(id) && !this.#problems.has(id)
  }

  #meet(ids: readonly string[], day: DayNumber): void {
    for (const id of ids) {
      const known = this.#days.get(id)
      if (known !== undefined && known !== day) {
        this.#days.delete(id)
        this.#problems.set(id, 'contradicted')
      } else if (this.#problems.get(id) !== 'contradicted') {
        this.#days.set(id, day)
        this.#problems.delete(id)
      }
    }
    this.#options.onChange()
  }

  /** Null where the dates are unreliable. */
  async #openService(signal: AbortSignal): Promise<DayQueries | null> {
    if (this.#service || this.#off) return this.#service
    const { ask, zone, now, session, onChange } = this.#options
    const found = await dateFilterOf(session, ask, { signal, now })
    this.#off = found?.off ?? null
    if (found && this.#off === null) {
      this.#service = createDayQueries(ask, found, zone, now)
    }
    onChange()
    return this.#service
  }

  async #findAll(service: DayQueries, { ids, filter: asked, signal }: DatesAsked): Promise<void> {
    for (const id of ids) if (passing.has(this.#problems.get(id) ?? 'not-found')) this.#problems.delete(id)
    const { start_date: start, end_date: end, ...filter } = asked
    const key = JSON.stringify(filter)
    const earlier = this.#progress.get(key) ?? { read: new Set<DayNumber>() }
    this.#progress.set(key, earlier)
    const isOpen = (id: string) => this.#isOpen(id)
    const open = () => ids.filter(isOpen)
    const onMet = (met: readonly string[], day: DayNumber) => this.#meet(met, day)
    const rows = new RowSearch(service, { filter, isOpen, open, onMet, read: earlier.read, signal })
    const [first, last] = [start, end].map((date) => dayNumber(date?.slice(0, 10) ?? ''))
    const beginning = () => {
      const day = earlier.last ?? service.today()
      return Math.max(first ?? day, Math.min(last ?? day, day))
    }
    let misses = 0
    for (;;) {
      const [id] = open()
      if (id === undefined) return
      await rows.find(id, this.#guess(rows, ids, id, beginning()))
      const found = this.#days.get(id)
      if (found !== undefined) {
        misses = 0
        earlier.last = this.#days.get(ids.findLast((other) => this.#days.has(other)) ?? id) ?? found
        continue
      }
      if (!this.#problems.has(id)) this.#problems.set(id, 'not-found')
      this.#options.onChange()
      misses += 1
      if (misses < mostMisses) continue
      for (const other of open()) this.#problems.set(other, 'skipped')
      return this.#options.onChange()
    }
  }

  /** Starts at the row's neighbours. Most lists are newest first. */
  #guess(rows: RowSearch, ids: readonly string[], id: string, otherwise: DayNumber): DayNumber {
    const place = ids.indexOf(id)
    const dayOf = (other: string | undefined) => this.#days.get(other ?? '')
    const before = dayOf(ids.slice(0, place).findLast((other) => this.#days.has(other)))
    const after = dayOf(ids.slice(place).find((other) => this.#days.has(other)))
    if (before === undefined && after !== undefined) return rows.unread(after, 1)
    return rows.unread(before ?? otherwise, -1)
  }
}

type DayQueries = ReturnType<typeof createDayQueries>

const answerLength = 500
const mostInFlight = 3

/** The reader's own days need instants that the service reads correctly. */
function createDayQueries(
  ask: AskIds,
  { form, days, formOfLinks }: DateFilter,
  wanted: DayZone,
  now: () => number,
) {
  // Of an answer that was kept, the clock may be days behind.
  let clock = Number.NEGATIVE_INFINITY
  const inTurn = atMost(mostInFlight)
  const zone = days === 'utc' ? wanted : 'utc'
  async function request(
    filter: Filter<'transactions'>,
    dates: DateParameters,
    signal: AbortSignal,
    { offset = 0, limit = answerLength } = {},
  ) {
    const answer = await inTurn(() => ask({ ...filter, ...dates }, { limit, offset }, signal))
    clock = Math.max(clock, answer?.at ?? clock)
    return answer && { ids: answer.ids.flatMap((id) => id ?? []), isFull: answer.ids.length >= limit }
  }
  return {
    /** A refused range counts as empty: some services refuse the future. */
    async ask(filter: Filter<'transactions'>, range: DayRange, signal: AbortSignal, offset = 0) {
      const answer = await request(filter, dateParameters(range, form, zone), signal, { offset })
      return answer ?? { ids: [], isFull: false }
    },
    /** Null where the service refuses the dates. Sends no other filter, because a status may change meanwhile. */
    async has(id: string, dates: DateParameters, signal: AbortSignal) {
      const answer = await request({ transaction_id: id }, dates, signal, { limit: 1 })
      return answer?.ids.includes(id) ?? null
    },
    datesOf: (range: DayRange) => dateParameters(range, form, zone),
    today: () => dayOf(Math.max(clock, now()), zone),
    whose: (): WhoseDays => (days === 'utc' ? wanted : 'service'),
    startOf: (day: DayNumber) => dayStart(day, zone),
    parametersOf: (day: DayNumber) =>
      dateParameters({ first: day, last: day }, zone === 'utc' ? formOfLinks : form, zone),
  }
}

/** Limits one day to 10,000 transactions. */
const mostAnswersOfDay = 20

interface RowsWanted {
  readonly filter: Filter<'transactions'>
  readonly isOpen: (id: string) => boolean
  readonly open: () => readonly string[]
  readonly onMet: (ids: readonly string[], day: DayNumber) => void
  readonly read: Set<DayNumber>
  readonly signal: AbortSignal
}

class RowSearch implements DaySearch {
  readonly #service: DayQueries
  readonly #wanted: RowsWanted
  readonly #asked = new Map<DayNumber, Promise<void>>()
  /** Ranges of this many days have more rows than one answer holds. */
  #crowded = Number.POSITIVE_INFINITY

  constructor(service: DayQueries, wanted: RowsWanted) {
    this.#service = service
    this.#wanted = wanted
  }

  unread(day: DayNumber, step: -1 | 1): DayNumber {
    const wasRead = (one: DayNumber) => this.#asked.has(one) || this.#wanted.read.has(one)
    let next = day
    while (next > 0 && next <= this.#service.today() && wasRead(next)) next += step
    return next
  }

  /** Widens in both directions, doubling each time. */
  async find(id: string, day: DayNumber): Promise<void> {
    const { isOpen, open } = this.#wanted
    await this.readDay(day)
    if (!isOpen(id)) return
    const latest = this.#service.today() + 1
    let older = Math.min(day, latest)
    let newer = older
    for (let span = 1; older > 0 || newer < latest; span *= 2) {
      for (const range of [
        { first: Math.max(0, older - span), last: older - 1 },
        { first: newer + 1, last: Math.min(latest, newer + span) },
      ]) {
        if (range.first > range.last) continue
        await searchDays(this, range, [id, ...open().filter((other) => other !== id)])
        // In crowded ranges, bisection finds neighbouring rows. Scattered rows need a wider search.
        if (open().length === 0 || (!isOpen(id) && this.#crowded <= span)) return
      }
      older = Math.max(0, older - span)
      newer = Math.min(latest, newer + span)
    }
    if (isOpen(id)) await this.#findAlone(id, { first: 0, last: latest })
  }

  async readDay(day: DayNumber): Promise<void> {
    const reading = this.#asked.get(day) ?? this.#readPages(day)
    this.#asked.set(day, reading)
    await reading
  }

  /** Asks for the first row only in a crowded range. */
  async among(range: DayRange, wanted: readonly string[]): Promise<readonly string[]> {
    const { filter, isOpen, signal } = this.#wanted
    const missing = wanted.filter(isOpen)
    const length = range.last - range.first + 1
    if (missing.length > 0 && length < this.#crowded) {
      const { ids: met, isFull } = await this.#service.ask(filter, range, signal)
      const found = missing.filter((id) => met.includes(id))
      if (!isFull || found.includes(missing[0] ?? '')) return found
      this.#crowded = length
    }
    const [first] = missing
    return first !== undefined && (await this.#has(first, range)) ? [first] : []
  }

  left(wanted: readonly string[], { first, last }: DayRange): readonly string[] {
    // In a crowded range nothing tells where the other rows are.
    const isCrowded = Math.ceil((last - first) / 2) >= this.#crowded
    return (isCrowded ? wanted.slice(0, 1) : wanted).filter(this.#wanted.isOpen)
  }

  /** Stops once no row is missing. */
  async #readPages(day: DayNumber): Promise<void> {
    const { filter, open, onMet, read, signal } = this.#wanted
    let offset = 0
    for (let count = 0; count < mostAnswersOfDay; count++) {
      const answer = await this.#service.ask(filter, { first: day, last: day }, signal, offset)
      onMet(answer.ids, day)
      offset += answer.ids.length
      if (!answer.isFull && day < this.#service.today()) read.add(day)
      if (!answer.isFull || open().length === 0) return
    }
  }

  async #findAlone(id: string, whole: DayRange): Promise<void> {
    if (!(await this.#has(id, whole))) return
    let range = whole
    while (range.first < range.last) {
      const middle = Math.floor((range.first + range.last) / 2)
      const older = { first: range.first, last: middle }
      range = (await this.#has(id, older)) ? older : { first: middle + 1, last: range.last }
    }
    if (await this.#has(id, range)) this.#wanted.onMet([id], range.first)
  }

  async #has(id: string, range: DayRange): Promise<boolean | null> {
    return await this.#service.has(id, this.#service.datesOf(range), this.#wanted.signal)
  }
}
