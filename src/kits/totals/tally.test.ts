import { describe, expect, it } from 'vitest'
import type { TotalsRow } from '../../contract/console-api.ts'
import { paidFeeAsset } from '../../contract/fee-asset.ts'
import { doubtOf, lineFilter, outcomeFilter, totalsSummaryOf } from './tally.ts'

function row(status: string | null, fields: Partial<TotalsRow> = {}): TotalsRow {
  const { group, ...sums } = fields
  return {
    group: { asset_id: 'ETH', network_id: 'ETH', transaction_type: 'withdraw', status, ...group },
    ...{ count: 1, amount: '1', amountless: 0, fee: '0', feeless: 0, recorded: null, ...sums },
  }
}

const ofNetworks = { rule: { payer: 'sender', asset: 'network' }, networks: [] } as const
const tallied = (totals: readonly TotalsRow[]) =>
  totalsSummaryOf(totals, (group) => paidFeeAsset(ofNetworks, group))

describe('totals', () => {
  it('add up what is completed alone, and have the rest beside it', () => {
    const { completed, others, assets } = tallied([
      row('completed', { count: 2, amount: '0.30000000000000000000000001' }),
      row('pending', { amount: '5' }),
      row('confirming', { amount: '6' }),
      row('rejected', { amount: '7' }),
      row('on hold', { count: 3, amount: '8' }),
    ])
    expect([completed, others]).toEqual([
      2,
      [
        { outcome: 'open', count: 2 },
        { outcome: 'failed', count: 1 },
        { outcome: 'unknown', count: 3 },
      ],
    ])
    expect(assets).toMatchObject([
      {
        completed: { count: 2, sum: '0.30000000000000000000000001' },
        others: [
          { outcome: 'open', count: 2, sum: '11' },
          { outcome: 'failed', count: 1, sum: '7' },
          { outcome: 'unknown', count: 3, sum: '8' },
        ],
        notCompleted: '26',
      },
    ])
  })

  it('add neither assets nor networks to each other, have types apart on demand, and add nothing that stays staked', () => {
    const of = (asset_id: string | null, network_id: string, transaction_type: string) =>
      row('completed', { group: { asset_id, network_id, transaction_type } })
    const { assets } = tallied([
      of(null, 'ETH', 'withdraw'),
      of('USDC', 'POL', 'withdraw'),
      of('USDC', 'ETH', 'swap'),
      of('USDC', 'ETH', 'change pool'),
      of('USDC', 'ETH', 'deposit'),
    ])
    expect(
      assets.map(({ asset_id, network_id, completed: { sum }, types }) => [
        ...[asset_id, network_id, sum],
        types.map(({ transaction_type, completed }) => [transaction_type, completed.sum]),
      ]),
    ).toEqual([
      [
        'USDC',
        'ETH',
        '2',
        [
          ['deposit', '1'],
          ['change pool', null],
          ['swap', '1'],
        ],
      ],
      ['USDC', 'POL', '1', [['withdraw', '1']]],
      [null, 'ETH', '1', [['withdraw', '1']]],
    ])
  })

  it('call no sum zero because its amounts cannot be read', () => {
    const [line] = tallied([row('completed', { count: 2, amount: '0', amountless: 2 })]).assets
    expect(line?.completed).toEqual({ count: 2, sum: null, unreadable: 2 })
  })

  it('have fees by the asset that a network takes, and apart where that is not known', () => {
    const of = (network_id: string, fee: string, status = 'completed') =>
      row(status, { group: { asset_id: 'USDC', network_id }, fee })
    expect(
      tallied([
        of('ETH', '0.1'),
        of('ETH', '0.2', 'failed'),
        of('NEW', '1'),
        of('OTHER', '2'),
        of('BTC', '0'),
      ]).fees,
    ).toMatchObject([
      { asset_id: 'ETH', completed: { sum: '0.1' }, others: [{ outcome: 'failed', sum: '0.2' }] },
      { asset_id: null, network_id: 'NEW', completed: { sum: '1' } },
      { asset_id: null, network_id: 'OTHER', completed: { sum: '2' } },
    ])
  })

  it('have fees in the assets that moved, where the service takes them there', () => {
    const of = (asset_id: string, fee: string) =>
      row('completed', { group: { asset_id, network_id: 'ETH' }, fee })
    const { fees } = totalsSummaryOf([of('USDC', '0.1'), of('ETH', '0.2')], ({ asset_id }) => asset_id)
    expect(fees).toMatchObject([
      { asset_id: 'ETH', completed: { sum: '0.2' } },
      { asset_id: 'USDC', completed: { sum: '0.1' } },
    ])
  })

  it('lead to lists of as many, within the filter', () => {
    const [line] = tallied([row('completed')]).assets[0]?.types ?? []
    const named = { asset_id: 'ETH', network_id: 'ETH', transaction_type: 'withdraw' }
    const filter = { start_date: '2026-10-01', asset_id: ['ETH', 'BTC'] }
    expect(line && lineFilter(line, 'completed', filter)).toEqual({
      ...filter,
      ...named,
      status: 'completed',
    })
    expect(line && lineFilter(line, 'unknown', filter)).toBeNull()
    expect(line && lineFilter({ ...line, asset_id: null }, 'completed', filter)).toBeNull()
    expect(outcomeFilter('open', { status: ['pending', 'failed'] })).toEqual({ status: 'pending' })
    expect(outcomeFilter('failed', {})).toEqual({ status: ['failed', 'rejected'] })
  })

  it('are partial while records may be in the period, or may be missing', () => {
    expect(doubtOf({ undecided: 3, completeness: 'complete' })).toBe(
      '3 more transactions may be in this period.',
    )
    expect(doubtOf({ undecided: 0, completeness: 'partial' })).toMatch(/may be missing/)
    expect(doubtOf({ undecided: 0, completeness: 'complete' })).toBeNull()
  })
})
