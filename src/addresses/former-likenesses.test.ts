import { expect, test } from 'vitest'
import { FormerLikenesses } from './former-likenesses.ts'
import { bounceable, notBounceable, poisonOf } from './testing/examples.ts'

const paid = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const destinations = [
  { address: paid, network_id: 'ETH', sent: 3 },
  { address: bitcoin, network_id: 'BTC', sent: 1 },
  { address: bounceable, network_id: 'TON', sent: 1 },
]
const found = (address: string, networkId: string | null) =>
  new FormerLikenesses(destinations)
    .find(address, networkId)
    .map(({ former, likeness }) => [former.address, likeness])

test('what looks like an address that was sent to is found on its chain, and not the address itself', () => {
  expect(found(poisonOf(paid), 'ETH')).toEqual([[paid, 'both-ends']])
  expect(found(poisonOf(paid), 'ARB')).toEqual([[paid, 'both-ends']])
  expect(found(poisonOf(paid), null)).toEqual([[paid, 'both-ends']])
  expect(found(poisonOf(paid), 'BTC')).toEqual([])
  expect(found(bitcoin.replace('508', '509'), 'BTC')).toEqual([[bitcoin, 'typo']])
  // In any spelling.
  expect([found(paid.toLowerCase(), 'ETH'), found(notBounceable, 'TON'), found(paid, null)]).toEqual([
    [],
    [],
    [],
  ])
})

test('one equal end is chance, among so many', () => {
  expect(found(`${paid.slice(0, 8)}${'1'.repeat(34)}`, 'ETH')).toEqual([])
})
