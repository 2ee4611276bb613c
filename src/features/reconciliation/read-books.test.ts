import { expect, test } from 'vitest'
import type { Walked } from '../../api/walk/walk.ts'
import { provedWhole } from '../../api/walk/walk.ts'
import { narrowed } from './read-books.ts'
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

test('a long list that cannot be proved whole is a failure that says why; a short one may be without pages', () => {
  const read = (rows: number): Walked<string> => ({
    records: [],
    completeness: 'partial',
    doubts: ['It was cut off.'],
    rows,
    pages: 2,
    passes: 1,
    repairs: 0,
    late: 0,
    isUnchecked: false,
    since: null,
    begun: '',
    ended: '',
  })
  expect(() => provedWhole(read(1000))).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({ details: expect.stringMatching(/cut off/) }),
    }),
  )
  expect(provedWhole(read(999)).rows).toBe(999)
})
