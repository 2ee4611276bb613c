/**
 * The console's dates against the real service: each must be the day that its database has. On one database: both
 * answer to every form of dates alike, to the byte, as the conformance proves.
 */
import { describe, expect, it } from 'vitest'
import { type AskIds, askTransactionIds, withRetries } from '../api/dates/date-filter.ts'
import { dayText } from '../api/dates/day.ts'
import { LedgerDates } from '../api/dates/ledger-dates.ts'
import { readDays } from '../api/dates/windows.ts'
import { datedTransactionList } from '../api/walk/lists.ts'
import { requestTime } from './service/testing/service.ts'
import { startConsoleOverDemonstration } from './testing/console.ts'

const { signal } = new AbortController()
const { rows, reach } = await startConsoleOverDemonstration(3_000)
const recorded = new Map(rows.map(({ transaction_id, recorded_at }) => [transaction_id, recorded_at]))

describe('dates from the service', () => {
  function dates() {
    return new LedgerDates({
      ask: withRetries(askTransactionIds(), { sleep: async () => {} }),
      zone: 'utc',
      now: () => Date.parse(requestTime),
    })
  }

  const idsOf = async (filter: Parameters<AskIds>[0], page: Parameters<AskIds>[1]) => {
    const ask = withRetries(askTransactionIds(), { sleep: async () => {} })
    return ((await ask(filter, page, signal))?.ids ?? []).flatMap((id) => id ?? [])
  }

  it.each([
    ['the newest page', {}, 0],
    ['a page in the middle', {}, 1_500],
    ['the oldest page', {}, 2_950],
    ['a filter whose rows lie months apart', { status: 'failed', asset_id: 'ETH' }, 0],
  ])('%s', async (_, filter, offset) => {
    reach()
    const ids = await idsOf(filter, { limit: 50, offset })
    const found = dates()
    await found.find({ ids, filter, signal })
    expect(ids.length).toBeGreaterThan(5)
    expect(ids.map((id) => textOf(found.dayOf(id)))).toEqual(ids.map((id) => recorded.get(id)?.slice(0, 10)))
  })

  it.each([
    ['of few rows, months apart', { status: 'failed', asset_id: 'ETH' }],
    ['of some busy days', { start_date: '2026-10-01', end_date: '2026-10-03' }],
  ])('finds the day of every row of a list %s', async (_, filter) => {
    reach()
    const options = { signal, now: () => Date.parse(requestTime) }
    const ids = await idsOf(filter, { limit: 1000, offset: 0 })
    const days = await readDays(datedTransactionList(filter), options)
    expect(ids.length).toBeGreaterThan(5)
    expect(days.whose).toBe('utc')
    expect(ids.map((id) => days.dayOf(id))).toEqual(ids.map((id) => recorded.get(id)?.slice(0, 10)))
  })

  it('finds the second of each, over connections that break', async () => {
    let count = 0
    reach((path) => {
      if (++count % 5 === 0) throw new TypeError('connection reset')
      return path
    })
    const ids = await idsOf({}, { limit: 5, offset: 700 })
    const found = dates()
    await found.find({ ids, filter: {}, signal })
    for (const id of ids) {
      const time = await found.findTime(id, signal)
      const at = Date.parse(recorded.get(id) ?? '')
      expect(time && time.from <= at && at <= time.to && time.to - time.from).toBe(999)
    }
  })
})

function textOf(day: unknown): unknown {
  return typeof day === 'number' ? dayText(day) : day
}
