import { describe, expect, test } from 'vitest'
import { holdsMemo, memoFault, needsMemo } from './memo.ts'
import { muxed, ofMuxed, tagged, untagged } from './testing/examples.ts'

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

  test('but not for an address that contains it', () => {
    expect(holdsMemo(muxed, 'XLM')).toBe(true)
    expect(holdsMemo(ofMuxed, 'XLM')).toBe(false)
    expect(holdsMemo(tagged, 'XRP')).toBe(true)
    expect(holdsMemo(untagged, 'XRP')).toBe(false)
    expect(holdsMemo('XcY4WJ6Z2Q8w7vcYER1JypC8s2oa3SQ1b1', 'DASH')).toBe(false)
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
