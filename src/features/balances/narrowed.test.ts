import { expect, test } from 'vitest'
import { normaliseHolding } from '../../api/normalise.ts'
import { narrowed } from './narrowed.ts'

function held(asset_id: string, asset_name: string, network_id: string, total = '1') {
  return normaliseHolding({ asset_id, asset_name, network_id, balances: { total_balance: total } })
}

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
