import { expect, test } from 'vitest'
import { ageBands, agedFilter, ageInDays, ageText, bandText, longerThanADay } from './ages.ts'
import { dayNumber } from './day.ts'
import { openStatuses } from './enumerations.ts'

const day = (text: string) => dayNumber(text) ?? 0
const today = day('2026-11-29')

test('an age is the whole UTC days since the day of the record', () => {
  expect(
    ['2026-11-29', '2026-11-28', '2026-11-26', '2026-11-30'].map((text) =>
      ageText(ageInDays(day(text), today)),
    ),
  ).toEqual(['today', '1 day', '3 days', 'today'])
})

test('bands are days, oldest first, and one of a week and more', () => {
  expect(ageBands(0).map(bandText)).toEqual(['today'])
  expect(ageBands(3).map(bandText)).toEqual(['3 days', '2 days', 'since yesterday', 'today'])
  expect(ageBands(30).map(bandText).slice(0, 2)).toEqual(['7 days or longer', '6 days'])
})

test('longer than a day is recorded until the day before yesterday, which the bands from two days on add up to', () => {
  expect(agedFilter(longerThanADay, today)).toEqual({ status: openStatuses, end_date: '2026-11-27' })
  const [older, ...days] = ageBands(30).map((band) => agedFilter(band, today))
  expect(older).toEqual({ status: openStatuses, end_date: '2026-11-22' })
  expect(days.map(({ start_date, end_date }) => [start_date, end_date]).slice(0, 2)).toEqual([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-24', '2026-11-24'],
  ])
})
