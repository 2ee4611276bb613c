import { expect, test } from 'vitest'
import { linkDensity, withoutDensity } from '../list/row-height.ts'

test.each([
  ['/transactions', '', undefined, null],
  ['/transactions', '?density=compact', 'compact', '/transactions'],
  [
    '/vaults',
    '?asset_id=ETH&density=regular&sort=count%3Adesc',
    'regular',
    '/vaults?asset_id=ETH&sort=count%3Adesc',
  ],
  ['/whitelists', '?density=huge&q=a+b', undefined, '/whitelists?q=a+b'],
  ['/whitelists', '?density=compact&density=regular', 'compact', '/whitelists'],
  ['/balances/cold', '?density=compact', 'compact', '/balances/cold'],
  // There it is a parameter that the page does not know, and says so.
  ['/reconciliation', '?density=compact', undefined, null],
  ['/transactions/t-1', '?density=compact', undefined, null],
])('%s%s', (pathname, search, density, without) => {
  expect(linkDensity({ pathname, search })).toBe(density)
  expect(withoutDensity({ pathname, search })).toBe(without)
})
