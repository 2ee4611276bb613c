/** The days of a list in a zone: nothing is made of them, but the records then tell them apart. */
import { type DayNumber, dayLength, dayText } from '../contract/day.ts'
import { floorDivide, readTimeRange } from '../contract/time-range.ts'
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
    const today = dayText(Math.floor(now / dayLength))
    const dates = [parameters.get('start_date') ?? '', parameters.get('end_date') || today] as const
    const range = readTimeRange(...dates)
    if (zone === null || 'fault' in range)
      return { refusal: { title: 'No days', text: 'The link has no zone, or no first date.' } }
    const dayAt = (microseconds = 0n) => zoneDayOf(Number(floorDivide(microseconds, 1000n)), zone)
    const first = dayAt(range.from)
    const last = dayAt((range.before ?? 0n) - 1n)
    if (last - first >= mostDays)
      return { refusal: { title: 'Too many days', text: `Choose at most ${mostDays} days.` } }
    return { zone, first, last }
  },
  edges: ({ zone, first, last }, { today }) =>
    eachDay({ first, last: Math.max(first, Math.min(last, today + 1)) }, zone),
  make: async (_, { first, last }) => ({ days: last - first + 1 }),
})
