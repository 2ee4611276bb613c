import { expect, test } from 'vitest'
import { pinEndDate } from './dated-list.ts'
import type { Reading, ServiceRequest } from './reading.ts'
import { pageOf, queryOf, refusal, replayed } from './testing/answers.ts'

const now = () => Date.UTC(2026, 10, 21, 15)

/** Ids that a service lists before an end, and when it did. */
type ListIds = (
  end: string | null,
  page: ReturnType<typeof pageOf>,
) => { readonly ids: readonly string[]; readonly at: number | null }

const readFrom =
  (list: ListIds) =>
  <Value>(reading: Reading<Value>) =>
    replayed(
      reading,
      (request: ServiceRequest) => {
        const { ids, at } = list(queryOf(request).get('end_date'), pageOf(request))
        const timestamp = at === null ? {} : { timestamp: new Date(at).toISOString() }
        const transactions = ids.map((id) => ({ transaction_id: id, ...timestamp }))
        return { body: { transactions }, receivedAt: '' }
      },
      now,
    )

/** A service that has one transaction as its newest, recorded at an instant, and may tell the time. */
function service(at: number | null, recorded: string): ListIds {
  return (end) => ({ ids: end !== null && end < recorded ? [] : ['a'], at })
}

const earlier = '2026-11-21T14:00:00Z'
const status = 'pending'

test.each<readonly [string, ListIds, string | undefined]>([
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
  ['nothing, where there are no transactions', () => ({ ids: [], at: null }), undefined],
  [
    'nothing, where the service refuses the date',
    (end) => {
      if (end !== null) throw refusal('TXN-03')
      return { ids: ['a'], at: null }
    },
    undefined,
  ],
])('the end is set to %s', (_, list, end) => {
  expect(readFrom(list)(pinEndDate({ status })).filter).toEqual({
    status,
    ...(end !== undefined && { end_date: end }),
  })
})

/** A service that has `before` rows, one of them without a date, and then one more. */
function growing(hasUndated: boolean): ListIds {
  let at = Date.UTC(2026, 10, 21, 15)
  const recorded = [at - 1000, hasUndated ? null : at - 2000, at - 3000, at + 1500]
  return (end, { limit, offset }) => {
    at += 1000
    const listed = recorded.filter(
      (each) => (each ?? 0) <= at && (end === null || (each !== null && each <= Date.parse(end))),
    )
    const newestFirst = listed.toSorted((one, other) => (other ?? 0) - (one ?? 0))
    return { ids: newestFirst.slice(offset, offset + limit).map(String), at }
  }
}

test.each([
  [false, 3],
  [true, 2],
])('what is new is not missed, and what has no date is (%s)', (hasUndated, rows) => {
  const read = readFrom(growing(hasUndated))
  const pinned = read(pinEndDate({}))
  expect(pinned.filter).toEqual({ end_date: '2026-11-21T15:00:01.000Z' })
  expect(pinned.lacks && read(pinned.lacks(rows))).toBe(hasUndated)
})

test('the reader’s own end stays, and a failure is one', () => {
  const fails = () => {
    throw refusal('ERR-01')
  }
  const filter = { end_date: '2026-01-01' }
  expect(readFrom(fails)(pinEndDate(filter))).toEqual({ filter, lacks: null })
  expect(() => readFrom(fails)(pinEndDate({}))).toThrow('ERR-01')
})
