import { expect, test } from 'vitest'
import { dayNumber } from '../../api/dates/day.ts'
import { normaliseTransaction } from '../../api/normalise.ts'
import { sourcesOf } from './figures.ts'
import { periodReader } from './read-period.ts'

const today = dayNumber('2026-11-22') ?? 0
const range = { first: today, last: today }
const { signal } = new AbortController()

const page = (ids: readonly string[]) => ({
  records: ids.map((transaction_id) =>
    normaliseTransaction({
      transaction_id,
      transaction: { transaction_type: 'deposit', asset_id: 'A', amount: '1' },
    }),
  ),
  timestamp: null,
  receivedAt: '2026-11-22T10:00:00.000Z',
})

/** A service of so many transactions a day that gives at most `most` of them at once. */
function service(count: number, most: number) {
  const ids = Array.from({ length: count }, (_, index) => `t${index}`)
  return periodReader(
    () =>
      async ({ offset = 0, limit = 200 }) =>
        page(ids.slice(offset, offset + Math.min(limit, most))),
  )
}

test.each([
  [0, 1000, 0, false],
  [999, 1000, 999, false],
  [1000, 1000, 1000, false],
  [2500, 1000, 2500, false],
  // One that gives fewer rows than it is asked for.
  [2500, 500, 2500, false],
  // More than is read of one period.
  [12_000, 1000, 10_000, true],
])('of %i transactions, %i at a time, %i are counted', async (count, most, counted, isPart) => {
  const figure = await service(count, most).read(sourcesOf(null), range, 'day', signal)
  expect([figure.in.count, figure.isPart]).toEqual([counted, isPart])
})

test('the end of a short list is asked for only where no page before was longer', async () => {
  const days = [60, 40, 59, 61].map((count) =>
    Array.from({ length: count }, (_, index) => `${count} ${index}`),
  )
  const asked: (string | undefined)[] = []
  const reader = periodReader(() => async ({ offset = 0, start_date = '' }) => {
    asked.push(start_date)
    return page((days[today - (dayNumber(start_date) ?? 0)] ?? []).slice(offset))
  })
  for (const back of days.keys())
    await reader.read(sourcesOf(null), { first: today - back, last: today - back }, 'day', signal)
  expect(asked).toEqual(['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-19'])
})

test('a service that does not turn its pages is read in part, and not for ever', async () => {
  const reader = periodReader(() => async () => page(Array.from({ length: 1000 }, (_, index) => `t${index}`)))
  const figure = await reader.read(sourcesOf(null), range, 'day', signal)
  expect([figure.in.count, figure.isPart]).toEqual([1000, true])
})
