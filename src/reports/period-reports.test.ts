import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { ReportRow } from '../contract/report.ts'
import { openEither } from '../database/testing/databases.ts'
import type { AccountStore } from '../store/account-store.ts'
import { cases } from '../testing/cases.ts'
import { counterpartiesEntry } from './counterparties.ts'
import { isLongReport } from './entry.ts'
import { readFeeAssets } from './fee-assets.ts'
import { feesEntry } from './fees.ts'
import { postingsEntry } from './postings.ts'
import { statementEntry } from './statements/statement.ts'
import {
  answeredReport,
  countListed,
  type KeptItem,
  keptAccount,
  madeReport,
  withReport,
} from './testing/kept-account.ts'

const database = await openEither()

interface Moved {
  readonly type: string
  readonly day?: KeptItem[1]
  readonly asset?: string
  readonly network?: string
  readonly amount?: string
  readonly fee?: string
  readonly from?: string
  readonly to?: string
  readonly status?: string
  readonly hash?: string
}

/** An end is a vault, such as `V1`, or an address. */
function itemsOf(moved: readonly Moved[]): readonly KeptItem[] {
  const end = (name: 'source' | 'destination', text = '') =>
    /^V\d$/.test(text)
      ? { [`${name}_type`]: 'vault', [`${name}_id`]: text }
      : { [`${name}_type`]: name === 'source' ? 'external' : 'whitelist', [`${name}_address`]: text }
  return moved.map(({ type, day = '2026-10-05', asset = 'ETH', network = 'ETH', ...of }, index) => [
    {
      ...{ transaction_id: `t${index}`, status: of.status ?? 'completed' },
      transaction: {
        ...{ transaction_type: type, asset_id: asset, network_id: network },
        ...{ amount: of.amount ?? '1', fee: of.fee ?? '0' },
        ...{ note: `note ${index}`, txn_hash: of.hash ?? `0x${index}` },
        source: end('source', of.from),
        destination: end('destination', of.to),
      },
    },
    day,
  ])
}

function vault(vault_id: string, balances: Readonly<Record<string, string>>) {
  return {
    ...{ vault_id, vault_name: `Vault ${vault_id}`, vault_type: vault_id === 'V1' ? 'cold' : 'warm' },
    assets: Object.entries(balances).map(([asset_id, available_balance]) => ({
      ...{ asset_id, network_id: 'ETH' },
      balances: { available_balance, processing_balance: '0', staking_balance: '0' },
    })),
  }
}

const sumOf = (texts: readonly (string | null | undefined)[]) =>
  writeDecimal(texts.reduce((sum, text) => add(sum, readDecimal(text ?? null) ?? zero), zero))
const cellsOf = (rows: readonly ReportRow[] | undefined, ...names: readonly string[]) =>
  rows?.map(({ cells }) => names.map((name) => cells[name] ?? null))

/** All that a file has. */
function postingsOf(account: AccountStore, link: string): Promise<readonly ReportRow[]> {
  return withReport(account, postingsEntry, link, async (made) => {
    const rows: ReportRow[] = []
    if (isLongReport(made)) for await (const piece of made.allRows()) rows.push(...piece)
    return rows
  })
}

const oneMonth = itemsOf([
  { type: 'deposit', amount: '10', from: 'outside', to: 'V1' },
  { type: 'rebalance', amount: '4', fee: '0.1', from: 'V1', to: 'V2' },
  { type: 'withdraw', amount: '1', fee: '0.2', from: 'V2', to: 'bank', day: '2026-10-31' },
  { type: 'withdraw', asset: 'USDC_ETH', amount: '7', fee: '0.3', from: 'V2', to: 'bank' },
  { type: 'stake', amount: '2', fee: '0.01', from: 'V1', to: 'validator' },
  { type: 'claim', amount: '0.5', from: 'network', to: 'V1' },
  { type: 'withdraw', amount: '1', from: 'V2', to: 'bank', status: 'failed' },
  { type: 'withdraw', amount: '0.4', fee: '0.4', from: 'V2', to: 'bank', day: '2026-11-02' },
])
const vaults = [vault('V1', { ETH: '6.39' }), vault('V2', { ETH: '1.6', USDC_ETH: '-7' })]

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
            vaults: [vault('V1', { ETH: a, TON: b }), vault('V2', { ETH: c, USDC_ETH: d }), vault('V3', {})],
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

it.each(['', '&zone=Asia/Hong_Kong'])(
  'postings and counterparties%s wait until the service has told each day of the period',
  (zone) => {
    const now = Date.parse('2026-11-22T15:00:10.000Z')
    for (const entry of [postingsEntry, counterpartiesEntry]) {
      const opened = entry.open(new URLSearchParams(`period=2026-10${zone}`), now)
      const edges = 'edges' in opened ? opened.edges({ asOf: now, today: 20_779, whose: 'utc' }) : []
      expect(edges).toHaveLength(32)
    }
  },
)

it('headlines say what may be in the period, and deny nothing that has no date', async () => {
  const sent = (day: string | null) => ({ type: 'withdraw', fee: '0.1', from: 'V1', to: 'x', day }) as const
  const headlines = async (...moved: readonly Moved[]) => {
    const account = await keptAccount(database, itemsOf(moved), { vaults: [vault('V1', { ETH: '0' })] })
    const entries = [postingsEntry, counterpartiesEntry, feesEntry]
    const made = await Promise.all(entries.map((entry) => madeReport(account, entry, 'period=2026-10')))
    return made.map(({ headline }) => headline.text)
  }
  expect(await headlines(sent(null))).toEqual([
    'No movements known in this period · 2 may be in it',
    'No withdrawals or deposits known in this period · 1 may be in it',
    'No fees known in this period · 1 may be in it',
  ])
  expect(await headlines(sent(null), sent('2026-10-05'))).toEqual([
    '2 movements of 1 holding · 2 more may be in this period',
    '1 withdrawal and 0 deposits · 1 more may be in this period',
    '1 fee in an unknown asset · 1 more may be in this period',
  ])
})

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
      vaults: [vault('V1', { ETH: '-5' }), vault('V2', { ETH: '-3' })],
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
          vaults: [vault('V1', { ETH: '1' }), vault('V2', {})],
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
      { vaults: [vault('V1', { ETH: '1' })] },
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
      { vaults: [vault('V1', { ETH: '1' })] },
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
      { vaults: [vault('V1', { ETH: '3.5' })] },
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
        vaults: [{ ...vault('V1', {}), assets: [{ asset_id: 'USDC_ETH', network_id: 'ETH', balances: {} }] }],
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
    const compared = async (moved: readonly Moved[], link = 'period=2026-10') => {
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

it.each([postingsEntry, counterpartiesEntry, feesEntry])(
  'a link of $name that is not valid says why',
  async (entry) => {
    const account = await keptAccount(database, oneMonth, { vaults, dates: { form: 'day' } })
    for (const [link, why] of [
      ['period=2026-13', /no valid value for period/],
      ['period=2027-01', /Choose a period that has begun/],
      ['period=2026-10&vaults=nobody', /no vault with the id nobody/],
      ['period=2026-10&zone=Asia/Hong_Kong', /by days of another time zone/],
    ] as const)
      expect(await answeredReport(account, entry, link)).toMatchObject({
        refusal: { text: expect.stringMatching(why) },
      })
  },
)
