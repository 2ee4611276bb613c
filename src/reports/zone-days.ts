/** The days of a list in a zone: nothing is made of them, but the records then tell them apart. */
import { type DayNumber, rangeOf } from '../contract/day.ts'
import { readZone, zoneDayOf } from '../contract/time-zone.ts'
import { eachDay } from '../ledger/edges.ts'
import { figureEntry } from './entry.ts'

interface ZoneDaysQuery {
  readonly zone: string
  readonly first: DayNumber
  readonly last: DayNumber
}

/** Each day is a request to the service. */
const mostDays = 366

/** Of the dates of a list's link. */
export const zoneDaysFigure = figureEntry<ZoneDaysQuery, { readonly days: number }>({
  name: 'zone-days',
  lists: ['transactions'],
  parse(parameters, now) {
    const zone = readZone(parameters.get('zone') ?? '')
    const [start_date, end_date] = [parameters.get('start_date'), parameters.get('end_date')]
    const range = start_date === null ? null : rangeOf({ start_date, ...(end_date && { end_date }) }, now)
    if (zone === null || range === null)
      return { refusal: { title: 'No days', text: 'The link has no zone, or no first date.' } }
    const first = zoneDayOf(range.partOf(range.first).from, zone)
    const last = zoneDayOf(range.partOf(range.last).to, zone)
    if (last - first >= mostDays)
      return { refusal: { title: 'Too many days', text: `Choose at most ${mostDays} days.` } }
    return { zone, first, last }
  },
  edges: ({ zone, first, last }, { today }) =>
    eachDay({ first, last: Math.max(first, Math.min(last, today + 1)) }, zone),
  make: async (_, { first, last }) => ({ days: last - first + 1 }),
})
