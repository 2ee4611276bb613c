import { expect, test } from 'vitest'
import { counted, countText } from './count-text.ts'

test('thousands are grouped', () => {
  expect([0, 999, 1000, 25_000, 1_234_567].map(countText)).toEqual([
    '0',
    '999',
    '1,000',
    '25,000',
    '1,234,567',
  ])
})

test('one is singular, and nothing else is', () => {
  expect([0, 1, 25_000].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '25,000 rows'])
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(1200, 'entry', 'entries')).toBe('1,200 entries')
})
