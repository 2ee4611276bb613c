/** Statements, ledgers and confirmations of kept records, by the links with which they are asked for. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayLength, dayText } from '../../contract/day.ts'
import type { Report, ReportRow } from '../../contract/report.ts'
import { openEither } from '../../database/testing/databases.ts'
import { type Simulated, simulate, steps, telling } from '../../ledger/testing/simulated-ledger.ts'
import type { AccountStore } from '../../store/account-store.ts'
import { cases } from '../../testing/cases.ts'
import {
  answeredReport,
  countListed,
  type KeptItem,
  type KeptOtherwise,
  keptAccount,
  madeReport,
} from '../testing/kept-account.ts'
import { confirmationEntry } from './confirmation.ts'
import { ledgerEntry } from './ledger.ts'
import { statementEntry } from './statement.ts'

const database = await openEither()

/** Each transaction in an hour of its day. */
function keptLedger(
  { transactions, vaults }: Simulated,
  more: readonly KeptItem[] = [],
  over: KeptOtherwise = {},
): Promise<AccountStore> {
  const last = Math.max(0, ...transactions.map(({ day }) => day ?? 0))
  const items = transactions.map(({ transaction: { received }, day }, index): KeptItem => {
    const from = (day ?? 0) * dayLength + (index % 24) * 3_600_000
    return [received as object, day === null ? null : { from, before: from + 3_600_000 }]
  })
  return keptAccount(database, [...items, ...more].toReversed(), {
    vaults: vaults.map(({ received }) => received as object),
    asOf: `${dayText(last)}T03:04:06.000Z`,
    ...over,
  })
}

function rowsIn(rows: readonly ReportRow[] = [], depth = 0): readonly { row: ReportRow; depth: number }[] {
  return rows.flatMap((row) => [{ row, depth }, ...rowsIn(row.parts, depth + 1)])
}

/** The rows of a vault that a statement opens to: one for each kind of movement. */
function kindsIn({ tables: [table] }: Report): readonly ReportRow[] {
  return rowsIn(table?.rows).flatMap(({ row, depth }) => (depth === 2 ? row : []))
}

async function listed(account: AccountStore, href: string): Promise<number> {
  if (!href.startsWith('/statements')) return await countListed(account, href)
  const { tables } = await madeReport(account, ledgerEntry, href)
  return (tables[0]?.rows.length ?? 0) - 2
}

const transfer = (id: string, type: string, ends: object, over: object = {}): object => ({
  ...{ transaction_id: id, status: 'completed' },
  transaction: {
    ...{ transaction_type: type, asset_id: 'ETH', network_id: 'ETH', amount: '1.25', fee: '0' },
    ...{ txn_hash: '0xaa', ...ends, ...over },
  },
})
const fromVault = (source_id: string) => ({
  source: { source_type: 'vault', source_id },
  destination: { destination_type: 'external', destination_id: 'x' },
})
const toVault = (destination_id: string) => ({
  source: { source_type: 'external', source_id: 'x' },
  destination: { destination_type: 'vault', destination_id },
})

describe('whatever the ledger, and in whichever zone', () => {
  test('a number of a statement leads to a list of just its transactions', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.constantFrom('', '&zone=Asia/Hong_Kong'),
        fc.nat(3),
        async (list, zone, from) => {
          const ledger = simulate([...telling, ...list], 'sender')
          const pair: readonly KeptItem[] = [
            [transfer('own-out', 'withdraw', fromVault('v1')), dayText(ledger.firstDay + 4)],
            [transfer('own-in', 'deposit', toVault('v2')), dayText(ledger.firstDay + 4)],
          ]
          const account = await keptLedger(ledger, pair)
          const period = `${dayText(ledger.firstDay + from)}..${dayText(ledger.today)}`
          const report = await madeReport(account, statementEntry, `period=${period}${zone}`)
          for (const { href, cells } of kindsIn(report))
            expect([href, await listed(account, href ?? '')]).toEqual([href, Number(cells.count)])
        },
      ),
      { numRuns: cases(8) },
    )
  })

  test('a confirmation agrees with a statement up to its moment', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(40), async (list, later) => {
        const ledger = simulate([...telling, ...list], 'sender')
        const account = await keptLedger(ledger)
        const day = Math.min(ledger.firstDay + later, ledger.today - 1)
        const period = `${dayText(ledger.firstDay)}..${dayText(day)}`
        const figures = ({ tables: [table] }: Report, column: string) =>
          (table?.rows ?? []).flatMap(({ cells, parts = [] }) =>
            [{ cells }, ...parts].flatMap((row) =>
              row.cells[column] === '0' ? [] : [`${cells.line} ${row.cells.line} ${row.cells[column]}`],
            ),
          )
        const expected = figures(await madeReport(account, statementEntry, `period=${period}`), 'closing')
        for (const at of [
          `at=${dayText(day)}`,
          `at=${dayText(day)}T24:00`,
          `at=${dayText(day + 1)}T08:00&zone=Asia/Hong_Kong`,
        ])
          expect(figures(await madeReport(account, confirmationEntry, at), 'balance')).toEqual(expected)
      }),
      { numRuns: cases(8) },
    )
  })
})

