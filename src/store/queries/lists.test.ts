import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../database/testing/databases.ts'
import type { AccountStore } from '../account-store.ts'
import { openStore } from '../store.ts'
import {
  balancesOutcome,
  namedAccount,
  readWholeLists,
  vaultsOutcome,
  whitelistsOutcome,
} from '../testing/records.ts'

const held = (asset_id: string, network_id: string, total_balance: string) => ({
  asset_id,
  asset_name: `The ${asset_id}`,
  network_id,
  balances: { total_balance },
})
const vaults = [
  {
    vault_id: 'V1',
    vault_name: 'Cold 1',
    vault_type: 'cold',
    assets: [held('ETH', 'ETH', '1'), held('BTC', 'BTC', '2')],
  },
  { vault_id: 'V2', vault_name: '', vault_type: 'warm', assets: [held('USDC', 'ETH', '5')] },
  { vault_id: 'V3', vault_name: 'a%\u0000b', vault_type: 'cold', assets: [] },
]
const balances = [held('ETH', 'ETH', '10'), held('BTC', 'BTC', '9'), held('ADA', 'ADA', 'unreadable')]
const address = '0x52908400098527886e0f7030069857d2e4169ee7'
const whitelists = [
  {
    whitelist_id: 'W1',
    whitelist_name: 'Brokers',
    whitelist_type: 'third_party',
    assets: [{ asset_id: 'ETH', network_id: 'ETH', address }],
  },
  {
    whitelist_id: 'W2',
    whitelist_name: 'Own',
    whitelist_type: 'my_organization',
    assets: [{ asset_id: 'BTC', network_id: 'BTC', address: 'bc1other' }],
  },
]

describe.each(databaseKinds)('lists beside the transactions on $name', async ({ open }) => {
  const database = await open()
  let store: AccountStore
  beforeAll(async () => {
    const all = await openStore(database)
    store = all.of(await namedAccount(all, 'one'))
    const lists = {
      vaults: vaultsOutcome(...vaults),
      whitelists: whitelistsOutcome(...whitelists),
      balances: balancesOutcome(...balances),
      'balances-cold': balancesOutcome(held('ETH', 'ETH', '1')),
    }
    await readWholeLists(store, [], { lists })
    // Nothing of another account is in any answer.
    await readWholeLists(all.of(await namedAccount(all, 'other')), [], { lists })
  })

  const everything = { limit: 50, offset: 0 }
  const found = (records: readonly string[], field: string) =>
    records.map((record): unknown => JSON.parse(record)[field])

  it.each([
    ['all, in the order of the service', {}, ['V1', 'V2', 'V3']],
    ['types', { vault_type: ['cold'] }, ['V1', 'V3']],
    ['an id', { vault_id: ['V2', 'v1'] }, ['V2']],
    [
      'an asset of a network, both of one holding',
      { asset_id: ['USDC', 'BTC'], network_id: ['ETH'] },
      ['V2'],
    ],
    ['words of the name, literally', { text: 'A%\u0000b' }, ['V3']],
    [
      'names, or ids where there is none',
      { sort: { column: 'vault_name', isDescending: false } },
      ['V1', 'V2', 'V3'],
    ],
    ['how many assets it holds', { sort: { column: 'count', isDescending: true } }, ['V1', 'V2', 'V3']],
  ] as const)('finds vaults by %s', async (_, query, ids) => {
    const { records, total } = await store.listPage('vaults', query, everything)
    expect([found(records, 'vault_id'), total]).toEqual([ids, ids.length])
  })

  it('gives a page, and the total past its end', async () => {
    expect(await store.listPage('vaults', {}, { limit: 1, offset: 1 })).toMatchObject({
      records: [JSON.stringify(vaults[1])],
      total: 3,
    })
    expect(await store.listPage('vaults', {}, { limit: 1, offset: 9 })).toEqual({ records: [], total: 3 })
  })

  it.each([
    [
      'amount, what is no decimal last',
      'balances',
      { sort: { column: 'total_balance', isDescending: true } },
      ['ETH', 'BTC', 'ADA'],
    ],
    [
      'amount, the other way',
      'balances',
      { sort: { column: 'total_balance', isDescending: false } },
      ['BTC', 'ETH', 'ADA'],
    ],
    ['list', 'balances-cold', {}, ['ETH']],
    ['a list without any', 'balances-warm', {}, []],
  ] as const)('finds balances by %s', async (_, list, query, ids) => {
    const { records, total } = await store.listPage(list, query, everything)
    expect([found(records, 'asset_id'), total]).toEqual([ids, ids.length])
  })

  it.each([
    ['type', { whitelist_type: ['my_organization'] }, ['W2']],
    [
      'an address in another spelling',
      { address: [`eth:${address.toUpperCase().replace('0X', '0x')}`] },
      ['W1'],
    ],
    ['an address on a network that does not have it', { address: [address], network_id: ['BTC'] }, []],
    ['part of an address', { text: '0X529084' }, ['W1']],
    ['name, backward', { sort: { column: 'whitelist_name', isDescending: true } }, ['W2', 'W1']],
  ] as const)('finds whitelists by %s', async (_, query, ids) => {
    const { records, total } = await store.listPage('whitelists', query, everything)
    expect([found(records, 'whitelist_id'), total]).toEqual([ids, ids.length])
  })
})
