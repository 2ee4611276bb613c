import { describe, expect, test } from 'vitest'
import { transaction } from '../../addresses/testing/records.ts'
import type { Transaction } from '../../api/records.ts'
import { type HistoryQuery, historyLines, usageOf } from './history.ts'

const to = (address: string, id: string | null = null, status = 'completed'): Transaction => ({
  ...transaction({}, {}, { destination_address: address }),
  transaction_id: id,
  status,
})
const answered = (records: readonly Transaction[], fields: Partial<HistoryQuery> = {}): HistoryQuery => ({
  spelling: 'a',
  filter: {},
  records,
  hasMore: false,
  reading: 'read',
  failure: null,
  ...fields,
})
const isA = (address: string | null) => address?.toLowerCase() === 'a'
const sent = (...questions: readonly HistoryQuery[]) => historyLines('sent', questions, isA)

describe('what was sent to an address', () => {
  test('is completed or not', () => {
    const lines = sent(
      answered([to('a', '1'), to('a', '2', 'rejected'), to('a', '3', 'failed'), to('a', null)]),
    )
    expect(lines).toMatchObject([{ completed: 2, reading: 'read', hasOthers: false }])
    expect(usageOf(lines, [])).toEqual({
      sent: 2,
      received: 0,
      notCompleted: { sent: 2, received: 0 },
      atLeast: false,
    })
  })

  test('counts once, in whichever spelling it is found', () => {
    const lines = sent(answered([to('a', '1')]), answered([to('A', '1'), to('A', '2')], { spelling: 'A' }))
    expect(lines.map(({ transactions }) => transactions.length)).toEqual([1, 1])
  })

  test('is not what was received from it', () => {
    expect(historyLines('received', [answered([to('a', '1')])], isA)).toMatchObject([
      { transactions: [], hasOthers: true },
    ])
  })

  test('is not known where the service gives others and has more', () => {
    const others = sent(answered([to('b', '1')], { hasMore: true }))
    expect(usageOf(others, [])).toBe('failed')
    expect(usageOf(sent(answered([], { reading: 'waiting' })), others)).toBe('failed')
    expect(usageOf(sent(answered([to('b', '1')])), [])).toMatchObject({ sent: 0, atLeast: false })
    expect(usageOf(sent(answered([to('a', '1')], { hasMore: true })), [])).toMatchObject({
      sent: 1,
      atLeast: true,
    })
    expect(usageOf(sent(answered([to('a', '1')]), answered([], { reading: 'waiting' })), [])).toBe('waiting')
  })
})
