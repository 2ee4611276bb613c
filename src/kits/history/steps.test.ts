import { expect, it } from 'vitest'
import type { ChangesAnswer, RecordChange } from '../../contract/changes.ts'
import {
  addressSpans,
  intervalText,
  lengthText,
  movedText,
  recordHistory,
  shouldNotHappen,
  timeInFlight,
  timeInFlightText,
} from './steps.ts'

const at = (time: string) => `2026-11-26T${time}.000Z`

function change(fields: Partial<RecordChange>): RecordChange {
  return {
    ...{ reading: 1, place: 1, kind: 'transaction', id: 'a', name: null, asset_id: 'BTC', network_id: 'BTC' },
    ...{ transaction_type: 'withdraw', amount: '1', event: 'changed', before: null, after: null, fields: [] },
    ...{ since: at('14:01:56'), seen: at('14:02:11'), isWhole: false },
    ...fields,
  }
}

function answer(changes: readonly RecordChange[], more: Partial<ChangesAnswer> = {}): ChangesAnswer {
  return {
    ...{ from: 'store', revision: '1', as_of: at('15:00:00'), read_whole: at('10:00:00') },
    ...{ completeness: 'complete', since: at('10:02:00'), until: at('15:00:01'), last: 1, counts: null },
    ...{ kept: { records: 1, status: 'completed' }, changes },
    ...more,
  }
}

const created = change({ event: 'new', after: 'pending' })
const signed = change({
  ...{ before: 'pending', after: 'processing', since: at('14:05:25'), seen: at('14:05:40') },
})
const ended = change({
  ...{ before: 'processing', after: 'completed', since: at('14:09:15'), seen: at('14:09:30') },
})

it('claims no beginning that was not seen: it says what stood when changes were first kept', () => {
  const earlierOf = (told: ChangesAnswer) => recordHistory(told, 50).earlier
  expect(earlierOf(answer([ended, signed, created]))).toBeNull()
  expect(earlierOf(answer([ended, signed]))).toEqual({ since: at('10:02:00'), status: 'pending' })
  expect(earlierOf(answer([]))).toEqual({ since: at('10:02:00'), status: 'completed' })
  // Not kept, or several: nobody knows.
  for (const records of [0, 2]) expect(earlierOf(answer([], { kept: { records, status: null } }))).toBeNull()
  expect(earlierOf(answer([], { since: null }))).toBeNull()
  // It may have changed, or come, after the period of a pack.
  expect(earlierOf(answer([], { until: at('14:00:00') }))).toBeNull()
  expect(earlierOf(answer([ended], { until: at('14:30:00') }))?.status).toBe('processing')
  expect(earlierOf(answer([change({ event: 'returned', after: 'completed' })]))).toBeNull()
  // An entry came to a whitelist that was there.
  const entry = change({ kind: 'entry', event: 'new', after: '{}' })
  expect(earlierOf(answer([entry]))?.since).toBe(at('10:02:00'))
  expect(recordHistory(answer([ended, signed]), 1)).toEqual({ steps: [ended], hasMore: true, earlier: null })
})

it('says how long a transaction was in flight, as far as that is known', () => {
  const textOf = (changes: readonly RecordChange[], step = ended) => {
    const time = timeInFlight(recordHistory(answer(changes), 50), step)
    return time && timeInFlightText(time)
  }
  expect(textOf([ended, signed, created])).toBe('7 min')
  expect(textOf([ended, signed, created], signed)).toBeNull()
  expect(textOf([{ ...ended, since: at('14:08:05') }, created], { ...ended, since: at('14:08:05') })).toBe(
    '5 to 7 min',
  )
  expect(textOf([ended, { ...created, since: null }])).toBe('at least 7 min')
  expect(textOf([ended, signed])).toBe('at least 4 h')
  // Seen for the first time when it had ended.
  const late = change({ event: 'new', after: 'completed' })
  expect(textOf([late], late)).toBeNull()
  expect([1_500, 119_000, 120_000, 47 * 3_600_000, 49 * 3_600_000].map(lengthText)).toEqual([
    '1 s',
    '119 s',
    '2 min',
    '47 h',
    '2 days',
  ])
})

it('knows what should never happen, and that a vault or a whitelist may go', () => {
  const events = ['final', 'backwards', 'late', 'unexplained', 'gone', 'changed'] as const
  expect(events.map((event) => shouldNotHappen({ kind: 'transaction', event }))).toEqual([
    ...[true, true, true, true, true],
    false,
  ])
  expect(shouldNotHappen({ kind: 'vault', event: 'gone' })).toBe(false)
})

it('says an interval once: the date of both, and none where it is today', () => {
  const text = (since: string, seen: string, now = '2026-11-28T12:00:00Z') =>
    intervalText(since, seen, 'utc', now)
  expect(text(at('14:09:15'), at('14:09:30'))).toBe('2026-11-26 14:09:15 and 14:09:30 UTC')
  expect(text(at('14:09:15'), at('14:09:30'), at('20:00:00'))).toBe('14:09:15 and 14:09:30 UTC')
  expect(text(at('14:09:15'), '2026-11-28T10:00:00Z')).toBe('2026-11-26 14:09:15 and today 10:00:00 UTC')
  expect(text(at('14:09:15'), '2026-11-27T10:00:00Z')).toBe('2026-11-26 14:09:15 and 2026-11-27 10:00:00 UTC')
})

it('adds up what moved to the last digit', () => {
  expect(movedText('1', '2.500000000000000001')).toBe('+1.500000000000000001')
  expect(movedText('2.5', '1')).toBe('-1.5')
  expect(movedText('plenty', '1')).toBeNull()
})

it('asks what went to an address from one change of its entry until the next', () => {
  const entry = (address: string) =>
    JSON.stringify({ asset_id: 'BTC', network_id: 'BTC', address, memo: null })
  const ofEntry = { kind: 'entry' } as const
  const added = change({ ...ofEntry, event: 'new', after: entry('one') })
  const swapped = change({
    ...{ ...ofEntry, before: entry('one'), after: entry('two') },
    ...{ since: at('14:09:15'), seen: at('14:09:30') },
  })
  const steps = [swapped, change({ kind: 'whitelist' }), added]
  expect(addressSpans(steps, 0, at('10:02:00'))).toEqual([
    { address: 'two', isListed: true, from: at('14:09:15'), until: null },
    { address: 'one', isListed: false, from: at('14:09:15'), until: null },
  ])
  expect(addressSpans(steps, 1, at('10:02:00'))).toEqual([])
  expect(addressSpans(steps, 2, at('10:02:00'))).toEqual([
    { address: 'one', isListed: true, from: at('14:01:56'), until: at('14:09:30') },
  ])
  expect(addressSpans([{ ...added, since: null }], 0, at('10:02:00'))[0]?.from).toBe(at('10:02:00'))
})
