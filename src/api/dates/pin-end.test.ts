import { expect, test, vi } from 'vitest'
import type { Filter } from '../../contract/endpoints.ts'
import { normaliseTransaction } from '../normalise.ts'
import { refusal } from '../testing/refusal.ts'
import { pinEndDate } from './dated-list.ts'

const now = () => Date.UTC(2026, 10, 21, 15)

const nothing = { records: [], timestamp: null, receivedAt: '' }

/** A service that has one transaction as its newest, recorded at an instant, and tells the time in its own way. */
function service(timestamp: string | null, recorded: string) {
  return vi.fn(async ({ end_date }: Filter<'transactions'>) => {
    if (end_date !== undefined && end_date < recorded) return nothing
    const record = normaliseTransaction({ transaction_id: 'a', ...(timestamp === null ? {} : { timestamp }) })
    return { records: [record], timestamp: null, receivedAt: '' }
  })
}

test('the end is set to the time of the service’s answer', async () => {
  const first = service('2026-11-21T16:00:00.5+01:00', '2026-11-21T14:00:00Z')
  expect(await pinEndDate({ status: 'pending' }, first, { now })).toEqual({
    filter: { status: 'pending', end_date: '2026-11-21T15:00:00.500Z' },
    endDate: '2026-11-21T15:00:00.500Z',
  })
})

test('or to the reader’s time where the service does not tell its own', async () => {
  expect((await pinEndDate({}, service(null, '2026-11-21T14:00:00Z'), { now })).endDate).toBe(
    '2026-11-21T15:00:00.000Z',
  )
  expect((await pinEndDate({}, service('yesterday', '2026-11-21T14:00:00Z'), { now })).endDate).toBe(
    '2026-11-21T15:00:00.000Z',
  )
})

test('but not to that of a slow clock, by which transactions would be left out', async () => {
  const first = service(null, '2026-11-21T15:00:00.001Z')
  expect(await pinEndDate({ status: 'pending' }, first, { now })).toEqual({
    filter: { status: 'pending' },
    endDate: null,
  })
})

test('nor where the reader has set one, where there is nothing, or where the service refuses the date', async () => {
  const first = service(null, '')
  expect(await pinEndDate({ end_date: '2026-01-01' }, first)).toEqual({
    filter: { end_date: '2026-01-01' },
    endDate: null,
  })
  expect(first).not.toHaveBeenCalled()
  expect((await pinEndDate({}, async () => nothing)).endDate).toBe(null)
  const asDays = async (filter: Filter<'transactions'>) => {
    if (filter.end_date?.includes('T')) throw refusal('TXN-03')
    return await service(null, '')(filter)
  }
  expect((await pinEndDate({}, asDays)).endDate).toBe(null)
})

test('every other failure is one', async () => {
  await expect(pinEndDate({}, () => Promise.reject(refusal('ERR-01')))).rejects.toThrow('ERR-01')
})
