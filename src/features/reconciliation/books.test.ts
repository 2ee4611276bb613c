import { expect, test } from 'vitest'
import { narrowed } from './books.ts'
import { books } from './testing/books.ts'

const whole = books({
  all: ['BTC 3', 'ETH 1'],
  cold: ['BTC 3', 'ETH 1'],
  vaults: { 'cold A': ['BTC 3', 'ETH 1'], 'cold B': ['ETH 0'] },
})
const held = (of: typeof whole) => of.vaults.records.map(({ assets }) => assets.map((each) => each.asset_id))

test('vaults are narrowed to what was asked for, as the balances are by the service', () => {
  const filtered = books({ all: ['BTC 3'], cold: ['BTC 3'], vaults: { 'cold A': ['BTC 3', 'ETH 1'] } })
  expect(held(narrowed(filtered, { asset_id: 'BTC' }))).toEqual([['BTC']])
  expect(held(narrowed(filtered, { asset_id: 'BTC', network_id: 'N' }))).toEqual([['BTC']])
  expect(held(narrowed(filtered, {}))).toEqual([['BTC', 'ETH']])
})

test('a service that has not filtered is looked at whole', () => {
  expect(held(narrowed(whole, { asset_id: 'BTC' }))).toEqual([['BTC', 'ETH'], ['ETH']])
})
