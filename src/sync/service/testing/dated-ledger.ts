/** Ledgers for the search for dates, listed in any order and with any interpretation of dates. */

import { dayLength, dayNumber } from '../../../contract/day.ts'
import type { Filter } from '../../../contract/endpoints.ts'
import { createProfile } from '../service-profile.ts'
import type { Answer, ServiceRead, ServiceRequest } from '../service-read.ts'
import { pageOf, queryOf, refusal, replayed } from './answers.ts'

export interface LedgerEntry {
  readonly id: string
  /** In milliseconds; NaN for what no list by date has. */
  readonly at: number
  status: string
}

/** How a service reads the ends of a range of dates; both are included where it keeps to the specification. */
export type Ends = (
  start: string | undefined,
  end: string | undefined,
) => readonly [from: number, to: number] | null

export interface Ledger {
  entries: LedgerEntry[]
  ends?: Ends
  order?: (entries: LedgerEntry[]) => LedgerEntry[]
  cap?: number
  ignoresId?: boolean
  /** The `timestamp` of a record; null where it has none. */
  clock?: (entry: LedgerEntry) => number | null
  meanwhile?: () => void
}

const day = 86_400_000
export const today = dayNumber('2026-11-18') ?? Number.NaN
export const now = (today + 1) * dayLength - 1

export const asSpecified: Ends = (start, end) => [
  start === undefined
    ? Number.NEGATIVE_INFINITY
    : Date.parse(start.length === 10 ? `${start}T00:00:00Z` : start),
  end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end.length === 10 ? `${end}T23:59:59.999Z` : end),
]

function refusing(form: RegExp): Ends {
  return (start, end) =>
    [start, end].some((text) => text && form.test(text)) ? null : asSpecified(start, end)
}

export const onlyDays = refusing(/T/)
export const onlyInstants = refusing(/^[^T]*$/)

/** The ends come so many milliseconds later than those of UTC. */
export function shifted(start: number, end = start): Ends {
  return (from, to) => {
    const [first, last] = asSpecified(from, to) ?? [0, 0]
    return [first + start, last + end]
  }
}

/** Takes every date, and every instant, for clock time of a zone so many hours ahead of UTC. */
export function localTime(hours: number): Ends {
  return (from, to) => shifted(-hours * 3_600_000)(clockTime(from), clockTime(to))
}

/** Takes an instant for the day that it is written with. */
export function cutToDays(ends: Ends): Ends {
  return (from, to) => ends(from?.slice(0, 10), to?.slice(0, 10))
}

/** Lists everything where its dates include the present, and else nothing. */
export function byRequest(ends: Ends, at: () => number): Ends {
  return (from, to) => {
    const [first, last] = ends(from, to) ?? [0, 0]
    return first <= at() && at() <= last ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [1, 0]
  }
}

/** Days by their names begin so many hours before those of UTC; instants mean what they say. */
export function daysElsewhere(hours: number): Ends {
  return (from, to) => (from?.length === 10 ? localTime(hours)(from, to) : asSpecified(from, to))
}

export function bothEnds(one: Ends, other: Ends): Ends {
  return (from, to) => one(from, to) && other(from, to)
}

function clockTime(text: string | undefined): string | undefined {
  return text?.replace(/(Z|[+-]\d\d:\d\d)$/, 'Z')
}

/** Services that give true dates, by days, by instants or by both. */
export const honest: Readonly<Record<string, Ends>> = {
  'days and instants': asSpecified,
  'days alone': onlyDays,
  'instants alone': onlyInstants,
  'instants as their days': cutToDays(asSpecified),
}

const firstInstant = (text?: string) => (text?.length === 10 ? `${text}T00:00:00.000Z` : text)
const toMinutes =
  (startLength: number, endLength: number): Ends =>
  (from, to) => {
    const [first, last] = asSpecified(from, to) ?? [0, 0]
    const start = (at: number) => Math.floor(at / 60_000) * 60_000
    return [startLength === 0 ? first : start(first), endLength === 0 ? last : start(last) + endLength - 1]
  }

/** Services whose dates mean something else than asked. */
export const odd: Readonly<Record<string, Ends>> = {
  'a day as its first instant': (from, to) => asSpecified(firstInstant(from), firstInstant(to)),
  'no dates at all': () => null,
  'no date that it heeds': () => asSpecified(undefined, undefined),
  'no start that it heeds': (_, to) => asSpecified(undefined, to),
  'no end that it heeds': (from) => asSpecified(from, undefined),
  'a start one day early': shifted(-day, 0),
  'an end one day late': shifted(0, day),
  'a start three hours early': shifted(-day / 8, 0),
  'an end three hours late': shifted(0, day / 8),
  'days that begin three hours early, alone': bothEnds(onlyDays, shifted(-day / 8, 0)),
  'both ends excluded': shifted(day, -day),
  'an instant to its minute': toMinutes(1, 1),
  'an instant for its minute': toMinutes(1, 60_000),
  'a start to its minute': toMinutes(1, 0),
  'days of another time zone, and instants': daysElsewhere(9),
}

function newestFirst(entries: LedgerEntry[]): LedgerEntry[] {
  return [...entries].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

/** Serves a ledger of which nothing is known, and records the requests. */
export function serve(ledger: Ledger, profile = createProfile()) {
  const received: Filter<'transactions'>[] = []
  const list = (filter: Filter<'transactions'>): LedgerEntry[] | null => {
    const ends = (ledger.ends ?? asSpecified)(filter.start_date, filter.end_date)
    if (!ends) return null
    const [from, to] = ends
    const isDated = filter.start_date !== undefined || filter.end_date !== undefined
    return (ledger.order ?? newestFirst)(ledger.entries).filter(
      ({ id, at, status }) =>
        (!isDated || (at >= from && at <= to)) &&
        (ledger.ignoresId || filter.transaction_id === undefined || filter.transaction_id === id) &&
        (filter.status === undefined || filter.status === status),
    )
  }
  const answer = (request: ServiceRequest): Answer => {
    ledger.meanwhile?.()
    const { limit: _, offset: __, ...filter } = Object.fromEntries(queryOf(request))
    received.push(filter)
    const { limit, offset } = pageOf(request)
    const page = list(filter)?.slice(offset, offset + Math.min(limit, ledger.cap ?? limit))
    if (!page) throw refusal('TXN-03')
    const timestampOf = (entry: LedgerEntry) => {
      const at = ledger.clock?.(entry) ?? null
      return at === null ? {} : { timestamp: new Date(at).toISOString() }
    }
    return {
      body: {
        transactions: page.map((entry) => ({ transaction_id: entry.id, ...timestampOf(entry) })),
      },
      receivedAt: '',
    }
  }
  const read = <Value>(reading: ServiceRead<Value>, clock = () => now) =>
    replayed(reading, answer, clock, profile)
  return { answer, read, list, received }
}

/** So many entries a day, back from today. */
export function daily(days: number, perDay: number): LedgerEntry[] {
  return Array.from({ length: days * perDay }, (_, index) => ({
    id: `t${index}`,
    at: (today - Math.floor(index / perDay)) * dayLength + 43_200_000 - (index % perDay) * 60_000,
    status: 'completed',
  }))
}
