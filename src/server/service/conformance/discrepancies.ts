import { describe, expect, it } from 'vitest'
import { balanceList, vaultList } from '../../../contract/records.ts'
import { listen } from '../testing/service.ts'
import { expectError, expectRecords, pathWithQuery, type Under } from './expectations.ts'

const paths = ['/balances', '/balances/cold', '/balances/warm', '/vaults'] as const
type Path = (typeof paths)[number]

/** What each reserved asset id changes: where, and the figures before and after. The first holding is BTC in a warm vault. */
const changes: Readonly<Record<string, readonly Path[]>> = {
  'demo-discrepancy-cold-and-warm': ['/balances'],
  'demo-discrepancy-vaults': ['/vaults'],
  'demo-discrepancy-parts': ['/balances', '/balances/warm', '/vaults'],
  'demo-discrepancy-unknown-asset': ['/vaults'],
}

/** The reserved asset ids of the demonstration data. */
export function discrepanciesConform(service: Under): void {
  const figures = async (path: Path, query: Readonly<Record<string, string | number>> = {}) => {
    const received = await service().get(pathWithQuery(path, query))
    const rows =
      path === '/vaults'
        ? expectRecords(received, vaultList).vaults.flatMap(({ vault_name, assets }) =>
            assets.map((held) => ({ held, at: `${vault_name} ` })),
          )
        : expectRecords(received, balanceList).balance.map((held) => ({ held, at: '' }))
    return rows.flatMap(({ held, at }) =>
      Object.entries(held.balances).map(
        ([name, amount]) => `${at}${held.asset_id}/${held.network_id} ${name}: ${amount}`,
      ),
    )
  }

  describe.each(Object.entries(changes))('asset_id=%s', (asset_id, changed) => {
    it.each(paths)(
      'answers %s with the whole books, all agreeing but for its own discrepancy',
      async (path) => {
        const books = await figures(path)
        const answered = await figures(path, { asset_id })
        const isChanged = changed.includes(path)
        expect(answered.filter((line) => !books.includes(line)).length > 0).toBe(isChanged)
        const gone = books.filter((line) => !answered.includes(line))
        for (const line of gone) expect(line).toMatch(/BTC\/BTC (total|available)_balance/)
        expect(gone.length > 0).toBe(isChanged && asset_id !== 'demo-discrepancy-unknown-asset')
      },
    )

    it('changes the same on every page', async () => {
      for (const path of changed) {
        const whole = await figures(path, { asset_id })
        const first = await figures(path, { asset_id, limit: 1 })
        const rest = await figures(path, { asset_id, offset: 1 })
        expect([...first, ...rest]).toEqual(whole)
      }
    })

    it('joins network_id, and refuses everything else as ever', async () => {
      expect((await figures('/balances', { asset_id, network_id: 'ARB' })).join()).not.toContain('BTC')
      expectError(await service().get(pathWithQuery('/vaults', { asset_id, vault_type: 'hot' })), 'VAL-00')
      expectError(await service().get(pathWithQuery('/balances/hot', { asset_id })), 'BAL-02')
      expectError(await service().get(pathWithQuery('/balances', { asset_id, offset: 99 })), 'BAL-00')
    })

    it('is nobody’s on a service without the demonstration data', async () => {
      const real = await listen(service().database, { demonstration: false })
      try {
        expectError(await real.get(pathWithQuery('/vaults', { asset_id })), 'VAL-01')
        expectError(await real.get(pathWithQuery('/balances', { asset_id })), 'BAL-00')
      } finally {
        await real.close()
      }
    })
  })

  it('demo-discrepancy-vaults changes a part and its total by 0.000001', async () => {
    const answered = await figures('/vaults', { asset_id: 'demo-discrepancy-vaults' })
    expect(answered).toContain('Treasury BTC/BTC available_balance: 0.100001')
    expect(answered).toContain('Treasury BTC/BTC total_balance: 0.10000101')
  })

  it('demo-discrepancy-parts changes the total alone, and everywhere by the same', async () => {
    for (const path of ['/vaults', '/balances/warm', '/balances'] as const) {
      const books = await figures(path)
      const answered = await figures(path, { asset_id: 'demo-discrepancy-parts' })
      const added = answered.filter((line) => !books.includes(line))
      expect(added).toHaveLength(1)
      expect(added[0]).toContain('BTC/BTC total_balance')
    }
  })
}
