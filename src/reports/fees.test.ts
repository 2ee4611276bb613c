import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openEither } from '../database/testing/databases.ts'
import { cases } from '../testing/cases.ts'
import { readFeeAssets } from './fee-assets.ts'
import { feesEntry } from './fees.ts'
import { countListed, keptAccount, madeReport } from './testing/kept-account.ts'
import { cellsOf, itemsOf, oneMonth, sentVault, vaults } from './testing/month-items.ts'

const database = await openEither()

describe('fees', () => {
  it('are those of the statement, by asset and month, and lead to the list of just these', async () => {
    const account = await keptAccount(database, oneMonth, { vaults })
    const { tables, headline } = await madeReport(account, feesEntry, 'period=2026-Q4')
    const [eth] = tables[0]?.rows ?? []
    expect(headline.text).toBe('5 fees in 1 asset · 1 of 2 holdings that paid them proved')
    expect(cellsOf(tables[0]?.rows, 'asset_id', 'count', 'fees')).toEqual([['ETH', '5', '1.01']])
    expect(cellsOf(eth?.parts, 'line', 'count', 'fees')).toEqual([
      ['2026-10', '4', '0.61'],
      ['2026-11', '1', '0.4'],
    ])
    const link = new URL(eth?.parts?.[0]?.href ?? '', 'http://console.test')
    expect(link.pathname).toBe('/transactions')
    expect([...link.searchParams].map((pair) => pair.join(' ')).sort()).toEqual([
      ...['end_date 2026-10-31', 'fee_over 0', 'network_id ETH', 'start_date 2026-10-01', 'status completed'],
      ...['rebalance', 'stake', 'withdraw'].map((type) => `transaction_type ${type}`),
    ])
  })

  it('of one vault lead to its own list, and to none where a filter would have others too', async () => {
    const paid = itemsOf([
      { type: 'withdraw', fee: '1', from: 'V1', to: 'x' },
      { type: 'withdraw', fee: '2', from: 'V2', to: 'x' },
      { type: 'claim', fee: '4', from: 'x', to: 'V1' },
    ])
    const account = await keptAccount(database, paid, {
      vaults: [sentVault('V1', { ETH: '-5' }), sentVault('V2', { ETH: '-3' })],
    })
    const rowOf = async (link: string) => (await madeReport(account, feesEntry, link)).tables[0]?.rows[0]
    expect((await rowOf('period=2026-10&vaults=V2'))?.href).toContain('source_id=V2')
    const mixed = await rowOf('period=2026-10&vaults=V1')
    expect(mixed?.cells.fees).toBe('5')
    expect(mixed?.href).toBeNull()
  })

  it('lead to lists of as many transactions, whatever else the account has', async () => {
    const party = fc.constantFrom('V1', 'V2', 'x', 'y')
    const moved = fc.record({
      type: fc.constantFrom('deposit', 'withdraw', 'rebalance', 'stake', 'claim'),
      day: fc.constantFrom('2026-09-30', '2026-10-01', '2026-11-30', null),
      asset: fc.constantFrom('ETH', 'USDC_ETH'),
      fee: fc.constantFrom('0', '0.01', '2', '', 'NaN'),
      from: party,
      to: party,
      status: fc.constantFrom('completed', 'completed', 'failed'),
    })
    const scopes = fc.constantFrom('', '&vaults=V1', '&vaults=cold', '&zone=Asia/Hong_Kong')
    await fc.assert(
      fc.asyncProperty(fc.array(moved, { maxLength: 15 }), scopes, async (transactions, scope) => {
        const account = await keptAccount(database, itemsOf(transactions), {
          vaults: [sentVault('V1', { ETH: '1' }), sentVault('V2', {})],
        })
        const { tables } = await madeReport(account, feesEntry, `period=2026-Q4${scope}`)
        for (const row of tables[0]?.rows ?? [])
          for (const { href, cells } of [row, ...(row.parts ?? [])])
            if (href) expect([href, String(await countListed(account, href))]).toEqual([href, cells.count])
      }),
      { numRuns: cases(60) },
    )
  })

  it('in an asset that nobody knows are in no figure, and said', async () => {
    const account = await keptAccount(
      database,
      itemsOf([{ type: 'withdraw', asset: 'TON', network: 'ETH2', fee: '1', from: 'V1', to: 'x' }]),
      { vaults: [sentVault('V1', { ETH: '1' })] },
    )
    const { headline, remarks } = await madeReport(account, feesEntry, 'period=2026-10')
    expect(headline).toEqual({ text: '1 fee in an unknown asset', tone: 'warning' })
    expect(remarks).toContain(
      'Fees on ETH2 are in no figure: it is not known in which asset vaults paid them.',
    )
  })

  it('that no record has are said to be listed nowhere, and not to be none', async () => {
    const account = await keptAccount(
      database,
      itemsOf([{ type: 'withdraw', asset: 'ETH', fee: '', from: 'V1', to: 'x' }]),
      { vaults: [sentVault('V1', { ETH: '1' })] },
    )
    const { headline } = await madeReport(account, feesEntry, 'period=2026-10')
    expect(headline.text).toBe('No fees listed in this period')
  })

  it('with a minus sign are paid, and lead to no list, since no filter has them', async () => {
    const account = await keptAccount(
      database,
      itemsOf([
        { type: 'deposit', asset: 'ETH', amount: '5', fee: '0', from: 'x', to: 'V1' },
        { type: 'withdraw', asset: 'ETH', amount: '1', fee: '-0.5', from: 'V1', to: 'x' },
      ]),
      { vaults: [sentVault('V1', { ETH: '3.5' })] },
    )
    const { headline, remarks, tables } = await madeReport(account, feesEntry, 'period=2026-10')
    expect(headline).toEqual({ text: '1 fee in 1 asset', tone: 'neutral' })
    expect(remarks).toContain('The service sends fees with a minus sign.')
    expect(tables[0]?.rows[0]).toMatchObject({ cells: { count: '1', fees: '0.5' }, href: null })
  })

  it('that no balance confirms are called assumed, and have no asset in a list', async () => {
    const account = await keptAccount(
      database,
      itemsOf([{ type: 'withdraw', asset: 'USDC_ETH', amount: '1', fee: '5', from: 'V1', to: 'x' }]),
      {
        vaults: [
          { ...sentVault('V1', {}), assets: [{ asset_id: 'USDC_ETH', network_id: 'ETH', balances: {} }] },
        ],
      },
    )
    const { headline, remarks } = await madeReport(account, feesEntry, 'period=2026-10')
    expect(headline).toEqual({ text: '1 fee in an unknown asset', tone: 'warning' })
    expect(remarks).toContain('This is assumed for fees on ETH: no balance there confirms it.')
    const feeAssetOf = await account.readMoment(readFeeAssets)
    expect(feeAssetOf({ asset_id: 'USDC_ETH', network_id: 'ETH' })).toBeNull()
    expect(feeAssetOf({ asset_id: 'ETH', network_id: 'ETH' })).toBe('ETH')
  })
})
