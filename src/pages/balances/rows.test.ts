import { expect, test } from 'vitest'
import { normaliseHolding } from '../../api/normalise.ts'
import { balanceRows } from './rows.ts'

function held(asset_id: string, asset_name: string, total_balance: string) {
  return normaliseHolding({ asset_id, asset_name, network_id: 'ETH', balances: { total_balance } })
}

test('assets that share a name stay apart: each row is one holding of the service, and nothing is added', () => {
  const holdings = [held('USDC_ETH', 'USD Coin', '1000'), held('SCAM1', 'USD Coin', '999000')]
  const rows = balanceRows(holdings, () => ({ cold: null, warm: null }))
  expect(rows.map(({ asset_id, balances }) => [asset_id, balances.total_balance])).toEqual([
    ['USDC_ETH', '1000'],
    ['SCAM1', '999000'],
  ])
})
