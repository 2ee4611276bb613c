import { describe, expect, test } from 'vitest'
import { knownAddresses } from './known.ts'
import { holdsMemo, needsMemo, withoutNeededMemo } from './memo.ts'
import { whitelist } from './testing/records.ts'

describe('a memo is needed', () => {
  test.each<readonly [string | null, string | null, boolean | null]>([
    ['XRP', 'XRP', true],
    ['stellar', 'USDC_XLM', true],
    ['ATOM', null, true],
    ['TON', null, true],
    ['ETH', 'USDC_ETH', false],
    ['BTC', 'BTC', false],
    ['ALGO', 'ALGO', null],
    ['NEW', 'XRP', null],
    [null, 'XRP', true],
    [null, 'USDC_XLM', true],
    [null, 'USDC', null],
    [null, null, null],
    ['__proto__', '__proto__', null],
  ])('on %s for %s: %s', (networkId, assetId, needed) => {
    expect(needsMemo(networkId, assetId)).toBe(needed)
  })

  test('beside no address that has it within', () => {
    expect(holdsMemo('MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ', 'XLM')).toBe(
      true,
    )
    expect(holdsMemo('GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 'XLM')).toBe(false)
    expect(holdsMemo('XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi', 'XRP')).toBe(true)
    // From the tests of ripple-address-codec: an address that says that it has no tag.
    expect(holdsMemo('X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'XRP')).toBe(false)
    expect(holdsMemo('XcY4WJ6Z2Q8w7vcYER1JypC8s2oa3SQ1b1', 'DASH')).toBe(false)
  })
})

describe('entries without the memo that they need', () => {
  const entries = [
    { network_id: 'XRP', asset_id: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '' },
    {
      network_id: 'XLM',
      asset_id: 'XLM',
      address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      memo: '7',
    },
    {
      network_id: 'XLM',
      asset_id: 'USDC_XLM',
      address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      memo: ' ',
    },
    {
      network_id: 'XLM',
      asset_id: 'XLM',
      address: 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      memo: null,
    },
    { network_id: 'BTC', asset_id: 'BTC', address: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', memo: null },
  ]
  const known = knownAddresses([whitelist('Exchange', entries)], [])
  const all = [
    ...new Set(entries.flatMap(({ address, network_id }) => known.lookup(address, network_id).names)),
  ]
  const found = (assetId: string | null) =>
    withoutNeededMemo(all, assetId).map(({ known: { networkId }, assetIds }) => [networkId, ...assetIds])

  test('are named with the assets for which it lacks', () => {
    expect(found(null)).toEqual([
      ['XRP', 'XRP'],
      ['XLM', 'USDC_XLM'],
    ])
    expect(found('XLM')).toEqual([])
  })
})
