import { describe, expect, it } from 'vitest'
import { vaultTypes } from '../../../contract/enumerations.ts'
import { balanceList } from '../../../contract/records.ts'
import { fixtureBooks } from '../testing/books.ts'
import { requestTime } from '../testing/service.ts'
import { expectError, expectRecords, type Under } from './expectations.ts'

/** GET /balances and GET /balances/{vault_type}. */
export function balancesConform(service: Under): void {
  const rowsAt = async (path: string) =>
    expectRecords(await service().get(path), balanceList).balance.map(
      ({ asset_id, network_id }) => `${asset_id}/${network_id}`,
    )

  describe.each(['all', ...vaultTypes])('balances of %s vaults', (type) => {
    const path = type === 'all' ? '/balances' : `/balances/${type}`
    const noRecords = type === 'all' ? 'BAL-00' : 'BAL-01'
    const expected = sumsOf(type)

    it('gives one row for each asset and network, by asset and then network, sums exact', async () => {
      const list = expectRecords(await service().get(path), balanceList)
      expect(list.timestamp).toBe(requestTime)
      expect(list.balance_type).toBe(type)
      expect(
        list.balance.map(({ asset_id, network_id, balances }) => [`${asset_id}/${network_id}`, balances]),
      ).toEqual(expected)
    })

    it('names asset and network', async () => {
      const { balance } = expectRecords(await service().get(path), balanceList)
      for (const { asset_id, asset_name, network_id, network_name } of balance)
        expect(fixtureBooks.assets).toContainEqual({ asset_id, asset_name, network_id, network_name })
    })

    it('filters by asset_id and network_id', async () => {
      const pairs = expected.map(([pair]) => pair)
      expect(await rowsAt(`${path}?asset_id=BTC`)).toEqual(['BTC/BTC'])
      expect(await rowsAt(`${path}?asset_id=USDC`)).toEqual(pairs.filter((pair) => pair.startsWith('USDC/')))
      const onEthereum = pairs.filter((pair) => pair.endsWith('/ETH'))
      expect(await rowsAt(`${path}?network_id=ETH`)).toEqual(onEthereum)
      expect(await rowsAt(`${path}?network_id=ETH&limit=1`)).toEqual(onEthereum.slice(0, 1))
    })

    it(`turns pages and ends with ${noRecords}`, async () => {
      expect(await rowsAt(`${path}?limit=1&offset=1`)).toEqual([expected[1]?.[0]])
      expectError(await service().get(`${path}?offset=${expected.length}`), noRecords)
    })

    it(`says ${noRecords} where nothing matches`, async () => {
      expectError(await service().get(`${path}?asset_id=XRP`), noRecords)
      expectError(await service().get(`${path}?asset_id=BTC&network_id=ETH`), noRecords)
    })

    it('refuses vault_type as a parameter', async () => {
      expect(expectError(await service().get(`${path}?vault_type=cold`), 'ERR-00')).toContain('vault_type')
    })
  })

  it.each(['hot', 'all', 'COLD', 'cold%20', '%00', 'cold%2Fwarm'])(
    'GET /balances/%s is refused with BAL-02',
    async (type) => {
      expectError(await service().get(`/balances/${type}`), 'BAL-02')
    },
  )

  it('looks for faulty parameters before the vault type', async () => {
    expectError(await service().get('/balances/hot?limit=0'), 'ERR-00')
    expectError(await service().get('/balances/%FF'), 'ERR-00')
  })
}

const scale = 30

/** Sums in whole numbers of 10^-30, apart from anything that the service does. */
function sumsOf(type: string): [string, Record<string, string>][] {
  const sums = new Map<string, bigint[]>()
  for (const holding of fixtureBooks.holdings()) {
    const vault = fixtureBooks.vaults.find(({ vault_id }) => vault_id === holding.vault_id)
    if (type !== 'all' && vault?.vault_type !== type) continue
    const pair = `${holding.asset_id}/${holding.network_id}`
    const amounts = [
      holding.available_balance,
      holding.processing_balance,
      holding.staking_balance,
      holding.claimable_balance,
    ].map(toUnits)
    const before = sums.get(pair) ?? [0n, 0n, 0n, 0n]
    sums.set(
      pair,
      amounts.map((amount, index) => amount + (before[index] ?? 0n)),
    )
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([pair, parts]) => {
      const [available = 0n, processing = 0n, staking = 0n, claimable = 0n] = parts
      const amounts = {
        total_balance: toText(available + processing + staking + claimable),
        available_balance: toText(available),
        processing_balance: toText(processing),
        staking_balance: toText(staking),
        claimable_balance: toText(claimable),
      }
      return [pair, amounts]
    })
}

function toUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function toText(units: bigint): string {
  const digits = units.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
}