const step = {
  ...({ type: 'deposit', status: 'completed', network: 'ETH' } as const),
  ...{ vault: 0, other: 2, asset: 0, amount: 9000, fee: 0, later: 0 },
}

describe('a withdrawal and a deposit of own vaults with one hash', () => {
  // What v1 has is what it got, less what it gave to v2.
  const vaults = [
    ['v1', '7.75'],
    ['v2', '1.25'],
  ].map(([vault_id, held]) => ({
    ...{ vault_id, vault_name: vault_id, vault_type: 'cold' },
    assets: [
      {
        ...{ asset_id: 'ETH', network_id: 'ETH' },
        balances: {
          ...{ total_balance: held, available_balance: held },
          ...{ processing_balance: '0', staking_balance: '0', claimable_balance: '0' },
        },
      },
    ],
  }))
  const first: KeptItem = [
    transfer('t0', 'deposit', toVault('v1'), { amount: '9', txn_hash: '0x00' }),
    '2026-11-01',
  ]
  const out = (over = {}): KeptItem => [transfer('t1', 'withdraw', fromVault('v1'), over), '2026-11-02']
  const into = (over = {}): KeptItem => [transfer('t2', 'deposit', toVault('v2'), over), '2026-11-02']
  const linesOf = async (...items: readonly KeptItem[]) => {
    const account = await keptAccount(database, items.toReversed(), { vaults })
    const report = await madeReport(account, statementEntry, 'period=2026-11-02..2026-11-03')
    return (report.tables[0]?.rows[0] ? rowsIn(report.tables[0].rows) : []).map(({ row: { cells } }) =>
      [cells.line, cells.in ?? '', cells.out ?? ''].join(' '),
    )
  }

  test('are one movement between them', async () => {
    expect(await linesOf(first, out(), into({ amount: '1.250' }))).toEqual([
      'ETH 0 0',
      'v1 0 -1.25',
      '1 transfer out  -1.25',
      'v2 1.25 0',
      '1 transfer in 1.25 ',
    ])
  })

  test.each([
    ['another amount', [first, out(), into({ amount: '1.2' })]],
    ['another hash', [first, out(), into({ txn_hash: '0xAA' })]],
    ['no hash', [first, out({ txn_hash: '' }), into({ txn_hash: '' })]],
    ['a third side', [first, out(), into(), [transfer('t3', 'deposit', toVault('v1')), '2026-11-05']]],
  ] as const)('are two with %s', async (_, items) => {
    expect((await linesOf(...items)).filter((line) => /own vaults/.test(line))).toEqual([])
  })

  test('lead to the ledgers of both, where only they are listed', async () => {
    const account = await keptAccount(database, [first, out(), into()].toReversed(), { vaults })
    const report = await madeReport(account, statementEntry, 'period=2026-11')
    const [link] = kindsIn(report).flatMap(({ id, href }) => (id === 'to_own' ? [href ?? ''] : []))
    const { tables, parameters } = await madeReport(account, ledgerEntry, link ?? '')
    expect(tables[0]?.rows.map(({ cells }) => [cells.transaction_id ?? cells.line, cells.balance])).toEqual([
      ['opening', '0'],
      ['t1', '7.75'],
      ['closing', '7.75'],
    ])
    expect(parameters).toMatchObject({ movement: 'to_own', holding: 'v1/ETH@ETH' })
  })
})

