import { expect, test } from 'vitest'
import { normaliseTransaction } from './normalise.ts'
import { finalChange, recordDifferences } from './record-differences.ts'

const record = (status: string, details: object, timestamp = '2026-01-01T00:00:00.000Z') =>
  normaliseTransaction({ transaction_id: 't1', timestamp, status, transaction: details })

test.each<readonly [string, object, object, readonly object[]]>([
  ['nothing, but for the time of retrieval and what is empty', { note: '' }, { extra: 1 }, []],
  ['an amount', { amount: '1' }, { amount: '2' }, [{ field: 'amount', before: '1', after: '2' }]],
  [
    'a memo',
    { destination: { memo: '7' } },
    { destination: {} },
    [{ field: 'destination.memo', before: '7', after: null }],
  ],
])('two readings differ in %s', (_, before, after, differences) => {
  expect(recordDifferences(record('completed', before), record('completed', after, 'later'))).toEqual(
    differences,
  )
})

test.each([
  ['completed', 'completed', /^The service listed t1 as completed, with amount 1 and then 2\.$/],
  ['completed', 'failed', /status completed and then failed/],
  ['completed', 'pending', /status completed and then pending/],
])('what was %s and is then %s is told with both values', (before, after, sentence) => {
  const amount = before === after ? '2' : '1'
  expect(finalChange('t1', record(before, { amount: '1' }), record(after, { amount }))).toMatch(sentence)
})

test('what was open moves on, and what is final may be read again', () => {
  const final = record('completed', { amount: '1' })
  expect(finalChange('t1', record('confirming', {}), final)).toBe(null)
  expect(finalChange('t1', final, { ...final })).toBe(null)
})
