import { expect, test } from 'vitest'
import { ageBands, agedFilter, ageInDays, ageText, bandText } from './ages.ts'
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

test('bands are days, oldest first, which are every age', () => {
  expect(ageBands.map(bandText)).toEqual([
    'for 3 days or longer',
    'for 2 days',
    'since yesterday',
    'from today',
  ])
  expect(ageBands.map((band) => agedFilter(band, today))).toEqual([
    { status: openStatuses, end_date: '2026-11-26' },
    ...['2026-11-27', '2026-11-28', '2026-11-29'].map((text) => ({
      ...{ status: openStatuses, start_date: text, end_date: text },
    })),
  ])
})