test('a balance that is short by exactly the fees of failed transactions is told with them', async () => {
  const ledger = simulate([step, { ...step, type: 'withdraw', amount: 1000, fee: 7, later: 1 }], 'sender')
  const failure = (id: string, fee: string): KeptItem => [
    { ...transfer(id, 'withdraw', fromVault('v1'), { fee }), status: 'failed' },
    dayText(ledger.firstDay),
  ]
  // The ether of v1 that is available, less 0.03.
  const received = JSON.stringify(ledger.vaults.map((vault) => vault.received))
  const vaults = JSON.parse(received.replace('"7.493"', '"7.463"'))
  const made = async (...fees: readonly string[]) => {
    const items = fees.map((fee, index) => failure(`f${index}`, fee))
    const account = await keptLedger(ledger, items, { vaults })
    const report = await madeReport(
      account,
      statementEntry,
      `period=${dayText(ledger.firstDay)}..${dayText(ledger.today - 1)}`,
    )
    return {
      remark: report.tables[0]?.rows[0]?.parts?.[0]?.remark,
      named: report.tables.find(({ name }) => name === 'failed-fees')?.rows.map(({ id }) => id) ?? [],
    }
  }
  expect(await made('0.01', '0.02')).toEqual({
    remark: 'The balance is 0.03 lower than transactions explain: exactly the fees of 2 failed transactions.',
    named: ['f1', 'f0'],
  })
  expect(await made('0.01', '0.03')).toEqual({ remark: '-0.03 is not explained by transactions.', named: [] })
})

test('a confirmation says its moment in its zone, staked and claimable apart, and reference and addressee as given', async () => {
  const stake = { ...step, later: 1 } as const
  const ledger = simulate(
    [
      stake,
      { ...stake, type: 'stake', amount: 4000 },
      { ...stake, type: 'unstake', amount: 1000 },
      // Taken from what is staked already.
      { ...stake, type: 'unstake', status: 'processing', amount: 500 },
    ],
    'sender',
  )
  const balances = { total_balance: '9.1', available_balance: '6.5', processing_balance: '0' }
  const vaults = [
    {
      ...{ vault_id: 'v1', vault_name: 'Vault v1', vault_type: 'cold' },
      assets: [
        {
          ...{ asset_id: 'ETH', network_id: 'ETH' },
          balances: { ...balances, staking_balance: '2.5', claimable_balance: '0.1' },
        },
      ],
    },
  ]
  const account = await keptLedger(ledger, [], { vaults })
  const at = `at=${dayText(ledger.firstDay + 3)}T08:00&zone=Asia/Hong_Kong`
  const report = await madeReport(
    account,
    confirmationEntry,
    `${at}&vaults=v1&reference=A-1&addressee=${encodeURIComponent('Lee & Co')}`,
  )
  expect(report.tables.map(({ name, rows }) => [name, rows.map(({ cells }) => cells)])).toMatchObject([
    ['balances', [{ line: 'ETH', balance: '9', staked: '4', proof: 'Proved' }]],
    ['claimable', [{ line: 'Vault v1', claimable: '0.1' }]],
  ])
  expect(report.tables[0]?.remarks).toEqual([
    'Balances at 2022-01-11 08:00 Asia/Hong_Kong (2022-01-11 00:00:00 UTC).',
  ])
  expect(report).toMatchObject({
    headline: { text: '1 of 1 holding proved', tone: 'good' },
    shown: { vaults: 'Vault v1' },
    parameters: { reference: 'A-1', addressee: 'Lee & Co' },
  })
  // What was staked is not known where stakes do not explain the latest staking balance.
  const unexplained = { ...ledger, transactions: ledger.transactions.slice(0, 2) }
  const [table] = (
    await madeReport(await keptLedger(unexplained, [], { vaults }), confirmationEntry, 'at=2022-01-09')
  ).tables
  expect(table?.rows[0]?.cells).toMatchObject({ balance: '9', staked: null })
})

test('what is in flight stands in a statement of a period that is not over alone', async () => {
  const account = await keptLedger(simulate([step, { ...step, status: 'pending', later: 1 }], 'sender'))
  const names = async (period: string) =>
    (await madeReport(account, statementEntry, `period=${period}`)).tables.map(({ name }) => name)
  expect(await names('2022-01')).toEqual(['movements', 'in-flight'])
  expect(await names('2022-01-01..2022-01-07')).toEqual(['movements'])
})

