import { expect, test } from 'vitest'
import { listNames } from '../contract/list-names.ts'
import {
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../sync/service/normalise.ts'
import {
  inUtc,
  listExport,
  transactionsExport,
  vaultsExport,
  whitelistsExport,
  withIdentity,
} from './list-export.ts'

test('what tells rows apart comes before the columns that are chosen, unless it is among them', () => {
  expect(withIdentity(transactionsExport, ['amount', 'asset_id'])).toEqual([
    'transaction_id',
    'amount',
    'asset_id',
  ])
  const twice = ['recorded_on', 'transaction_id', 'recorded_on']
  expect(withIdentity(transactionsExport, twice)).toEqual(['recorded_on', 'transaction_id'])
})

test.each(listNames)('the file of %s names only columns that it has', (name) => {
  const list = listExport(name)
  const names = list.columns
  expect(new Set(names).size).toBe(names.length)
  for (const used of [...list.identity, ...Object.keys(list.kinds)]) expect(names).toContain(used)
})

test('a transaction is one row under the names of the API', () => {
  const record = normaliseTransaction({
    id: 't1',
    timestamp: '2026-11-21T17:03:22.123456+02:00',
    status: 'completed',
    transaction: {
      amount: '1.50',
      source: { source_id: 's' },
      destination: { destination_id: 'd', memo: '7' },
    },
  })
  expect(transactionsExport.rowsOf(record)).toEqual([
    expect.objectContaining({
      ...{ transaction_id: 't1', retrieved_at: '2026-11-21T15:03:22.123456Z', status: 'completed' },
      ...{ amount: '1.50', fee: null, source_id: 's', destination_id: 'd', memo: '7' },
    }),
  ])
  const columns = Object.keys(transactionsExport.rowsOf(record)[0] ?? {})
  expect(columns.filter((name) => !transactionsExport.columns.some((each) => each === name))).toEqual([])
})

test('a vault is a row for each holding, a whitelist a row for each address, and an empty one is not lost', () => {
  const held = { vault_id: 'v', assets: [{ asset_id: 'BTC' }, { asset_id: 'ETH' }] }
  const vaults = [held, { vault_id: 'w' }].map(normaliseVault).flatMap(vaultsExport.rowsOf)
  expect(vaults.map(({ vault_id, asset_id }) => [vault_id, asset_id])).toEqual([
    ['v', 'BTC'],
    ['v', 'ETH'],
    ['w', undefined],
  ])
  const list = { whitelist_id: 'l', assets: { asset_id: 'XRP', address: 'r1', memo: '5' } }
  const whitelists = [list, { whitelist_id: 'm' }].map(normaliseWhitelist).flatMap(whitelistsExport.rowsOf)
  expect(whitelists.map(({ whitelist_id, address, memo }) => [whitelist_id, address, memo])).toEqual([
    ['l', 'r1', '5'],
    ['m', undefined, undefined],
  ])
})

test('a balance that a service lists for each vault says of which it is', () => {
  const rows = [{}, { vault_type: 'COLD' }, { vault_id: 'v1', vault_name: 'Treasury' }]
    .map((of) => normaliseHolding({ asset_id: 'BTC', ...of }))
    .flatMap(listExport('balances').rowsOf)
  expect(rows.map(({ balance_type }) => balance_type)).toEqual(['all', 'cold vaults', 'vault v1'])
})

test.each([
  ['2026-11-21T15:03:22.000Z', '2026-11-21T15:03:22.000Z'],
  ['2026-11-21T01:03:22-02:30', '2026-11-21T03:33:22Z'],
  ['2026-11-21 01:03:22.5+0100', '2026-11-21T00:03:22.5Z'],
  ['2026-02-31T99:03:22+01:00', '2026-02-31T99:03:22+01:00'],
  ['yesterday', 'yesterday'],
  [null, null],
])('%j in UTC is %j', (text, expected) => {
  expect(inUtc(text)).toBe(expected)
})
