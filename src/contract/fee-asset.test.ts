import { expect, test } from 'vitest'
import { paidFeeAsset } from './fee-asset.ts'

test.each([
  ['sender', 'network', ['ETH', 'ETH_ARB', 'QQ', null, null]],
  ['receiver', 'transaction', ['USDC', 'USDC', 'USDC', 'USDC', 'USDC']],
  [null, 'network', [null, null, null, null, null]],
] as const)('where fees are paid by %s in an asset of the %s, it is %j', (payer, asset, expected) => {
  // The network’s own is not known of NET, and proved wrong of BTC.
  const networks = [
    { network_id: 'Q', asset_id: 'QQ' },
    { network_id: 'BTC', asset_id: null },
  ]
  const found = ['ETH', 'ARB', 'Q', 'NET', 'BTC'].map((network_id) =>
    paidFeeAsset({ rule: { payer, asset }, networks }, { asset_id: 'USDC', network_id }),
  )
  expect(found).toEqual(expected)
})
