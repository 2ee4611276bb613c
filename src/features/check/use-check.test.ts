import { expect, test } from 'vitest'
import { transaction } from '../../addresses/testing/records.ts'
import type { Transaction } from '../../api/records.ts'
import { type HistoryAnswer, historyLines, usageOf } from './use-check.ts'

const to = (address: string, id: string | null = null, status = 'completed'): Transaction => ({
  ...transaction({}, {}, { destination_address: address }),
  transaction_id: id,
  status,
})
const answered = (
  transactions: readonly Transaction[],
  fields: Partial<HistoryAnswer> = {},
): HistoryAnswer => ({
  ...{ spelling: 'a', filter: {}, transactions, hasMore: false, reading: 'read', failure: null },
  ...fields,
})
const sent = (...answers: readonly HistoryAnswer[]) =>
  historyLines(answers, ({ destination }) => destination.destination_address?.toLowerCase() === 'a')
const usage = (...answers: readonly HistoryAnswer[]) => usageOf(sent(...answers), [])

test('what was sent to an address is completed or not', () => {
  const all = answered([to('a', '1'), to('a', '2', 'rejected'), to('a', '3', 'failed'), to('a')])
  expect(usage(all)).toEqual({
    ...{ sent: 2, received: 0, atLeast: false },
    notCompleted: { sent: 2, received: 0 },
    unknown: 0,
  })
})

test('what has an unknown status may be completed', () => {
  const all = answered([to('a', '1', 'COMPLETED'), to('a', '2', 'failed')])
  expect(usage(all)).toMatchObject({ sent: 0, notCompleted: { sent: 2 }, unknown: 1 })
})

test('what several spellings find counts once', () => {
  const lines = sent(answered([to('a', '1')]), answered([to('A', '1'), to('A', '2')]))
  expect(lines.map(({ transactions }) => transactions.length)).toEqual([1, 1])
})

test('usage is not known where the service gives others and has more, or is still asked', () => {
  const waiting = answered([], { reading: 'waiting' })
  const others = answered([to('b', '1')], { hasMore: true })
  expect(usage(others)).toBe('failed')
  expect(usage(waiting, others)).toBe('failed')
  expect(usage(answered([to('b', '1')]))).toMatchObject({ sent: 0, atLeast: false })
  expect(usage(answered([to('a', '1')], { hasMore: true }))).toMatchObject({ sent: 1, atLeast: true })
  expect(usage(answered([to('a', '1')]), waiting)).toBe('waiting')
})
