import { describe, expect, it } from 'vitest'
import { whitelistList } from '../../../contract/records.ts'
import { fixtureBooks } from '../testing/books.ts'
import { requestTime } from '../testing/service.ts'
import { expectError, expectRecords, type Under } from './expectations.ts'

/** GET /whitelist. */
export function whitelistsConform(service: Under): void {
  const idsAt = async (path: string) =>
    expectRecords(await service().get(path), whitelistList).whitelists.map(({ whitelist_id }) => whitelist_id)

  describe('GET /whitelist', () => {
    it('gives every whitelist with all its addresses, by name and then id', async () => {
      const list = expectRecords(await service().get('/whitelist'), whitelistList)
      expect(list.timestamp).toBe(requestTime)
      expect(list.whitelists.map(({ whitelist_id }) => whitelist_id)).toEqual([
        'list-empty',
        'list-1',
        'list-2',
        'list-3',
      ])
      for (const { whitelist_id, whitelist_name, whitelist_type, assets } of list.whitelists) {
        const row = fixtureBooks.whitelists.find((one) => one.whitelist_id === whitelist_id)
        expect({ whitelist_id, whitelist_name, whitelist_type }).toEqual(row)
        const addresses = fixtureBooks.whitelistAddresses.filter((one) => one.whitelist_id === whitelist_id)
        expect(assets.map(({ address, memo }) => ({ address, memo }))).toEqual(
          addresses.map(({ address, memo }) => ({ address, memo })),
        )
      }
    })

    it('names asset and network of each address, fields in the order of the specification', async () => {
      const { text } = await service().get('/whitelist?asset_id=USDC&network_id=ARB')
      expect(JSON.parse(text).whitelists[0].assets[0]).toEqual({
        asset_id: 'USDC',
        asset_name: 'USD Coin',
        network_id: 'ARB',
        network_name: 'Arbitrum One',
        address: 'address-list-2-0',
        memo: '',
      })
      const entry = ['asset_id', 'asset_name', 'network_id', 'network_name', 'address', 'memo']
      const fields = [...text.matchAll(/"([a-z_]+)"\s*:/g)].map(([, name]) => name)
      expect(fields).toEqual([
        ...['timestamp', 'whitelists', 'whitelist_id', 'whitelist_name', 'whitelist_type', 'assets'],
        ...entry,
        ...entry,
      ])
    })

    it('filters by whitelist_type', async () => {
      expect(await idsAt('/whitelist?whitelist_type=my_organization')).toEqual(['list-empty', 'list-1'])
      expect(await idsAt('/whitelist?whitelist_type=third_party')).toEqual(['list-2', 'list-3'])
    })

    it('filters by asset_id and network_id, both on one address, and shows the whole whitelist', async () => {
      expect(await idsAt('/whitelist?asset_id=USDC')).toEqual(['list-2', 'list-3'])
      expect(await idsAt('/whitelist?network_id=ETH')).toEqual(['list-2', 'list-3'])
      // list-2 has USDC and has something on ETH, but not USDC on ETH.
      expect(await idsAt('/whitelist?asset_id=USDC&network_id=ETH')).toEqual(['list-3'])
      const { whitelists } = expectRecords(await service().get('/whitelist?asset_id=ETH'), whitelistList)
      expect(whitelists.map(({ assets }) => assets.length)).toEqual([2])
    })

    it('turns pages and ends with WHT-00', async () => {
      expect(await idsAt('/whitelist?limit=2&offset=1')).toEqual(['list-1', 'list-2'])
      expectError(await service().get('/whitelist?offset=4'), 'WHT-00')
    })

    it('says WHT-00 where nothing matches', async () => {
      expectError(await service().get('/whitelist?asset_id=DOGE'), 'WHT-00')
      expectError(await service().get('/whitelist?network_id=nowhere'), 'WHT-00')
      expectError(await service().get('/whitelist?whitelist_type=my_organization&asset_id=USDC'), 'WHT-00')
    })

    it.each(['mine', 'My organization', 'THIRD_PARTY', ''])(
      'refuses the type %j with WHT-01',
      async (type) => {
        expectError(await service().get(`/whitelist?whitelist_type=${encodeURIComponent(type)}`), 'WHT-01')
      },
    )

    it('refuses a repeated type with WHT-01', async () => {
      const twice = '/whitelist?whitelist_type=third_party&whitelist_type=third_party'
      expectError(await service().get(twice), 'WHT-01')
    })
  })
}
