/** What rows on screen are found with: a list's transactions of some days, and whether one is among them. */
import type { Filter } from '../../contract/endpoints.ts'
import { type AskIds, atMost, noneWhereRefused } from './asking.ts'
import type { DateFilter } from './date-filter.ts'
import {
  type DateParameters,
  type DayNumber,
  type DayRange,
  type DayZone,
  dateParameters,
  dayOf,
  dayStart,
  instantParameters,
} from './day.ts'

/** The ids of one answer. */
export interface DayAnswer {
  readonly ids: readonly string[]
  /** Whether the answer has as many records as were asked for, so that there may be more. */
  readonly isFull: boolean
}

/** Whose days are found: UTC's, the reader's own, or those of the service, whose zone is not known. */
export type WhoseDays = DayZone | 'service'

/** Asks one service by its date filter. */
export interface DayQueries {
  /** What a range of days has of a list. */
  ask(
    filter: Filter<'transactions'>,
    range: DayRange,
    signal: AbortSignal,
    offset?: number,
  ): Promise<DayAnswer>
  /** Whether a range of days has a transaction. */
  has(id: string, range: DayRange, signal: AbortSignal): Promise<boolean>
  /** Whether a range of milliseconds has a transaction; null where the service takes no instants. */
  hasWithin(id: string, from: number, to: number, signal: AbortSignal): Promise<boolean | null>
  today(): DayNumber
  whose(): WhoseDays
  /** The first millisecond of a day. */
  startOf(day: DayNumber): number
  /** The parameters for one day, by its name where the service takes those. */
  parametersOf(day: DayNumber): DateParameters
}

/** So many records of a day or a longer time are asked for at once. */
const answerLength = 500
const mostInFlight = 3

/** Days as `dateFilter` says that the service takes them: the reader's own, if they are `wanted`, only where instants mean what they say. */
export function createDayQueries(
  ask: AskIds,
  { form, days, formOfLinks }: DateFilter,
  wanted: DayZone,
  now: () => number,
): DayQueries {
  let clock: number | null = null
  const limited = atMost(mostInFlight)
  const zone = days === 'utc' ? wanted : 'utc'

  /** A range that is refused has nothing: some refuse what lies ahead. */
  async function askRange(
    filter: Filter<'transactions'>,
    parameters: DateParameters,
    signal: AbortSignal,
    { offset = 0, limit = answerLength } = {},
  ): Promise<DayAnswer | null> {
    const request = () => ask({ ...filter, ...parameters }, { limit, offset }, signal)
    const answer = await limited(request).catch(noneWhereRefused)
    clock = answer?.at ?? clock
    return answer && { ids: answer.ids.flatMap((id) => id ?? []), isFull: answer.ids.length >= limit }
  }

  return {
    async ask(filter, range, signal, offset = 0) {
      const answer = await askRange(filter, dateParameters(range, form, zone), signal, { offset })
      return answer ?? { ids: [], isFull: false }
    },
    // Whatever else its list is filtered by: that may change meanwhile.
    async has(id, range, signal) {
      const parameters = dateParameters(range, form, zone)
      const answer = await askRange({ transaction_id: id }, parameters, signal, { limit: 1 })
      return answer?.ids.includes(id) ?? false
    },
    async hasWithin(id, from, to, signal) {
      const filter = { transaction_id: id }
      const answer = await askRange(filter, instantParameters(from, to), signal, { limit: 1 })
      return answer?.ids.includes(id) ?? null
    },
    today: () => dayOf(clock ?? now(), zone),
    whose: () => (days === 'utc' ? wanted : 'service'),
    startOf: (day) => dayStart(day, zone),
    parametersOf: (day) =>
      dateParameters({ first: day, last: day }, zone === 'utc' ? formOfLinks : form, zone),
  }
}
