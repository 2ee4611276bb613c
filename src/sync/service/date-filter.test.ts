/** What a service may do with dates, and what is then found out of its filter. */
import { describe, expect, it } from 'vitest'
import { dateFilterOf, testDateFilter } from './date-filter.ts'
import { listTransactions } from './endpoints.ts'
import type { DateFilter } from './service-profile.ts'
import {
  asSpecified,
  bothEnds,
  byRequest,
  cutToDays,
  daysElsewhere,
  type Ends,
  type Ledger,
  type LedgerEntry,
  localTime,
  now,
  onlyDays,
  onlyInstants,
  serve,
  shifted,
} from './testing/dated-ledger.ts'

const hour = 3_600_000
const noon = now - 12 * hour + 1
/** Entries every five hours of sixty days, the newest at noon of today. */
const entries: LedgerEntry[] = Array.from({ length: 288 }, (_, index) => ({
  id: `t${index}`,
  at: noon - index * 5 * hour,
  status: 'completed',
}))

/** Its days are named and begin so many hours before those of UTC; instants are refused. */
const ownDays =
  (hours: number): Ends =>
  (from, to) =>
    onlyDays(from, to) && localTime(hours)(from, to)
const endBefore: Ends = (from, to) => {
  const [first, last] = asSpecified(from, to) ?? [0, 0]
  return [first, to?.length === 10 ? last - 24 * hour : last]
}
const withoutOffsets: Ends = (from, to) =>
  [from, to].some((text) => text && /[+-]\d\d:\d\d$/.test(text)) ? null : asSpecified(from, to)

/** Takes milliseconds since 1970 alone; `other` is what it makes of anything else. */
const epoch =
  (other: ReturnType<Ends>): Ends =>
  (from, to) =>
    [from, to].some((end) => end !== undefined && !/^\d+$/.test(end))
      ? other
      : [Number(from ?? Number.NEGATIVE_INFINITY), Number(to ?? Number.POSITIVE_INFINITY)]
const everything = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const

type Found = Pick<DateFilter, 'off' | 'form' | 'days'>
const utc: Found = { off: null, form: 'instant', days: 'utc' }
const own = (form: DateFilter['form']): Found => ({ off: null, form, days: 'service' })
const off = (why: DateFilter['off']): Found => ({ off: why, form: 'day', days: 'service' })

describe.each<readonly [string, Partial<Ledger>, Found]>([
  ['keeps to the specification', {}, utc],
  ['says when it answers', { clock: () => noon }, utc],
  ['has other times in its records, six days ago', { clock: () => noon - 144 * hour }, utc],
  ['has other times in its records, in a month', { clock: () => noon + 720 * hour }, utc],
  [
    'has the time of each record in it, the oldest first',
    { clock: ({ at }) => at, order: (all) => all.toReversed() },
    utc,
  ],
  ['has other times in its records, and days alone', { ends: onlyDays, clock: () => 0 }, own('day')],
  ['takes instants alone', { ends: onlyInstants }, utc],
  ['has days that begin elsewhere, and instants', { ends: daysElsewhere(9) }, utc],
  ['ignores the id', { ignoresId: true }, utc],
  ['takes days alone', { ends: onlyDays }, own('day')],
  ['takes days of its own alone, seven hours ahead', { ends: ownDays(7) }, own('day')],
  ['takes days of its own alone, five hours behind', { ends: ownDays(-5) }, own('day')],
  ['cuts instants to their days', { ends: cutToDays(asSpecified) }, own('day')],
  ['cuts instants to days seven hours ahead', { ends: cutToDays(localTime(7)) }, own('day')],
  ['cuts instants to days five hours behind', { ends: cutToDays(localTime(-5)) }, own('day')],
  ['takes no offset', { ends: withoutOffsets }, own('instant')],
  ['takes milliseconds since 1970, and refuses all else', { ends: epoch(null) }, utc],
  ['takes milliseconds since 1970, and ignores all else', { ends: epoch(everything) }, utc],
  ['takes milliseconds since 1970, and finds nothing otherwise', { ends: epoch([1, 0]) }, utc],
  [
    'takes days alone, which end before their end_date',
    { ends: bothEnds(onlyDays, endBefore) },
    own('next-day'),
  ],
  ['cuts instants to days that end before', { ends: cutToDays(endBefore) }, own('next-day')],
  ['takes clock times seven hours ahead for UTC', { ends: localTime(7) }, off('zone')],
  ['takes clock times five hours behind for UTC', { ends: localTime(-5) }, off('zone')],
  ['reads instants seven hours late', { ends: shifted(-7 * hour) }, off('ahead')],
  ['and has its clock so, too', { ends: shifted(-7 * hour), clock: () => noon + 7 * hour }, off('ahead')],
  ['looks at the time of the request', { ends: byRequest(asSpecified, () => noon) }, off('request')],
  [
    'looks at the day of the request',
    {
      ends: bothEnds(
        onlyDays,
        byRequest(asSpecified, () => noon),
      ),
    },
    off('request'),
  ],
  ['ignores dates', { ends: () => [0, Number.POSITIVE_INFINITY] }, off('ignored')],
  ['ignores the start', { ends: (_, to) => asSpecified(undefined, to) }, off('ignored')],
  ['ignores the end', { ends: (from) => asSpecified(from, undefined) }, off('ignored')],
  ['leaves out the first day', { ends: shifted(24 * hour, 0) }, off('nowhere')],
  ['refuses dates', { ends: () => null }, off('refused')],
])('a service that %s', (_, lie, found) => {
  const make = () => serve({ entries, ...lie })
  const clock = () => noon + 1

  it('is found out', () => {
    expect(make().read(testDateFilter(), clock)).toMatchObject(found)
  })
})

it('asks again what was the future when the program was paused, and is past by now', () => {
  const ledger: Ledger = { entries: [...entries] }
  let time = noon + 1
  ledger.ends = (from, to) => {
    if (time === noon + 1 && Date.parse(from ?? '') > time) {
      ledger.entries.push({ id: 'meanwhile', at: time + 1.5 * hour, status: 'completed' })
      time += 2 * hour
    }
    return asSpecified(from, to)
  }
  expect(serve(ledger).read(testDateFilter(), () => time)).toMatchObject(utc)
  expect(time).toBeGreaterThan(noon + 1)
})

it('writes a day as the instants that a service takes alone', () => {
  const { read, received } = serve({ entries, ends: onlyInstants })
  read(dateFilterOf(), () => noon + 1)
  read(listTransactions({ start_date: '2026-11-01', end_date: '2026-11-02' }))
  expect(received.at(-1)).toEqual({
    start_date: '2026-11-01T00:00:00.000Z',
    end_date: '2026-11-02T23:59:59.999Z',
  })
})
