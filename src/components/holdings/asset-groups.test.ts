import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseHolding } from '../../api/normalise.ts'
import { groupByAsset, narrowed, whatIsAdded } from './asset-groups.ts'

function held(asset_id: string, asset_name: string | null, network_id: string, total: string | null = '1') {
  return normaliseHolding({
    asset_id,
    asset_name,
    network_id,
    network_name: `${network_id} network`,
    balances: { total_balance: total, available_balance: total },
  })
}

test('networks of one asset name are one group, where the first of them stood', () => {
  const groups = groupByAsset([
    held('USDC_ARB', 'USD Coin', 'ARB', '0.1'),
    held('BTC', 'Bitcoin', 'BTC', '1.50'),
    held('USDC_ETH', 'USD Coin', 'ETH', '0.2'),
  ])
  expect(groups.map(({ name, holdings }) => [name, holdings.map(({ asset_id }) => asset_id)])).toEqual([
    ['USD Coin', ['USDC_ARB', 'USDC_ETH']],
    ['Bitcoin', ['BTC']],
  ])
  expect(groups.map(({ balances }) => balances.total_balance)).toEqual(['0.3', '1.50'])
})

test('without a name nothing is the same as anything', () => {
  const groups = groupByAsset([held('A', null, 'X'), held('A', null, 'Y'), held('B', '', 'X')])
  expect(groups.map(({ holdings }) => holdings.length)).toEqual([1, 1, 1])
})

test('a sum with a part that is missing or no decimal is none', () => {
  for (const wrong of [null, 'lots']) {
    const [group] = groupByAsset([held('A', 'Coin', 'X'), held('B', 'Coin', 'Y', wrong)])
    expect(group?.balances.total_balance).toBeNull()
  }
  const [group] = groupByAsset([held('A', 'Coin', 'X'), held('B', 'Coin', 'Y')])
  expect(group?.balances).toMatchObject({ total_balance: '2', staking_balance: null })
})

test('no holding is lost or doubled by grouping', () => {
  const some = fc.record({ asset: fc.constantFrom('A', 'B', 'C'), network: fc.constantFrom('X', 'Y') })
  fc.assert(
    fc.property(fc.array(some), (list) => {
      const holdings = list.map(({ asset, network }) => held(asset, `${asset} coin`, network))
      const grouped = groupByAsset(holdings).flatMap((group) => group.holdings)
      expect(new Set(grouped)).toEqual(new Set(holdings))
      expect(grouped).toHaveLength(holdings.length)
    }),
  )
})

test('a group says what it adds', () => {
  const [arb, eth] = [held('A', 'Coin', 'ARB'), held('B', 'Coin', 'ETH')]
  expect(whatIsAdded([arb, eth], 2)).toBe('2 networks')
  expect(whatIsAdded([arb, eth], 4)).toBe('2 of 4 networks')
  expect(whatIsAdded([arb, arb], 2)).toBe('2 holdings on 1 network')
})

test('narrowing finds every word in ids and names, and leaves out only what is known to be nothing', () => {
  const zeros = {
    total_balance: '0',
    available_balance: '0',
    processing_balance: '0',
    staking_balance: '0',
    claimable_balance: '0.0',
  }
  const nothing = normaliseHolding({ asset_id: 'XLM', asset_name: 'Stellar', balances: zeros })
  const all = [held('USDC_ARB', 'USD Coin', 'ARB'), held('BTC', 'Bitcoin', 'BTC', '0'), nothing]
  const found = (text: string, hideZeros = false) =>
    narrowed(all, { text, hideZeros }).map(({ asset_id }) => asset_id)
  expect(found('')).toEqual(['USDC_ARB', 'BTC', 'XLM'])
  expect(found('usd ARB')).toEqual(['USDC_ARB'])
  expect(found('coin')).toEqual(['USDC_ARB', 'BTC'])
  expect(found('doge')).toEqual([])
  expect(found('', true)).toEqual(['USDC_ARB', 'BTC'])
})
