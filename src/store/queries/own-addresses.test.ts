import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../database/testing/databases.ts'
import type { AccountStore } from '../account-store.ts'
import { openStore } from '../store.ts'
import { namedAccount, readWholeLists, receivedList } from '../testing/records.ts'
import { alikeAddresses } from './counterparty.ts'
import { vaultAddresses } from './own-addresses.ts'

const own = '0x52908400098527886e0f7030069857d2e4169ee7'
const small = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const capitals = small.toUpperCase().replace('0X', '0x')

describe.each(databaseKinds)('addresses that transactions show, on $name', async ({ open }) => {
  const database = await open()
  let store: AccountStore
  beforeAll(async () => {
    const all = await openStore(database)
    store = all.of(await namedAccount(all, 'one'))
    const ofVault = { source_type: 'vault', source_id: 'V1', source_name: 'Desk', source_address: own }
    const item = (id: string | null, to: object, status = 'completed', source: object = ofVault) => ({
      ...{ id, status },
      details: {
        asset_id: 'ETH',
        network_id: 'ETH',
        source,
        destination: { destination_type: 'whitelist', ...to },
      },
    })
    const rows = receivedList([
      item('a', { destination_address: small }),
      item('b', { destination_address: capitals }),
      // Nothing reached these.
      item('c', { destination_address: `${own}0` }, 'failed'),
      item('d', { destination_address: '' }),
      // Whoever sends something is no destination.
      item(
        null,
        { destination_type: 'vault', destination_id: 'V2', destination_address: 'b\u0000' },
        'failed',
        {
          ...{ source_type: 'external', source_address: `${own}1` },
        },
      ),
      item('e', { destination_type: 'vault', destination_id: 'V3', destination_address: 'x'.repeat(300) }),
    ])
    await readWholeLists(store, rows)
    await readWholeLists(
      all.of(await namedAccount(all, 'other')),
      receivedList([item('z', { destination_address: 'of another' })]),
    )
  })

  it('has those of vaults at either end, with two transactions that show each', async () => {
    expect(await store.ownAddresses(9)).toEqual({
      rows: [
        {
          ...{ address: own, network_id: 'ETH', asset_id: 'ETH', vault_id: 'V1', vault_name: 'Desk' },
          transaction_ids: ['a', 'e'],
        },
        {
          ...{ address: 'b\u0000', network_id: 'ETH', asset_id: 'ETH', vault_id: 'V2', vault_name: null },
          transaction_ids: [],
        },
      ],
      total: 3,
    })
  })

  it('has those of one account, in any spelling', async () => {
    const { rows, total } = await store.ownAddresses(9, [own.toUpperCase().replace('0X', '0x')])
    expect([rows.map(({ vault_id }) => vault_id), total]).toEqual([['V1'], 1])
    expect(await store.ownAddresses(9, [small])).toEqual({ rows: [], total: 0 })
    expect(await store.ownAddresses(9, [])).toEqual({ rows: [], total: 0 })
  })

  it('has those of as many transactions in an order of their own, so that they are the same each time', async () => {
    const shown = Array.from({ length: 40 }, (_, index) => ({
      ...{ id: `t-${index}`, status: 'completed' },
      details: {
        asset_id: `A${39 - index}`,
        network_id: 'ETH',
        source: { source_type: 'vault', source_id: 'V1', source_name: 'Desk', source_address: own },
      },
    }))
    const all = await openStore(database)
    const ties = all.of(await namedAccount(all, 'ties'))
    await readWholeLists(ties, receivedList(shown))
    const { rows } = await ties.ownAddresses(40)
    const assets = rows.map(({ asset_id }) => asset_id)
    expect(assets).toEqual(assets.toSorted())
    expect((await ties.ownAddresses(3)).rows).toEqual(rows.slice(0, 3))
  })

  it('has each account that something was sent to once, however it is spelled, and says of how many it gives some', async () => {
    expect(await store.formerDestinations(9)).toEqual({
      rows: [{ address: small, network_id: 'ETH', sent: 2 }],
      total: 1,
    })
    expect((await store.ownAddresses(1)).rows).toHaveLength(1)
    expect((await store.ownAddresses(1)).total).toBe(3)
  })

  it('has those that vaults show and those that look alike, also at both ends of one transaction', async () => {
    const other = '0x52908400111111111111111111111111e4169ee7'
    const end = (name: string, type: string, address: string) => ({
      ...{ [`${name}_type`]: type, [`${name}_id`]: `id of ${address}`, [`${name}_address`]: address },
    })
    const item = (id: string, source: readonly [string, string], destination: readonly [string, string]) => ({
      ...{ id, status: 'completed' },
      details: {
        ...{ asset_id: 'ETH', network_id: 'ETH' },
        source: end('source', ...source),
        destination: end('destination', ...destination),
      },
    })
    const all = await openStore(database)
    const key = await namedAccount(all, 'both ends')
    const long = `0x${'1'.repeat(300)}`
    await readWholeLists(
      all.of(key),
      receivedList([
        item('a', ['external', other], ['external', other]),
        item('b', ['external', other], ['vault', long]),
        item('c', ['vault', small], ['vault', own]),
        item('d', ['vault', own], ['external', capitals]),
      ]),
    )
    const shown = await vaultAddresses(database, key)
    expect(shown.map(({ address }) => address)).toEqual([long, small, own, own])
    const found = await alikeAddresses(database, key, [own], [])
    expect(
      found.map(({ direction, address, network_id, count }) => [direction, address, network_id, count]),
    ).toEqual([
      ['received', other, 'ETH', 2],
      ['sent', other, 'ETH', 1],
    ])
  })
})
