import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  datePresets,
  neighbourOf,
  periodAround,
  periodInPlace,
  periodKinds,
  readPeriod,
  writePeriod,
} from './periods.ts'

describe('periods', () => {
  test.each([
    ['2025', '2025-01-01', '2025-12-31'],
    ['2025-Q1', '2025-01-01', '2025-03-31'],
    ['2025-Q4', '2025-10-01', '2025-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-02-03..2025-02-03', '2025-02-03', '2025-02-03'],
  ])('%s is from %s to %s, and is written so again', (text, first, last) => {
    const period = readPeriod(text)
    expect(period).toMatchObject({ first, last })
    expect(period && writePeriod(period)).toBe(text)
  })

  test.each([
    '',
    '1969',
    '2025-13',
    '2025-Q5',
    '2025-02-30..2025-03-01',
    '2025-03-02..2025-03-01',
    '12025',
    'all',
  ])('"%s" is none', (text) => expect(readPeriod(text)).toBeNull())

  test('the next period joins, and its predecessor is the period itself', () => {
    const day = fc
      .integer({ min: 30_000_000, max: 1_900_000_000 })
      .map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.constantFrom(...periodKinds), day, (kind, at) => {
        const period = periodAround(kind, at)
        const next = neighbourOf(period, 1)
        expect(period.first <= at && at <= period.last).toBe(true)
        expect(Date.parse(next.first) - Date.parse(period.last)).toBe(86_400_000)
        expect(neighbourOf(next, -1)).toEqual(period)
        expect(readPeriod(writePeriod(period))).toEqual(period)
      }),
    )
  })
})

test.each([
  // Longer: the one around it, or the last that is over. Around one that is not over, neither is it.
  ['2026-11', 'quarter', '2026-Q4'],
  ['2026-10', 'quarter', '2026-Q3'],
  ['2026-10', 'year', '2025'],
  ['2025-03', 'year', '2025'],
  // Shorter: the last in it that is over, or this one so far.
  ['2025', 'month', '2025-12'],
  ['2025', 'quarter', '2025-Q4'],
  ['2026', 'month', '2026-11'],
  ['2026', 'quarter', '2026-Q4'],
  ['2026-Q4', 'month', '2026-11'],
  ['2026-11-02..2026-11-09', 'month', '2026-10'],
  ['2027', 'month', '2026-11'],
  ['2026-10', 'days', '2026-10-01..2026-10-31'],
] as const)('%s as a %s is %s', (from, kind, to) => {
  const period = readPeriod(from)
  expect(period && writePeriod(periodInPlace(period, kind, '2026-11-23'))).toBe(to)
})

const at = (iso: string) =>
  Object.fromEntries(
    datePresets(new Date(iso)).map(({ label, start_date, end_date }) => [label, `${start_date} ${end_date}`]),
  )

test('named ranges on an ordinary day', () => {
  expect(at('2026-11-21T23:59:59.999Z')).toEqual({
    Today: '2026-11-21 2026-11-21',
    Yesterday: '2026-11-20 2026-11-20',
    'Last 7 days': '2026-11-15 2026-11-21',
    'Last week': '2026-11-09 2026-11-15',
    'Last 30 days': '2026-10-23 2026-11-21',
    'This month': '2026-11-01 2026-11-21',
    'Last month': '2026-10-01 2026-10-31',
    'This quarter': '2026-10-01 2026-11-21',
    'Last quarter': '2026-07-01 2026-09-30',
    'This year': '2026-01-01 2026-11-21',
    'Last year': '2025-01-01 2025-12-31',
  })
})

test('no range ends before it starts, or after today', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, (now) => {
      const today = now.toISOString().slice(0, 10)
      for (const { start_date, end_date } of datePresets(now)) {
        expect(start_date <= end_date).toBe(true)
        expect(end_date <= today).toBe(true)
      }
    }),
  )
})
