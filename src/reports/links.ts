/** Links: why one has no report, the moments that it names, and the lists that numbers lead to. */
import { consoleEndpoints, type TransactionFilter } from '../contract/console-api.ts'
import { type DayRange, dateParameters, dayLength, dayNumber, instantParameters } from '../contract/day.ts'
import { RequestFault, readQuery } from '../contract/query.ts'
import type { Refused } from '../contract/report.ts'
import { zoneDayStart, zoneInstants, zoneOffset } from '../contract/time-zone.ts'
import type { Edge } from '../ledger/edges.ts'
import { mostWords, searchWords } from '../store/queries/conditions.ts'
import { transactionQuery } from '../store/queries/read-query.ts'
import type { RecordedPeriod, TransactionQuery } from '../store/queries/transaction-query.ts'
import { transactionsHref } from '../url/hrefs.ts'
import { transactionsCodec } from '../url/lists.ts'
import { filterQuery, type InvalidParameter, setFilters } from '../url/page-state.ts'
import { isEndOfDay, type Moment } from '../url/statements.ts'

/** Null where a report can be made: a value without its hidden characters is usable. `strange`: names of what else is wrong. */
export function refusedLink(
  title: string,
  invalid: readonly InvalidParameter[],
  strange: readonly string[] = [],
): Refused | null {
  const names = [...strange, ...invalid.flatMap(({ name, reason }) => (reason === 'hidden' ? [] : name))]
  return names.length === 0 ? null : refusedValues(title, names)
}

export function refusedValues(title: string, names: readonly string[]): Refused {
  const named = [...new Set(names)].join(' and ')
  const text = `The link has no valid value for ${named}. Correct it, or remove it from the link.`
  return { refusal: { title, text } }
}

export function queryOfFilter(filter: TransactionFilter): TransactionQuery {
  return transactionQuery(readQuery(consoleEndpoints.transactions, String(filterQuery(setFilters(filter)))))
}

/** `title`: of the refusal of a filter that no list takes. */
export function askedFilter(filter: TransactionFilter, title: string): TransactionQuery | Refused {
  try {
    const asked = queryOfFilter(filter)
    if (searchWords(asked.text).length <= mostWords) return asked
    return { refusal: { title, text: `text must have at most ${mostWords} words.` } }
  } catch (error) {
    if (error instanceof RequestFault) return { refusal: { title, text: error.details } }
    throw error
  }
}

/** Where the dates of a filter begin and end. */
export function periodEdges({ period: { from, before } = {} }: TransactionQuery): readonly Edge[] {
  return [from, before].flatMap((at) => (at === undefined ? [] : { at, day: Math.floor(at / dayLength) }))
}

/** Milliseconds since 1970. `zone`: null for UTC. */
export function periodInstants({ first, last }: DayRange, zone: string | null): Required<RecordedPeriod> {
  return { from: zoneDayStart(first, zone ?? 'UTC'), before: zoneDayStart(last + 1, zone ?? 'UTC') }
}

/** The list of a filter and of these days, by the same edges and in the days of the zone. */
export function periodListHref(filter: TransactionFilter, days: DayRange, zone: string | null): string {
  if (zone === null) return transactionsHref({ ...filter, ...dateParameters(days, 'day') })
  const { from, before } = periodInstants(days, zone)
  const dates = instantParameters(from, before - 1)
  return transactionsCodec.href('/transactions', { ...filter, ...dates }, { zone })
}

/** As the clocks of a zone show it: none where they leave the time out, two where they show it twice and the link does not say which. */
export function momentInstants(at: Moment, zone: string | null): readonly number[] {
  const { day, time, offset } = at
  if (isEndOfDay(at)) return [zoneDayStart((dayNumber(day) ?? 0) + 1, zone ?? 'UTC')]
  return zoneInstants(Date.parse(`${day}T${time}Z`), zone ?? 'UTC').filter(
    (instant) => !offset || zoneOffset(instant, zone ?? 'UTC') === offset,
  )
}

/** Null where it is one moment. `hrefOf`: the same link with another moment. */
export function refusedMoment(
  at: Moment,
  zone: string | null,
  hrefOf: (moment: Moment) => string,
): Refused | null {
  const name = zone ?? 'UTC'
  const instants = momentInstants(at, zone)
  if (instants.length === 0) {
    const shown = !at.offset ? at.time : `${at.time} at UTC${at.offset}`
    const text = `The clocks of ${name} do not show ${shown} on ${at.day}. Choose another time.`
    return { refusal: { title: 'There is no such time', text } }
  }
  if (instants.length === 1) return null
  const links = instants.map((instant, index) => {
    const offset = zoneOffset(instant, name)
    const label = `${index === 0 ? 'The first' : 'The second'}, UTC${offset}`
    return { label, href: hrefOf({ ...at, offset }) }
  })
  const text = `The clocks of ${name} go back on ${at.day} and show ${at.time} twice. Choose one of them.`
  return { refusal: { title: 'This time comes twice', text, links } }
}
