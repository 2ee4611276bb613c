import { describe, expect, it } from 'vitest'
import { openEither } from '../database/testing/databases.ts'
import { counterpartiesEntry } from './counterparties.ts'
import { type KeptItem, keptAccount, madeReport } from './testing/kept-account.ts'
import { cellsOf, itemsOf, type MovedItem, vaults } from './testing/month-items.ts'

const database = await openEither()

describe('counterparties', () => {
  const small = '0x52908400098527886e0f7030069857d2e4169ee7'
  const capitals = '0x52908400098527886E0F7030069857D2E4169EE7'
  const other = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
  const listed = { network_id: 'ETH', address: capitals }

  it('have a row for each whitelist and one for none, which open to accounts and lead to their lists', async () => {
    const account = await keptAccount(
      database,
      itemsOf([
        { type: 'withdraw', amount: '3', from: 'V1', to: small },
        { type: 'withdraw', amount: '3', from: 'V2', to: capitals, day: '2026-10-09' },
        { type: 'withdraw', amount: '2', from: 'V1', to: other },
        { type: 'deposit', amount: '9', from: other, to: 'V1' },
        { type: 'rebalance', amount: '9', from: 'V1', to: 'V2' },
      ]),
      {
        vaults,
        whitelists: [{ whitelist_id: 'W1', whitelist_name: 'Broker', assets: [listed] }],
      },
    )
    const { tables, headline } = await madeReport(account, counterpartiesEntry, 'period=2026-10')
    expect(headline.text).toBe('3 withdrawals and 1 deposit')
    const names = ['line', 'count', 'amount', 'share', 'first_recorded_on', 'last_recorded_on']
    expect(tables.map(({ rows }) => cellsOf(rows, ...names))).toEqual([
      [
        ['Broker', '2', '6', '75.0%', '2026-10-05', '2026-10-09'],
        ['On no whitelist', '1', '2', '25.0%', '2026-10-05', '2026-10-05'],
      ],
      [['On no whitelist', '1', '9', '100.0%', '2026-10-05', '2026-10-05']],
    ])
    const [broker] = tables[0]?.rows ?? []
    expect(cellsOf(broker?.parts, 'address', 'amount')).toEqual([[small, '6']])
    expect(new URL(broker?.href ?? '', 'http://x').searchParams.get('destination_address')).toBe(small)
    const cold = await madeReport(account, counterpartiesEntry, 'period=2026-10&vaults=cold')
    expect(cellsOf(cold.tables[0]?.rows, 'line', 'amount')).toEqual([
      ['Broker', '3'],
      ['On no whitelist', '2'],
    ])
    expect(cold.tables[0]?.rows[0]?.href).toContain('source_id=V1')
  })

  it('got more than ever if no earlier period of the same length has as much, and nothing is said without dates', async () => {
    const sent = (amount: string, day: string | null, to = small) =>
      ({ type: 'withdraw', amount, from: 'V1', to, day }) as const
    const compared = async (moved: readonly MovedItem[], link = 'period=2026-10') => {
      const { tables, headline } = await madeReport(
        await keptAccount(database, itemsOf(moved), { vaults }),
        counterpartiesEntry,
        link,
      )
      const [row] = tables[0]?.rows[0]?.parts ?? []
      return [row?.cells.more_than_ever, row?.cells.most_before, headline.text.split(' · ')[1]]
    }
    const before = [sent('2', '2026-09-30'), sent('2', '2026-09-01'), sent('3', '2026-08-31')]
    const most = '1 counterparty received more than ever of an asset'
    expect(await compared([...before, sent('4.1', '2026-10-01')])).toEqual(['Yes', '4', most])
    expect(await compared([...before, sent('4', '2026-10-31')])).toEqual(['No', '4', undefined])
    const quarter = [...before, sent('6', '2026-10-31')]
    expect(await compared(quarter, 'period=2026-Q4')).toEqual(['No', '7', undefined])
    const first = [sent('9', '2026-09-30', other), sent('1', '2026-10-01')]
    expect(await compared(first)).toEqual(['First', null, undefined])
    const nothingSaid = [null, null, undefined]
    expect(await compared([...before, sent('9', '2026-10-01'), sent('1', null)])).toEqual([
      ...[null, null, '1 more may be in this period'],
    ])
    // Four hundred days are compared, and this was before them.
    const old = [sent('9', '2025-06-01'), sent('1', '2026-10-01')]
    expect(await compared(old, 'period=2026-10-01..2026-10-01')).toEqual(nothingSaid)
  })

  it('that got more than ever are at least so many while earlier transactions have no date', async () => {
    const sent = (to: string, amount: string, day: KeptItem[1]) =>
      ({ type: 'withdraw', amount, from: 'V1', to, day }) as const
    const early = { from: Date.parse('2026-07-01'), before: Date.parse('2026-10-01') }
    const headlines = async (isComplete: boolean, late: string) => {
      const account = await keptAccount(
        database,
        itemsOf([
          ...[sent(small, '1', '2026-09-01'), sent(small, late, '2026-10-01')],
          ...[sent(other, '1', early), sent(other, '2', early), sent(other, '9', '2026-10-01')],
        ]),
        { vaults, dates: { isComplete } },
      )
      const link = 'period=2026-10'
      const [all, most] = [
        await madeReport(account, counterpartiesEntry, link),
        await madeReport(account, counterpartiesEntry, `${link}&only=more-than-ever`),
      ]
      expect(all.headline.text).toBe(`2 withdrawals and 0 deposits · ${most.headline.text}`)
      return [most.headline.text, ...most.basis.doubts]
    }
    const undated = '2 transactions have no date yet'
    expect(await headlines(false, '2')).toEqual([
      `At least 1 counterparty received more than ever of an asset: ${undated}`,
      `The list may be longer: ${undated}.`,
    ])
    expect(await headlines(true, '2')).toEqual([
      'At least 1 counterparty received more than ever of an asset: 2 transactions have no certain date',
      'The list may be longer: 2 transactions have no certain date.',
    ])
    expect((await headlines(false, '1'))[0]).toBe(
      `No counterparty is known to have received more than ever of an asset: ${undated}`,
    )
  })

  it('that got more than ever are a list of their own, to which the headline leads', async () => {
    const sent = (to: string, amount: string, day: string) =>
      ({ type: 'withdraw', amount, from: 'V1', to, day }) as const
    const account = await keptAccount(
      database,
      itemsOf([
        ...[small, other, '0xmost'].map((to) => sent(to, '1', '2026-09-01')),
        ...[sent(small, '2', '2026-10-01'), sent(other, '3', '2026-10-01')],
        sent('0xmost', '1', '2026-10-01'),
      ]),
      { vaults, whitelists: [{ whitelist_id: 'W1', assets: [listed] }] },
    )
    const { headline } = await madeReport(account, counterpartiesEntry, 'period=2026-10')
    const text = '2 counterparties received more than ever of an asset'
    expect(headline).toMatchObject({ text: `3 withdrawals and 0 deposits · ${text}`, link: { text } })
    const link = headline.link?.href.split('?')[1] ?? ''
    const report = await madeReport(account, counterpartiesEntry, link)
    expect([report.headline.text, report.tables.length, report.link]).toEqual([text, 1, headline.link?.href])
    expect(cellsOf(report.tables[0]?.rows, 'line', 'address', 'amount', 'more_than_ever')).toEqual([
      ['On no whitelist', other, '3', 'Yes'],
      ['W1', small, '2', 'Yes'],
    ])
    const before = await madeReport(account, counterpartiesEntry, 'period=2026-09&only=more-than-ever')
    expect([before.headline.text, before.headline.link]).toEqual([
      'No counterparty is known to have received more than ever of an asset',
      undefined,
    ])
  })

  it('are those of this month so far, without a period', () => {
    const opened = counterpartiesEntry.open(new URLSearchParams(), Date.parse('2026-11-22T15:00:10.000Z'))
    const edges = 'edges' in opened ? opened.edges({ asOf: 0, today: 20_779, whose: 'utc' }) : []
    expect(edges.at(0)?.at).toBe(Date.parse('2026-11-01'))
  })
})
