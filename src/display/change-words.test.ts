import { expect, it } from 'vitest'
import type { RecordChange } from '../contract/changes.ts'
import { recordChangeInWords } from './change-words.ts'

const base: RecordChange = {
  ...{ reading: 2, place: 1, kind: 'transaction', id: 'T', name: null, event: 'changed', fields: [] },
  ...{ asset_id: 'BTC', network_id: 'BTC', transaction_type: 'withdraw', amount: '1.5' },
  ...{ before: 'pending', after: 'completed', since: null, seen: '2026-11-01T10:00:00.000Z', isWhole: false },
}
const entry = (address: string, memo = '') =>
  JSON.stringify({ asset_id: 'XRP', network_id: 'XRP', address, memo })
const amount = { field: 'amount', before: '1', after: '1.5' }

it.each<[Partial<RecordChange>, string]>([
  [{}, 'Withdraw 1.5 BTC: pending → completed'],
  [{ event: 'new', before: null, after: 'pending' }, 'New: Withdraw 1.5 BTC, pending'],
  [{ event: 'gone', after: null }, 'Withdraw 1.5 BTC is gone: the service no longer knows it'],
  [
    { event: 'backwards', before: 'completed', after: 'odd' },
    'Withdraw 1.5 BTC went back from completed to odd',
  ],
  [
    { event: 'final', before: 'completed', fields: [amount] },
    'Withdraw 1.5 BTC changed after it was completed: amount 1 → 1.5',
  ],
  [{ kind: 'holding', id: 'V', name: 'Treasury', before: '1', after: '2' }, 'BTC in Treasury: 1 → 2'],
  [{ kind: 'whitelist', id: 'W', before: 'Broker', after: 'Brokers' }, 'Whitelist Broker renamed to Brokers'],
  [
    { kind: 'entry', id: 'W', name: 'Broker', before: entry('one'), after: entry('two', '7') },
    'Broker: XRP one replaced by XRP two with memo 7',
  ],
])('%j', (change, words) => {
  expect(recordChangeInWords({ ...base, ...change })).toBe(words)
})
