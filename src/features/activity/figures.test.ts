import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseTransaction } from '../../api/normalise.ts'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import {
  addUp,
  assetKey,
  assetsMet,
  type Figure,
  isAnyShared,
  type Side,
  sideValue,
  sourcesOf,
  sumOf,
} from './figures.ts'

function transaction(amount: string, further: object = {}, status = 'completed') {
  const details = { transaction_type: 'deposit', asset_id: 'ETH', network_id: 'N', amount, ...further }
  return normaliseTransaction({ transaction_id: 't', status, transaction: details })
}

const figure = (ids: readonly string[], of: Parameters<typeof addUp>[0] = []): Figure => ({
  ...addUp(of),
  ids,
  isPart: false,
  readAt: '',
})

const eth = assetKey({ asset_id: 'ETH', network_id: 'N' })

describe('what is added up', () => {
  test('over all vaults deposits come in and withdrawals go out; nothing else counts', () => {
    const [all] = sourcesOf(null)
    const sideOf = (transaction_type: string) => all?.sideOf(transaction('1', { transaction_type }))
    expect(['deposit', 'withdraw', 'rebalance', 'claim', 'swap'].map(sideOf)).toEqual([
      'in',
      'out',
      null,
      null,
      null,
    ])
    expect(all?.filter).toEqual({})
  })

  test('of one vault what goes to it and what leaves it is asked for, whatever its type', () => {
    expect(
      sourcesOf('v1').map(({ filter, sideOf }) => [
        filter,
        sideOf(transaction('1', { transaction_type: 'rebalance' })),
      ]),
    ).toEqual([
      [{ destination_id: 'v1' }, 'in'],
      [{ source_id: 'v1' }, 'out'],
    ])
  })

  test('counts have every status, amounts the completed ones, to the last digit', () => {
    const { in: own } = addUp([
      ['in', transaction('0.000000000000000001')],
      ['in', transaction('9007199254740993')],
      ['in', transaction('5', {}, 'rejected')],
      ['in', transaction('plenty')],
      ['in', transaction('7', { network_id: 'M' })],
      ['out', transaction('1')],
    ])
    expect(sideValue(own, null, false)).toEqual({ text: '5', unreadable: 0 })
    expect(sideValue(own, eth, false)).toEqual({ text: '4', unreadable: 0 })
    expect(sideValue(own, eth, true)).toEqual({ text: '9007199254740993.000000000000000001', unreadable: 1 })
    expect(sideValue(own, 'another', true)).toEqual({ text: '0', unreadable: 0 })
  })

  test('sums are exact, whatever the amounts', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
      .map(([digits, scale]) => writeDecimal({ digits, scale }))
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        const { out } = addUp(
          amounts.map((one): [Side, ReturnType<typeof transaction>] => ['out', transaction(one)]),
        )
        const expected = amounts.reduce((sum, one) => add(sum, readDecimal(one) ?? zero), zero)
        expect(sideValue(out, eth, true).text).toBe(writeDecimal(expected))
        expect(sumOf(amounts)).toBe(writeDecimal(expected))
      }),
    )
  })

  test('the assets that were met are named once, on each network, without the nameless', () => {
    const met = assetsMet([
      figure(
        [],
        [
          ['in', transaction('1')],
          ['in', transaction('1', { asset_id: 'BTC' })],
        ],
      ),
      figure(
        [],
        [
          ['out', transaction('1')],
          ['out', transaction('1', { network_id: 'M' })],
        ],
      ),
      figure([], [['out', transaction('1', { asset_id: null })]]),
    ])
    expect(met.map(({ asset_id, network_id }) => [asset_id, network_id])).toEqual([
      ['BTC', 'N'],
      ['ETH', 'M'],
      ['ETH', 'N'],
    ])
  })
})

test('a transaction that is listed for two periods is found, and one that is listed twice for one is no such case', () => {
  expect(isAnyShared([figure(['a', 'b']), figure([]), figure(['c', 'b'])])).toBe(true)
  expect(isAnyShared([figure(['a', 'a']), figure(['b'])])).toBe(false)
})
