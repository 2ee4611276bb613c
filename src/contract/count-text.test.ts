import { expect, test } from 'vitest'
import { counted, countText } from './count-text.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
  // A rate: nothing is grouped after a point.
  [35.64045904911255, '36'],
  [1234.5, '1,235'],
])('%d is written %s', (count, text) => {
  expect(countText(count)).toBe(text)
})

test('one is singular, and nothing else is', () => {
  expect([0, 1, 25_000].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '25,000 rows'])
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(1200, 'entry', 'entries')).toBe('1,200 entries')
})
