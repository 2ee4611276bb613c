import { expect, test } from 'vitest'
import { unchecked } from '../chains/chain.ts'
import type { Evidence, Verdict } from './evidence.ts'
import { type Usage, verdictByUsage } from './verdict.ts'

function evidence(address: string, networkId: string): Evidence {
  return {
    address,
    networkId,
    assetId: null,
    memo: null,
    names: [],
    elsewhere: [],
    lookAlikes: [],
    validity: unchecked,
    validities: [],
  }
}

function usage(counted: Partial<Usage> = {}): Usage {
  return { sent: 0, received: 0, notCompleted: { sent: 0, received: 0 }, atLeast: false, ...counted }
}

test.each<readonly [string, Usage, Verdict['tone'], string, RegExp]>([
  [
    'sent to before',
    usage({ sent: 1, received: 2 }),
    'warning',
    'Not trusted, although it was sent to before',
    /One transaction sent/,
  ],
  [
    'sent to more often than was counted',
    usage({ sent: 100, atLeast: true }),
    'warning',
    'Not trusted, although it was sent to before',
    /At least 100 transactions sent/,
  ],
  [
    'received from',
    usage({ received: 2 }),
    'neutral',
    'Not trusted, only received from',
    /2 transactions received.*Nothing was sent to it/,
  ],
  [
    'sent to, but never completed',
    usage({ notCompleted: { sent: 2, received: 0 } }),
    'neutral',
    'Not trusted, and nothing completed',
    /2 transactions involve it, but none was completed/,
  ],
  [
    'received from, and what was to be sent to it was rejected',
    usage({ received: 2, notCompleted: { sent: 1, received: 0 } }),
    'neutral',
    'Not trusted, only received from',
    /started, but none was completed/,
  ],
  ['never', usage(), 'neutral', 'Never seen', /not on any whitelist.*No transaction involves it\.$/],
])('an address that nobody trusts: %s', (_what, counted, tone, title, sentence) => {
  const verdict = verdictByUsage(evidence('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', 'ETH'), counted)
  expect(verdict).toMatchObject({ tone, title })
  expect(verdict.sentence).toMatch(sentence)
})

test('the verdict names memos where they are usual', () => {
  const { sentence } = verdictByUsage(evidence('r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 'XRP'), usage())
  expect(sentence).toMatch(/usually ask for a memo/)
})
