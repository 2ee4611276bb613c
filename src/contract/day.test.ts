import { expect, it } from 'vitest'
import {
  dateParameters,
  dayLength,
  dayNumber,
  dayOf,
  dayText,
  isUnfinished,
  monthEnd,
  monthStart,
} from './day.ts'

it('counts days, leap days and changes of year among them', () => {
  for (const text of ['1970-01-01', '2024-02-29', '2025-12-31', '2026-01-01', '1969-12-31'])
    expect(dayText(dayNumber(text) ?? Number.NaN)).toBe(text)
  expect((dayNumber('2024-03-01') ?? 0) - (dayNumber('2024-02-28') ?? 0)).toBe(2)
})

it.each([
  ['2024-02-10', '2024-02-01', '2024-02-29'],
  ['2025-02-28', '2025-02-01', '2025-02-28'],
  ['2025-12-31', '2025-12-01', '2025-12-31'],
])('knows the first and the last day of the month of %s', (text, first, last) => {
  const day = dayNumber(text) ?? Number.NaN
  expect([monthStart(day), monthEnd(day)].map(dayText)).toEqual([first, last])
})

it.each(['2025-02-29', '2026-13-01', '2026-11-18T00:00:00Z', '18.11.2026', ''])(
  'takes %s for no day',
  (text) => expect(dayNumber(text)).toBeNull(),
)

it.each([
  ['2026-11-20', 'utc', '2026-11-20T23:59:59.999Z', true],
  ['2026-11-20', 'utc', '2026-11-21T00:00:00Z', false],
  ['2026-11-20', 'service', '2026-11-21T11:59:59Z', true],
  ['2026-11-20', 'service', '2026-11-21T12:00:00Z', false],
  ['2026-11-20T08:00:00Z', 'service', '2026-11-20T08:00:00Z', false],
  ['2026-11-20T08:00:01Z', 'service', '2026-11-20T08:00:00Z', true],
] as const)('tells whether %s (%s) goes on at %s', (end, whose, at, goesOn) =>
  expect(isUnfinished(end, whose, Date.parse(at))).toBe(goesOn),
)

it('asks for days by name, or by their first and last millisecond', () => {
  const range = { first: dayNumber('2026-11-17') ?? 0, last: dayNumber('2026-11-18') ?? 0 }
  expect(dateParameters(range, 'day')).toEqual({ start_date: '2026-11-17', end_date: '2026-11-18' })
  expect(dateParameters(range, 'instant')).toEqual({
    start_date: '2026-11-17T00:00:00.000Z',
    end_date: '2026-11-18T23:59:59.999Z',
  })
})

it("tells the last millisecond of a day from the next day's first", () => {
  const start = 20_000 * dayLength
  expect([dayOf(start - 1), dayOf(start)]).toEqual([19_999, 20_000])
})
