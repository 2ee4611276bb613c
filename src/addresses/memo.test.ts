import { describe, expect, test } from 'vitest'
import { knownAddresses } from './known.ts'
import { holdsMemo, memoFault, needsMemo, withoutNeededMemo } from './memo.ts'
import { muxed, ofMuxed, tagged, untagged } from './testing/published.ts'
import { sampleWhitelist } from './testing/records.ts'

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
    expect(holdsMemo(muxed, 'XLM')).toBe(true)
    expect(holdsMemo(ofMuxed, 'XLM')).toBe(false)
    expect(holdsMemo(tagged, 'XRP')).toBe(true)
    expect(holdsMemo(untagged, 'XRP')).toBe(false)
    expect(holdsMemo('XcY4WJ6Z2Q8w7vcYER1JypC8s2oa3SQ1b1', 'DASH')).toBe(false)
  })
})

describe('entries without the memo that they need', () => {
  const entries = [
    { network_id: 'XRP', asset_id: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '' },
    {
      network_id: 'XLM',
      asset_id: 'XLM',
      address: ofMuxed,
      memo: '7',
    },
    {
      network_id: 'XLM',
      asset_id: 'USDC_XLM',
      address: ofMuxed,
      memo: ' ',
    },
    {
      network_id: 'XLM',
      asset_id: 'XLM',
      address: muxed,
      memo: null,
    },
    { network_id: 'BTC', asset_id: 'BTC', address: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', memo: null },
  ]
  const known = knownAddresses([sampleWhitelist('Exchange', entries)], [])
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

test.each<readonly [sent: string | null, listed: readonly (string | null)[], ReturnType<typeof memoFault>]>([
  ['12', ['12'], null],
  ['12', ['11', '12'], null],
  ['', ['', '12'], null],
  ['', [null], null],
  [null, ['12'], null],
  ['12', [], null],
  ['', ['12'], 'missing'],
  [' ', ['12'], 'missing'],
  ['7', ['0007'], 'zeros'],
  ['07', ['0007'], 'zeros'],
  ['0', ['000'], 'zeros'],
  ['7', ['0x7'], 'other'],
  ['70', ['0007'], 'other'],
  ['0007', ['7'], 'other'],
  ['12', [null, ''], 'extra'],
])('a payment with the memo %j to entries with %j: %s', (sent, listed, fault) => {
  expect(memoFault(sent, listed)).toBe(fault)
})
