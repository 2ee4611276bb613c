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
  expect(await pinEndDate({ status }, ask, options)).toEqual({
    filter: { status, ...(end !== undefined && { end_date: end }) },
    endDate: end ?? null,
  })
})

test('the reader’s own end stays, and a failure is one', async () => {
  const fails: AskIds = () => Promise.reject(refusal('ERR-01'))
  const filter = { end_date: '2026-01-01' }
  expect(await pinEndDate(filter, fails, options)).toEqual({ filter, endDate: null })
  await expect(pinEndDate({}, fails, options)).rejects.toThrow('ERR-01')
})
