import { expect, test } from 'vitest'
import { createTimeLeft, timeLeftText } from './time-left.ts'

test('as long again for the other half, whatever time it was paused, and nothing is said too early', () => {
  let now = 1_000_000
  const left = createTimeLeft(() => now)
  expect(left.seconds(0)).toBeNull()
  now += 4_000
  expect(left.seconds(0.5)).toBeNull()
  now += 56_000
  expect(left.seconds(0.5)).toBe(60)
  left.pause()
  now += 3_600_000
  expect(left.seconds(0.5)).toBe(60)
  left.resume()
  left.resume()
  expect(left.seconds(0.75)).toBe(20)
  now += 30_000
  expect(left.seconds(0.9)).toBe(10)
})

test('what begins anew is measured anew', () => {
  let now = 0
  const left = createTimeLeft(() => now)
  now = 600_000
  expect(left.seconds(0.9)).toBe(67)
  expect(left.seconds(0.01)).toBeNull()
  now += 10_000
  expect(left.seconds(0.1)).toBe(90)
})

test.each([
  [1, 'less than a minute left'],
  [59, 'less than a minute left'],
  [75, 'about 1 min left'],
  [715, 'about 12 min left'],
  [5_900, 'about 98 min left'],
  [7_300, 'about 2 h left'],
])('%d s are %s', (seconds, text) => expect(timeLeftText(seconds)).toBe(text))
