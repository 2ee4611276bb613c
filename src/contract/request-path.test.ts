import { expect, test } from 'vitest'
import { pathAndQuery } from './request-path.ts'

test('a request carries its parameters in the specification’s order, and no empty ones', () => {
  expect(
    pathAndQuery('transactions', {
      status: 'pending',
      asset_id: 'ETH',
      offset: 0,
      limit: 51,
      note: '',
    } as never),
  ).toBe('/transactions?limit=51&offset=0&asset_id=ETH&status=pending')
  expect(pathAndQuery('transaction', {}, 'a/b c?')).toBe('/transactions/a%2Fb%20c%3F')
})
