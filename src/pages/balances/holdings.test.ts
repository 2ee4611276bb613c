import { expect, test } from 'vitest'
import { normaliseHolding } from '../../sync/service/normalise.ts'
import { narrowed } from './holdings.ts'

test('narrowing finds every word in ids and names, and leaves out only what is known to be nothing', () => {
  const held = (asset_id: string, asset_name: string, network_id: string, balances: object) =>
    normaliseHolding({ asset_id, asset_name, network_id, balances })
  const names = ['total', 'available', 'processing', 'staking', 'claimable']
  const zeros = Object.fromEntries(names.map((name) => [`${name}_balance`, '0.0']))
  const all = [
    held('USDC_ARB', 'USD Coin', 'ARB', { total_balance: '1' }),
    held('BTC', 'Bitcoin', 'BTC', { total_balance: '0' }),
    held('XLM', 'Stellar', 'XLM', zeros),
  ]
  const found = (text: string, hideZeros = false) =>
    narrowed(all, { text, hideZeros }).map(({ asset_id }) => asset_id)
  expect(found('')).toEqual(['USDC_ARB', 'BTC', 'XLM'])
  expect(found('usd ARB')).toEqual(['USDC_ARB'])
  expect(found('coin')).toEqual(['USDC_ARB', 'BTC'])
  expect(found('doge')).toEqual([])
  expect(found('', true)).toEqual(['USDC_ARB', 'BTC'])
})
