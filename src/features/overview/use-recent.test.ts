import { expect, test } from 'vitest'
import { failedInWeek } from './use-recent.ts'

const week = (count: number, undecided = 0) => {
  const listed = { count, undecided, filter: {} }
  return { week: listed, weekBefore: listed }
}

test.each([
  ['all have dates', 'known', week(0), { count: 0, tone: 'good' }],
  ['some have none', 'known', week(0, 2), { tone: 'neutral' }],
  ['dates are being looked for', 'awaited', week(0), { tone: 'neutral' }],
  ['the service gives no dates', 'none', week(0), { tone: 'neutral' }],
  ['one is found all the same', 'awaited', week(1, 2), { count: 1, tone: 'warning' }],
  ['nothing is counted yet', 'known', null, { tone: 'neutral' }],
] as const)('failed transactions of the week, where %s', (_, dates, failed, expected) => {
  expect(failedInWeek({ dates, failed, failure: null })).toEqual(expected)
})
