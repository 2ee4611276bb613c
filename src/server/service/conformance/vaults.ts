import { describe, expect, it } from 'vitest'
import { vaultList } from '../../../contract/records.ts'
import { fixtureBooks, longestAmount } from '../testing/books.ts'
import { requestTime } from '../testing/service.ts'
import { expectError, expectRecords, type Under } from './expectations.ts'

/** GET /vaults and GET /vaults/{vaults_id}. */
export function vaultsConform(service: Under): void {
  const idsAt = async (path: string) =>
    expectRecords(await service().get(path), vaultList).vaults.map(({ vault_id }) => vault_id)

  describe('GET /vaults', () => {
    it('gives every vault, by name and then id, one without holdings too', async () => {
      const list = expectRecords(await service().get('/vaults'), vaultList)
      expect(list.timestamp).toBe(requestTime)
      expect(
        list.vaults.map(({ vault_id, vault_name, vault_type }) => [vault_id, vault_name, vault_type]),
      ).toEqual([
        ['vault-1', 'Treasury', 'warm'],
        ['vault-2', 'Treasury', 'cold'],
        ['vault-empty', 'Zürich "Süd" <1>', 'warm'],
        ['vault-3', 'apex', 'cold'],
      ])
      expect(list.vaults[2]?.assets).toEqual([])
    })

    it('filters by vault_type', async () => {
      expect(await idsAt('/vaults?vault_type=cold')).toEqual(['vault-2', 'vault-3'])
      expect(await idsAt('/vaults?vault_type=warm')).toEqual(['vault-1', 'vault-empty'])
    })

    it('filters by asset_id and network_id, both on one holding, and shows the whole vault', async () => {
      expect(await idsAt('/vaults?asset_id=BTC')).toEqual(['vault-1', 'vault-2'])
      expect(await idsAt('/vaults?network_id=ETH')).toEqual(['vault-1', 'vault-2', 'vault-3'])
      // vault-2 holds USDC and something on ETH, but not USDC on ETH.
      expect(await idsAt('/vaults?asset_id=USDC&network_id=ETH')).toEqual(['vault-1'])
      const { vaults } = expectRecords(await service().get('/vaults?asset_id=ETH&vault_type=cold'), vaultList)
      expect(vaults.map(({ assets }) => assets.length)).toEqual([3, 1])
    })

    it('turns pages and ends with VAL-01', async () => {
      expect(await idsAt('/vaults?limit=2&offset=1')).toEqual(['vault-2', 'vault-empty'])
      expectError(await service().get('/vaults?offset=4'), 'VAL-01')
    })

    it('says VAL-01 where nothing matches', async () => {
      expectError(await service().get('/vaults?asset_id=DOGE'), 'VAL-01')
      expectError(await service().get('/vaults?network_id=XRP'), 'VAL-01')
    })

    it.each(['hot', 'Cold', '', 'cold '])('refuses the type %j with VAL-00', async (type) => {
      expectError(await service().get(`/vaults?vault_type=${encodeURIComponent(type)}`), 'VAL-00')
    })

    it('refuses a repeated type with VAL-00', async () => {
      expectError(await service().get('/vaults?vault_type=cold&vault_type=cold'), 'VAL-00')
    })
  })

  describe('GET /vaults/{vaults_id}', () => {
    it('gives the one vault in the envelope of the list, amounts exact and in canonical text', async () => {
      const received = await service().get('/vaults/vault-2')
      const { vaults } = expectRecords(received, vaultList)
      expect(vaults).toEqual([
        {
          vault_id: 'vault-2',
          vault_name: 'Treasury',
          vault_type: 'cold',
          assets: [
            holding('BTC', 'BTC', '21000000 21000000 0 0 0'),
            holding('ETH', 'ETH', `${totalOfLongest} ${longestAmount} 0 0.000000000000000001 0`),
            holding('USDC', 'ARB', '0 0 0 0 0'),
          ],
        },
      ])
      const fields = [...received.text.matchAll(/"([a-z_]+)"\s*:/g)].map(([, name]) => name)
      expect(fields.slice(0, 17)).toEqual([
        ...['timestamp', 'vaults', 'vault_id', 'vault_name', 'vault_type', 'assets'],
        ...['asset_id', 'asset_name', 'network_id', 'network_name', 'balances', 'total_balance'],
        ...['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance', 'asset_id'],
      ])
    })

    it.each(['nothing', 'VAULT-1', 'a/b', '日本', '\u0000', ' ', 'x'.repeat(5000), "' or ''='"])(
      'says VAL-02 for the id %j',
      async (id) => {
        expectError(await service().get(`/vaults/${encodeURIComponent(id)}`), 'VAL-02')
      },
    )

    it('refuses an id that is not UTF-8, and any parameter', async () => {
      expect(expectError(await service().get('/vaults/%FF'), 'ERR-00')).toContain('vaults_id')
      expect(expectError(await service().get('/vaults/vault-1?vault_type=warm'), 'ERR-00')).toContain(
        'vault_type',
      )
    })
  })
}

/** What vault-2 has of ETH is the longest amount and, staked, a single attoether. */
const totalOfLongest = addOneAtto(longestAmount)

function addOneAtto(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = BigInt(whole + fraction.padEnd(24, '0')) + 1_000_000n
  return `${digits.toString().slice(0, -24)}.${digits.toString().slice(-24)}`
}

function holding(asset_id: string, network_id: string, amounts: string): unknown {
  const asset = fixtureBooks.assets.find((one) => one.asset_id === asset_id && one.network_id === network_id)
  const [total_balance, available_balance, processing_balance, staking_balance, claimable_balance] =
    amounts.split(' ')
  return {
    ...asset,
    balances: { total_balance, available_balance, processing_balance, staking_balance, claimable_balance },
  }
}
