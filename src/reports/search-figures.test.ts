import { expect, test } from 'vitest'
import { dayNumber } from '../contract/day.ts'
import { nextDayTexts } from './search-figures.ts'

test('a period up to today leaves out the next day, which may have begun where days are the service’s own', () => {
  const today = dayNumber('2026-11-29') ?? 0
  const ofToday = { start_date: ['2026-01-01'], end_date: ['2026-11-29'] }
  expect(nextDayTexts(ofToday, { today, whose: 'service' })).toEqual([
    'Days are the service’s own. Its next day may have begun, and is not in this period.',
  ])
  expect(nextDayTexts(ofToday, { today, whose: 'utc' })).toEqual([])
  expect(nextDayTexts({ end_date: ['2026-11-28'] }, { today, whose: 'service' })).toEqual([])
  expect(nextDayTexts({}, { today, whose: 'service' })).toEqual([])
})
