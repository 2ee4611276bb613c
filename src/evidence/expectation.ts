/** What a recipient knows from elsewhere, and whether what was signed is of that. */
import { type DayNumber, dayNumber, monthEnd } from '../contract/day.ts'
import { isTimeZone, zoneDayOf } from '../contract/time-zone.ts'
import type { About } from './about.ts'

/** As people type it. What is not given is not compared. */
export interface Expectation {
  readonly service?: string | undefined
  readonly account?: string | undefined
  /** "2026-10", "2026-10-12", "2026-10-01/2026-12-31": whole days of the zone that was signed. */
  readonly period?: string | undefined
  /** It must be of later: a day of UTC, or a time with its zone. ISO 8601. */
  readonly asOfAfter?: string | undefined
}

/** In the order and words in which they are told. */
export const expectationWords = {
  service: 'service',
  account: 'account',
  period: 'period',
  asOfAfter: 'as of',
} as const satisfies Record<keyof Expectation, string>

/** Why an expectation cannot be compared, in a sentence; null where all of it can. */
export function expectationFault({ period, asOfAfter }: Expectation): string | null {
  if (period !== undefined && daysIn(period) === null)
    return `${period} is not a period such as 2026-10, 2026-10-12 or 2026-10-01/2026-12-31.`
  if (asOfAfter !== undefined && (!instantForm.test(asOfAfter) || Number.isNaN(Date.parse(asOfAfter))))
    return `${asOfAfter} is neither a date nor a time with its zone, such as 2026-11-26T14:00Z.`
  return null
}

export function unexpectedIn(about: About, expected: Expectation): readonly string[] {
  const { service, account, period, asOfAfter } = expected
  const fault = expectationFault(expected)
  if (fault !== null) return [fault]
  const otherAccount =
    about.account_typed === account
      ? 'The account that you expect was typed at sign-in: the service may have ignored it.'
      : 'It is for another account.'
  return [
    ...(service === undefined || service === about.service ? [] : ['It comes from another service.']),
    ...(account === undefined || account === about.account ? [] : [otherAccount]),
    ...(period === undefined ? [] : otherPeriod(about, period)),
    ...(asOfAfter === undefined || Date.parse(about.as_of) > Date.parse(asOfAfter)
      ? []
      : ['It is older than you expect.']),
  ]
}

function otherPeriod({ what: { period } }: About, expected: string): readonly string[] {
  const days = daysIn(expected)
  if (period === null) return ['It covers no period.']
  const { from, before, zone } = period
  const isSame =
    from !== null &&
    before !== null &&
    days !== null &&
    beginsDay(from, zone, days.first) &&
    beginsDay(before, zone, days.last + 1)
  return isSame ? [] : ['It covers another period.']
}

/** Some zones have days that do not begin at midnight. */
function beginsDay(instant: string, zone: string, day: DayNumber): boolean {
  const at = Date.parse(instant)
  return isTimeZone(zone) && zoneDayOf(at, zone) === day && zoneDayOf(at - 1, zone) === day - 1
}

function daysIn(text: string): { readonly first: DayNumber; readonly last: DayNumber } | null {
  const [one = '', other = one, ...more] = text.split('/')
  const first = dayNumber(/^\d{4}-\d\d$/.test(one) ? `${one}-01` : one)
  const end = dayNumber(/^\d{4}-\d\d$/.test(other) ? `${other}-01` : other)
  if (first === null || end === null || more.length > 0) return null
  const last = other.length === 7 ? monthEnd(end) : end
  return last < first ? null : { first, last }
}

const instantForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/
