import { expect, test } from 'vitest'
import { refusal } from '../api/testing/refusal.ts'
import { wrongParameters } from './wrong-parameters.ts'

test.each([
  ['TXN-01', '', ['status', 'asset_id'], ['status']],
  ['TXN-03', '', ['start_date', 'end_date', 'status'], ['start_date', 'end_date']],
  ['TXN-03', '', ['start_date'], ['start_date']],
  ['ERR-00', 'asset_id is given twice', ['asset_id', 'status'], ['asset_id']],
  ['ERR-00', 'Something is wrong', ['asset_id', 'status'], []],
  ['ERR-01', 'status', ['status'], []],
])('%s (%s) with %j in use marks %j', (code, details, inUse, marked) => {
  expect([...wrongParameters(refusal(code, { details }), [], inUse)]).toEqual(marked)
})

test('what the link spells wrongly is marked without any error', () => {
  const invalid = [{ name: 'limit', value: 'x', reason: 'not-a-number' as const }]
  expect([...wrongParameters(null, invalid, [])]).toEqual(['limit'])
})
