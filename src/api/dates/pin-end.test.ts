import { expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import type { AskIds } from './date-filter.ts'
import { pinEndDate } from './dated-list.ts'

const options = { signal: new AbortController().signal, now: () => Date.UTC(2026, 10, 21, 15) }

/** A service that has one transaction as its newest, recorded at an instant, and may tell the time. */
function service(at: number | null, recorded: string): AskIds {
  return async ({ end_date }) => ({ ids: end_date !== undefined && end_date < recorded ? [] : ['a'], at })
}

const earlier = '2026-11-21T14:00:00Z'
const status = 'pending'

test.each<readonly [string, AskIds, string | undefined]>([
  [
    'the time of the service’s answer',
    service(Date.UTC(2026, 10, 21, 15, 0, 0, 500), earlier),
    '2026-11-21T15:00:00.500Z',
  ],
  [
    'the reader’s time, where the service does not tell its own',
    service(null, earlier),
    '2026-11-21T15:00:00.000Z',
  ],
  [
    'nothing, where a slow clock would leave transactions out',
    service(null, '2026-11-21T15:00:00.001Z'),
    undefined,
  ],
  ['nothing, where there are no transactions', async () => ({ ids: [], at: null }), undefined],
  [
    'nothing, where the service refuses the date',
    async ({ end_date }) => (end_date === undefined ? { ids: ['a'], at: null } : null),
    undefined,
  ],
])('the end is set to %s', async (_, ask, end) => {
  expect(await pinEndDate({ status }, ask, options)).toMatchObject({
    filter: { status, ...(end !== undefined && { end_date: end }) },
    endDate: end ?? null,
  })
})

/** A service that has `before` rows, one of them without a date, and then one more. */
function growing(hasUndated: boolean): AskIds {
  let at = Date.UTC(2026, 10, 21, 15)
  const recorded = [at - 1000, hasUndated ? null : at - 2000, at - 3000, at + 1500]
  return async ({ end_date }, { limit, offset }) => {
    at += 1000
    const listed = recorded.filter(
      (each) =>
        (each ?? 0) <= at && (end_date === undefined || (each !== null && each <= Date.parse(end_date))),
    )
    const newestFirst = listed.toSorted((one, other) => (other ?? 0) - (one ?? 0))
    return { ids: newestFirst.slice(offset, offset + limit).map(String), at }
  }
}

test.each([
  [false, 3],
  [true, 2],
])('what is new is not missed, and what has no date is (%s)', async (hasUndated, rows) => {
  const pinned = await pinEndDate({}, growing(hasUndated), options)
  expect(pinned.endDate).toBe('2026-11-21T15:00:01.000Z')
  expect(await pinned.lacks(rows)).toBe(hasUndated)
})

test('the reader’s own end stays, and a failure is one', async () => {
  const fails: AskIds = () => Promise.reject(refusal('ERR-01'))
  const filter = { end_date: '2026-01-01' }
  expect(await pinEndDate(filter, fails, options)).toMatchObject({ filter, endDate: null })
  await expect(pinEndDate({}, fails, options)).rejects.toThrow('ERR-01')
})