describe('there is no report', () => {
  const ledger = simulate([step, { ...step, type: 'withdraw', amount: 500, later: 1 }], 'sender')
  const refused = async (account: AccountStore, link: string) => {
    const entry = link.includes('at=')
      ? confirmationEntry
      : link.includes('holding=')
        ? ledgerEntry
        : statementEntry
    const made = await answeredReport(account, entry, link)
    return 'refusal' in made ? made.refusal : null
  }

  test('of vaults that no list and no transaction names', async () => {
    const unlisted: KeptItem = [transfer('u', 'deposit', toVault('unlisted')), '2022-01-08']
    const account = await keptLedger(ledger, [unlisted])
    const titles = ['v1', 'cold', 'unlisted', 'v1,typo', 'gone'].map(
      async (vaults) =>
        (await refused(account, `period=2022-01&vaults=${vaults}`))?.text.match(/id (\w+)/)?.[1],
    )
    expect(await Promise.all(titles)).toEqual([undefined, undefined, undefined, 'typo', 'gone'])
  })

  test('of balances at a moment that has not come', async () => {
    const account = await keptLedger(ledger)
    const early = await refused(account, 'at=2030-01-01')
    expect(early?.title).toBe('This moment has not come yet')
    const [link] = early?.links ?? []
    expect(
      await refused(account, new URL(link?.href ?? '', 'https://console.invalid').search.slice(1)),
    ).toBeNull()
  })

  test('of a holding that nobody has', async () => {
    const account = await keptLedger(ledger)
    expect(await refused(account, 'period=2022-01&holding=v1/DOGE@DOGE')).toMatchObject({
      links: [{ href: '/statements?period=2022-01' }],
    })
    expect(await refused(account, 'period=2022-01&holding=v1/ETH@ETH&movement=gifts')).toMatchObject({
      text: expect.stringContaining('movement'),
    })
  })

  test('within a day of a service that knows whole days alone', async () => {
    const account = await keptLedger(ledger, [], {
      dates: { form: 'day', days: 'service' },
      asOf: '2022-01-12T03:04:06.000Z',
    })
    for (const link of ['at=2022-01-08T21:00', 'at=2022-01-08&zone=Asia/Hong_Kong'])
      expect(await refused(account, link)).toMatchObject({ links: [{ href: '/statements?at=2022-01-08' }] })
    const { tables } = await madeReport(account, confirmationEntry, 'at=2022-01-08T24:00')
    expect(tables[0]?.remarks).toEqual(['Balances at 2022-01-08 24:00, by the service’s own days.'])
  })

  test('where the service’s date filter cannot be relied on', async () => {
    const account = await keptLedger(ledger, [], { dates: { failure: 'ignored' } })
    expect(await refused(account, 'period=2022-01')).toMatchObject({ title: 'No statement can be made' })
  })

  test.each([
    ['at=2021-11-07T01:30&zone=America/New_York', 'This time comes twice', ['-04:00', '-05:00']],
    ['at=2021-03-14T02:30&zone=America/New_York', 'There is no such time', []],
    ['at=2021-11-07T01:30-06:00&zone=America/New_York', 'There is no such time', []],
    ['at=2025-02-29', 'No statement for this link', []],
    ['at=2025-12-31T24:01', 'No statement for this link', []],
    ['at=2025-12-31T21:00Z', 'No statement for this link', []],
  ])('at %s', async (link, title, offsets) => {
    const refusal = await refused(await keptLedger(ledger), link)
    expect(refusal?.title).toBe(title)
    expect((refusal?.links ?? []).map(({ href }) => decodeURIComponent(href).slice(-6))).toEqual(offsets)
  })
})

test('of one moment in its zone', async () => {
  const opened = confirmationEntry.open(
    new URLSearchParams('at=2021-11-07T01:30-05:00&zone=America/New_York'),
    Date.parse('2026-01-01T00:00:00Z'),
  )
  if ('refusal' in opened) throw new Error(opened.refusal.text)
  const [edge] = opened.edges({ asOf: 0, today: 0, whose: 'utc' })
  expect(new Date(edge?.at ?? 0).toISOString()).toBe('2021-11-07T06:30:00.000Z')
})

test('of an account without transactions, in days of which nothing shows that they are UTC', async () => {
  const account = await keptAccount(database, [], { dates: null })
  const statement = await madeReport(account, statementEntry, 'period=2026-10')
  expect(statement.tables[0]?.remarks?.[0]).toBe(
    'October 2026: 2026-10-01 to 2026-10-31, by the service’s own days.',
  )
  expect(statement.remarks).toContainEqual(expect.stringMatching(/^Days are the service’s own/))
})
