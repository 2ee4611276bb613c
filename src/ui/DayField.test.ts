import { expect, test } from 'vitest'
import { dayProblem } from './DayField.tsx'

test.each([
  ['', '', '', ''],
  ['2026-11-30', '', '', ''],
  ['2026-11-30', '2026-11-30', '2026-11-30', ''],
  ['2026-11-30T12:00:00Z', '', '', ''],
  ['2028-02-29', '', '', ''],
  ['2026-02-29', '', '', 'Write the day as 2026-11-30.'],
  ['11/30/2026', '', '', 'Write the day as 2026-11-30.'],
  ['2026-11', '', '', 'Write the day as 2026-11-30.'],
  ['2026-11-30Tnoon', '', '', 'Write the day as 2026-11-30.'],
  ['2026-11-29', '2026-11-30', '', 'Choose 2026-11-30 or a later day.'],
  ['2026-12-01', '', '2026-11-30', 'Choose 2026-11-30 or an earlier day.'],
  // An instant beside a day.
  ['2026-11-30', '2026-11-30T16:00:00Z', '', ''],
  ['2026-11-30', '2026-12-01T00:00:00Z', '', 'Choose 2026-12-01T00:00:00Z or a later day.'],
  ['2026-11-30T16:00:00Z', '', '2026-11-30', ''],
  ['2026-12-01T00:00:00Z', '', '2026-11-30', 'Choose 2026-11-30 or an earlier day.'],
])('%j from %j to %j: %s', (text, min, max, problem) => {
  expect(dayProblem(text, min, max)).toBe(problem)
})
