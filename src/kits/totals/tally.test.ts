import { describe, expect, it } from 'vitest'
import type { TotalsRow } from '../../contract/console-api.ts'
import { doubtOf, lineFilter, outcomeFilter, totalsSummaryOf } from './tally.ts'

function row(status: string | null, fields: Partial<TotalsRow> = {}): TotalsRow {
  const { group, ...sums } = fields
  return {
    group: { asset_id: 'ETH', network_id: 'ETH', transaction_type: 'withdraw', status, ...group },
    ...{ count: 1, amount: '1', amountless: 0, fee: '0', feeless: 0, recorded: null, ...sums },
  }
}

describe('totals', () => {
  it('add up what is completed alone, and have the rest beside it', () => {
    const { completed, others, assets } = totalsSummaryOf([
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
    const { assets } = totalsSummaryOf([
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
    const [line] = totalsSummaryOf([row('completed', { count: 2, amount: '0', amountless: 2 })]).assets
    expect(line?.completed).toEqual({ count: 2, sum: null, unreadable: 2 })
  })

  it('lead to lists of as many, within the filter', () => {
    const [line] = totalsSummaryOf([row('completed')]).assets[0]?.types ?? []
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
