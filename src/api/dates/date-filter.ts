/** How one service takes dates: in which form, whether it keeps to them, and what it has on a range of days. */
import type { Filter } from '../../contract/endpoints.ts'
import { atMost, noneWhereRefused } from './asking.ts'
import { createDateForms, type DateForms } from './date-forms.ts'
import {
  type DateForm,
  type DateParameters,
  type DayNumber,
  type DayRange,
  type DayZone,
  dateParameters,
  dayOf,
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
 * Why a service gives no dates at all: it refuses every form of them; an answer for one day held what was recorded on another; or it has
 * transactions, and on no day.
 */
export type DatesOff = 'refused' | 'ignored' | 'nowhere'

/** The date filter of one service, as far as it was found out in one session. */
export interface DateFilter {
  /** What a range of days has of a list. */
  ask(
    filter: Filter<'transactions'>,
    range: DayRange,
    signal: AbortSignal,
    offset?: number,
  ): Promise<DatedAnswer>
  /** Whether a range of days has a transaction. */
  has(id: string, range: DayRange, signal: AbortSignal): Promise<boolean>
  /** Whether a range of milliseconds has a transaction; null where the service takes no instants. */
  hasWithin(id: string, from: number, to: number, signal: AbortSignal): Promise<boolean | null>
  /** Throws `DatesAreOff` where the first day that has something shows that the service does not keep to dates. */
  check(ids: readonly string[], day: DayNumber, signal: AbortSignal): Promise<void>
  /** Whether that check was passed. */
  isTrusted(): boolean
  today(): DayNumber
  /** Whose days are asked for. */
  zone(): DayZone
  isKnown(): boolean
  /** The parameters for one day, by its name where the service takes those. */
  parametersOf(day: DayNumber): DateParameters
}

/** Ends a search in which dates were found to be of no use. */
export class DatesAreOff extends Error {
  readonly why: DatesOff
  constructor(why: DatesOff) {
    super(why)
    this.why = why
  }
}

/** So many records of a day or a longer time are asked for at once. */
const answerLength = 500
const mostInFlight = 3

/** The date filter of the service behind `ask`. */
export function createDateFilter(
  ask: AskIds,
  wanted: DayZone,
  now: () => number,
  forms: DateForms = createDateForms(),
): DateFilter {
  let isChecked = false
  let clock: number | null = null
  const limited = atMost(mostInFlight)
  const zoneOf = (form: DateForm | null) => (form === 'instant' ? wanted : 'utc')
  const zone = () => zoneOf(forms.form())
  const today = () => dayOf(clock ?? now(), zone())

  /** What a range of days has. A range that is refused, once a form is known to be taken, has nothing: some refuse what lies ahead. */
  async function askDays(
    filter: Filter<'transactions'>,
    range: DayRange,
    signal: AbortSignal,
    offset = 0,
    limit = answerLength,
  ): Promise<DatedAnswer> {
    const answer = await forms.ask((form) => {
      const parameters = dateParameters(range, form, zoneOf(form))
      return limited(() => ask({ ...filter, ...parameters }, { limit, offset }, signal)).catch(
        noneWhereRefused,
      )
    })
    if (forms.form() === null) throw new DatesAreOff('refused')
    clock = answer?.at ?? clock
    return answer ?? { ids: [], isFull: false, at: null }
  }

  /** Whether a range of days has a transaction, whatever else its list is filtered by: what it is filtered by may change meanwhile. */
  async function has(id: string, range: DayRange, signal: AbortSignal): Promise<boolean> {
    return (await askDays({ transaction_id: id }, range, signal, 0, 1)).ids.includes(id)
  }

  /**
   * Before the first date is believed: what a day has may be neither on the day before nor on the day after. A service that ignores dates,
   * or counts a day too many at either end, has it there too.
   */
  async function check(ids: readonly string[], day: DayNumber, signal: AbortSignal): Promise<void> {
    const [first] = ids
    const last = ids.at(-1)
    if (isChecked || first === undefined || last === undefined) return
    if (day > today() + 1) throw new DatesAreOff('ignored')
    const probes = [...new Set([first, last])].flatMap((id) => [
      [id, day - 1] as const,
      [id, day + 1] as const,
    ])
    const answers = await Promise.all(
      probes.map(([id, at]) => askDays({ transaction_id: id }, { first: at, last: at }, signal, 0, 100)),
    )
    // A service that ignores the id answers with the whole day, in which none of these may be either.
    const here = new Set(ids)
    if (answers.some((answer) => answer.ids.some((id) => here.has(id)))) throw new DatesAreOff('ignored')
    const named = { transaction_id: first, ...dateParameters({ first: day, last: day }, 'day', 'utc') }
    const byName = await limited(() => ask(named, { limit: 1, offset: 0 }, signal)).catch(noneWhereRefused)
    isChecked = true
    forms.trust(byName !== null)
  }

  return {
    ask: askDays,
    has,
    async hasWithin(id, from, to, signal) {
      const filter = { transaction_id: id, ...instantParameters(from, to) }
      const answer = await limited(() => ask(filter, { limit: 1, offset: 0 }, signal)).catch(noneWhereRefused)
      return answer?.ids.includes(id) ?? null
    },
    check,
    isTrusted: () => isChecked,
    today,
    zone,
    isKnown: forms.isKnown,
    parametersOf(day) {
      const form = zone() === 'utc' ? forms.formOfLinks() : 'instant'
      return dateParameters({ first: day, last: day }, form, zone())
    },
  }
}
