import { expect, test } from 'vitest'
import { dayNumber, dayText } from '../../api/dates/day.ts'
import { periodsOf } from './periods.ts'

function spanned(span: Parameters<typeof periodsOf>[0], today: string) {
  return periodsOf(span, dayNumber(today) ?? Number.NaN).map(({ name, range }) => [
    name,
    dayText(range.first),
    dayText(range.last),
  ])
}

test('the last thirty days end today, over a leap day and a change of year', () => {
  const leap = spanned('30d', '2024-03-02')
  expect(leap).toHaveLength(30)
  expect(leap[0]?.[0]).toBe('2024-02-02')
  expect(leap.slice(-3)).toEqual([
    ['2024-02-29', '2024-02-29', '2024-02-29'],
    ['2024-03-01', '2024-03-01', '2024-03-01'],
    ['2024-03-02', '2024-03-02', '2024-03-02'],
  ])
  expect(spanned('30d', '2026-01-05')[0]?.[0]).toBe('2025-12-07')
  expect(spanned('90d', '2026-11-22')[0]?.[0]).toBe('2026-08-25')
})

test('twelve calendar months end today, each whole but the last', () => {
  const months = spanned('12m', '2024-03-02')
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual(['2023-04', '2023-04-01', '2023-04-30'])
  expect(months[8]).toEqual(['2023-12', '2023-12-01', '2023-12-31'])
  expect(months.slice(-2)).toEqual([
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2024-03', '2024-03-01', '2024-03-02'],
  ])
})

test('no day is left out of the months, and none is in two of them', () => {
  for (const today of ['2026-01-31', '2025-02-28', '2024-12-01']) {
    const months = periodsOf('12m', dayNumber(today) ?? Number.NaN)
    for (const [index, { range }] of months.entries()) {
      const before = months[index - 1]
      if (before) expect(range.first).toBe(before.range.last + 1)
    }
  }
})
