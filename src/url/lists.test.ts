import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewLink } from './lists.ts'

describe('the view at an address', () => {
  test.each([
    ['/transactions', '/transactions'],
    ['/transactions?status=failed&tx=t-1', '/transactions?status=failed'],
    ['/transactions?tx=t-1&offset=100&limit=25', '/transactions?limit=25'],
    ['/transactions?status=failed&asset_id=BTC', '/transactions?asset_id=BTC&status=failed'],
    ['/transactions?tx=a&sort=amount%3Adesc', '/transactions?sort=amount%3Adesc'],
    ['/whitelists?whitelist=w-1&asset_id=ETH', '/whitelists?asset_id=ETH'],
    ['/balances/cold?asset_id=ETH#part', '/balances/cold?asset_id=ETH'],
    ['/vaults?colour=red', '/vaults?colour=red'],
    ['/transactions/t-1', null],
    ['/vaults/v-1', null],
    ['/', null],
    ['', null],
    ['//evil.example/transactions', null],
    ['https://evil.example/transactions', null],
    ['javascript:alert(1)', null],
    ['/\\evil.example', null],
    ['/sign-in?from=/transactions', null],
    ['/constructor', null],
  ])('%j is %j', (address, link) => {
    expect(viewLink(address)).toBe(link)
  })

  test('is spelled in one way: the view of a view is itself', () => {
    const query = fc
      .array(fc.tuple(fc.constantFrom('status', 'tx', 'offset', 'limit', 'sort', 'x'), fc.string()))
      .map((pairs) => new URLSearchParams(pairs).toString())
    fc.assert(
      fc.property(
        fc.constantFrom('/transactions', '/balances', '/vaults', '/whitelists'),
        query,
        (path, text) => {
          const link = viewLink(`${path}?${text}`)
          expect(link === null ? null : viewLink(link)).toBe(link)
          expect(link).not.toBeNull()
        },
      ),
    )
  })
})
