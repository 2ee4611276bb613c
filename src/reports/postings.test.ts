import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { ReportRow } from '../contract/report.ts'
import { openEither } from '../database/testing/databases.ts'
import type { AccountStore } from '../store/account-store.ts'
import { cases } from '../testing/cases.ts'
import { isLongReport } from './entry.ts'
import { postingsEntry } from './postings.ts'
import { statementEntry } from './statements/statement.ts'
import { keptAccount, madeReport, withReport } from './testing/kept-account.ts'
import { cellsOf, itemsOf, oneMonth, sentVault, vaults } from './testing/month-items.ts'

const database = await openEither()

const sumOf = (texts: readonly (string | null | undefined)[]) =>
  writeDecimal(texts.reduce((sum, text) => add(sum, readDecimal(text ?? null) ?? zero), zero))

/** All that a file has. */
function postingsOf(account: AccountStore, link: string): Promise<readonly ReportRow[]> {
  return withReport(account, postingsEntry, link, async (made) => {
    const rows: ReportRow[] = []
    if (isLongReport(made)) for await (const piece of made.allRows()) rows.push(...piece)
    return rows
  })
}

/** Of a statement. */
const columnOf: Readonly<Record<string, string>> = {
  deposit: 'in',
  'transfer in': 'in',
  withdrawal: 'out',
  'transfer out': 'out',
  reward: 'rewards',
  fee: 'fees',
  stake: 'in',
  unstake: 'in',
}

describe('postings', () => {
  it('have a row for each movement, signed, and fees of the vault and in the asset that a statement found', async () => {
    const account = await keptAccount(database, oneMonth, { vaults })
    const report = await madeReport(account, postingsEntry, 'period=2026-10')
    const rows = await postingsOf(account, 'period=2026-10')
    expect(cellsOf(rows, 'transaction_id', 'vault_id', 'asset_id', 'kind', 'amount', 'staked')).toEqual([
      ['t0', 'V1', 'ETH', 'deposit', '10', null],
      ['t1', 'V1', 'ETH', 'transfer out', '-4', null],
      ['t1', 'V2', 'ETH', 'transfer in', '4', null],
      ['t1', 'V1', 'ETH', 'fee', '-0.1', null],
      ['t2', 'V2', 'ETH', 'withdrawal', '-1', null],
      ['t2', 'V2', 'ETH', 'fee', '-0.2', null],
      ['t3', 'V2', 'USDC_ETH', 'withdrawal', '-7', null],
      ['t3', 'V2', 'ETH', 'fee', '-0.3', null],
      ['t4', 'V1', 'ETH', 'fee', '-0.01', null],
      ['t4', 'V1', 'ETH', 'stake', '0', '2'],
      ['t5', 'V1', 'ETH', 'reward', '0.5', null],
    ])
    expect(cellsOf(rows.slice(0, 1), 'recorded_on', 'counterparty_address', 'txn_hash', 'note')).toEqual([
      ['2026-10-05', 'outside', '0x0', 'note 0'],
    ])
    expect(report.headline.text).toBe('10 movements of 3 holdings')
    const own = await postingsOf(account, 'period=2026-10&vaults=V1&assets=ETH@ETH')
    expect(cellsOf(own, 'vault_id', 'kind')).toEqual([
      ['V1', 'deposit'],
      ['V1', 'transfer out'],
      ['V1', 'fee'],
      ['V1', 'fee'],
      ['V1', 'stake'],
      ['V1', 'reward'],
    ])
  })

  it('have values by the last price on or before the day, whose date is beside them', async () => {
    const account = await keptAccount(database, oneMonth, { vaults })
    const report = await madeReport(account, postingsEntry, 'period=2026-10', async () => ({
      source: { name: 'prices.csv', sha256: 'ab' },
      rows: [
        { date: '2026-10-01', asset_id: 'ETH', currency: 'EUR', price: '100' },
        { date: '2026-10-31', asset_id: 'ETH', currency: 'EUR', price: '200.5' },
      ],
    }))
    const [table] = report.tables
    expect(cellsOf(table?.rows, 'amount', 'value', 'price_date')?.slice(3, 7)).toEqual([
      ['-0.1', '-10.00', '2026-10-01'],
      ['-1', '-200.50', '2026-10-31'],
      ['-0.2', '-40.10', '2026-10-31'],
      ['-7', null, null],
    ])
  })

  it('show a column for stakes where there is one, and have it in files always', async () => {
    const account = await keptAccount(database, oneMonth, { vaults })
    const stakedColumn = async (link: string) =>
      (await madeReport(account, postingsEntry, link)).tables[0]?.columns.find(
        ({ name }) => name === 'staked',
      )
    expect((await stakedColumn('period=2026-10'))?.where).toBeUndefined()
    expect((await stakedColumn('period=2026-11'))?.where).toBe('file')
  })

  it('add up to the movements of the statement, to the last digit', async () => {
    const party = fc.constantFrom('V1', 'V2', 'V3', 'x')
    const moved = fc.record({
      type: fc.constantFrom('deposit', 'withdraw', 'rebalance', 'stake', 'unstake', 'claim', 'change pool'),
      day: fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', null),
      asset: fc.constantFrom('ETH', 'USDC_ETH', 'TON'),
      network: fc.constantFrom('ETH', 'TON'),
      amount: fc.constantFrom('1', '0.000000000000000001', 'NaN', '250'),
      fee: fc.constantFrom('0', '0.01', '2', ''),
      // Two sides with one hash may be one movement.
      hash: fc.constantFrom('h1', 'h2', 'h3', ''),
      from: party,
      to: party,
      status: fc.constantFrom('completed', 'completed', 'failed'),
    })
    const balance = fc.constantFrom('0', '1', '-1.01')
    await fc.assert(
      fc.asyncProperty(
        fc.array(moved, { maxLength: 25 }),
        fc.array(balance, { minLength: 4, maxLength: 4 }),
        fc.constantFrom('', '&vaults=V1,V3', '&vaults=warm', '&assets=ETH@ETH'),
        async (transactions, [a = '0', b = '0', c = '0', d = '0'], scope) => {
          const account = await keptAccount(database, itemsOf(transactions), {
            vaults: [
              sentVault('V1', { ETH: a, TON: b }),
              sentVault('V2', { ETH: c, USDC_ETH: d }),
              sentVault('V3', {}),
            ],
          })
          const link = `period=2026-10${scope}`
          const rows = await postingsOf(account, link)
          const statement = await madeReport(account, statementEntry, link)
          const posted = new Map<string, string>()
          for (const { cells } of rows) {
            const { vault_id, asset_id, network_id, kind = '', amount } = cells
            const name = JSON.stringify([vault_id, asset_id, network_id, columnOf[kind ?? '']])
            posted.set(name, sumOf([posted.get(name), amount]))
          }
          const stated = new Map<string, string>()
          for (const { cells } of statement.tables[0]?.rows.flatMap(({ parts = [] }) => parts) ?? [])
            for (const column of ['in', 'out', 'rewards', 'fees']) {
              const { vault_id, asset_id, network_id } = cells
              stated.set(JSON.stringify([vault_id, asset_id, network_id, column]), cells[column] ?? '')
            }
          const given = (sums: ReadonlyMap<string, string>) =>
            [...sums].filter(([, sum]) => sum !== '0').sort()
          expect(given(posted)).toEqual(given(stated))
        },
      ),
      { numRuns: cases(100) },
    )
  })
})
