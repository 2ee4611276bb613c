import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseHolding } from '../../sync/service/normalise.ts'
import {
  hasSomething,
  holdsNothing,
  isSameAmount,
  isZero,
  sharesOf,
  sumOf,
  totalsOf,
  whyNotDivided,
} from './shares.ts'

const digits = fc.bigInt({ min: 0n, max: 10n ** 40n })
const decimal = fc
  .tuple(digits, fc.option(fc.integer({ min: 1, max: 30 })))
  .map(([integer, places]) => (places === null ? `${integer}` : `${integer}.${'7'.repeat(places)}`))

const parts = (...amounts: (string | null)[]) =>
  amounts.map((amount, index) => ({ label: `part ${index}`, tone: 'neutral' as const, amount }))

const figures = (...amounts: (string | null)[]) =>
  sharesOf(parts(...amounts))?.map(({ share, trace }) => (trace ? 'trace' : share))

describe('shares', () => {
  test.each([
    [['0', '0.00'], 'Nothing is held'],
    [['1e400', '0'], 'Shares cannot be calculated'],
    [['-5', '5'], 'Shares cannot be calculated'],
  ])('%j have none, and only zeros are nothing', (amounts, why) => {
    expect(sharesOf(parts(...amounts))).toBeNull()
    expect(whyNotDivided(amounts)).toBe(why)
  })

  test('add up to the whole, in the order of the parts', () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 5 }), (amounts) => {
        const shares = sharesOf(parts(...amounts))
        fc.pre(shares !== null)
        expect(shares.map(({ label }) => label)).toEqual(amounts.map((_, index) => `part ${index}`))
        const sum = shares.reduce((all, { share }) => all + share, 0)
        // What rounds to a trace is in no share.
        const traces = shares.filter(({ trace }) => trace).length
        expect(sum).toBeLessThanOrEqual(1000)
        expect(sum).toBeGreaterThanOrEqual(1000 - traces)
      }),
    )
  })

  test.each([
    [
      ['1', '1', '1'],
      [334, 333, 333],
    ],
    [
      ['825', '174.6'],
      [825, 175],
    ],
    [
      ['1', '0'],
      [1000, 0],
    ],
    [
      ['999999', '1'],
      [999, 'trace'],
    ],
    [
      ['0.000000000000000001', '99999999999999999999'],
      ['trace', 999],
    ],
  ])('of %j are %j', (amounts, shares) => {
    expect(figures(...amounts)).toEqual(shares)
  })

  test.each([[['1', null]], [['1', 'much']], [['2', '-1']], [['0', '0.00']]])('of %j are none', (amounts) => {
    expect(sharesOf(parts(...amounts))).toBeNull()
  })
})

test('a sum is the same in any order, and none with a part that is none', () => {
  fc.assert(
    fc.property(fc.array(decimal), (amounts) => {
      expect(sumOf([...amounts].reverse())).toBe(sumOf(amounts))
      expect(sumOf([...amounts, null])).toBeNull()
      expect(sumOf([...amounts, '1e3'])).toBeNull()
    }),
  )
  expect(sumOf(['0.1', '0.2', '-0.30'])).toBe('0')
})

test('amounts are compared by value and not by spelling', () => {
  expect(isSameAmount('1.50', '1.5')).toBe(true)
  expect(isSameAmount('1.5', '1.500000000000000000000000000001')).toBe(false)
  expect(isSameAmount(null, null)).toBe(false)
  expect(isZero('-0.00')).toBe(true)
  expect(isZero('0.000000000000000001')).toBe(false)
})

test('what is missing or no decimal is not known to be nothing', () => {
  const zeros = {
    total_balance: '0',
    available_balance: '0.0',
    processing_balance: '0',
    staking_balance: '0',
    claimable_balance: '0',
  }
  expect(holdsNothing(zeros)).toBe(true)
  expect(holdsNothing({ ...zeros, staking_balance: null })).toBe(false)
  expect(holdsNothing({ ...zeros, staking_balance: 'none' })).toBe(false)
  expect([null, '0', 'none', '0.1'].map(hasSomething)).toEqual([false, false, true, true])
})

test('an asset that is listed several times counts with all of them', () => {
  const held = (...amounts: readonly (string | undefined)[]) =>
    amounts.map((total_balance) => normaliseHolding({ asset_id: 'BTC', balances: { total_balance } }))
  const total = (...amounts: readonly (string | undefined)[]) =>
    totalsOf(held(...amounts), ({ asset_id }) => asset_id ?? '').get('BTC')
  expect([total('1.50'), total('1.50', '2'), total('1', undefined)]).toEqual(['1.50', '3.5', null])
})
