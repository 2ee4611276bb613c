import { describe, expect, test } from 'vitest'
import { balancesOf } from '../../books/balances.ts'
import { createDayBook } from '../../books/day-book.ts'
import { feeRules, movementKinds } from '../../books/effects.ts'
import { settle } from '../../books/settle.ts'
import { createTransactionTable } from '../../books/transaction-table.ts'
import { add, readDecimal, zero } from '../../contract/decimal.ts'
import { exportFormats, writeFacts } from '../../files/facts.ts'
import { reportFile } from '../../files/report-file.ts'
import { unsigned } from '../../files/seal.ts'
import { statementsView } from '../../url/statements.ts'
import { checked } from '../verify/testing/checked.ts'
import { figureHref } from './figures.ts'
import type { Ledger } from './ledger.ts'
import { movementsOf } from './movements.ts'
import { balancesReportOf, ledgerReportOf, reportOf, statementResult } from './report.ts'
import { askedBy, refusalOf, scopeOf } from './scope.ts'
import { findingsOf } from './statement.ts'
import { type Step, simulate } from './testing/ledger.ts'
import { readAt } from './testing/settled.ts'
import { basisTexts, findingText, holdingTitle, proofText } from './words.ts'

const deposit: Step = {
  type: 'deposit',
  status: 'completed',
  vault: 0,
  other: 0,
  network: 'ETH',
  asset: 0,
  amount: 9000,
  fee: 0,
  later: 0,
}
const steps: readonly Step[] = [
  deposit,
  {
    type: 'rebalance',
    status: 'completed',
    vault: 0,
    other: 2,
    network: 'ETH',
    asset: 0,
    amount: 4000,
    fee: 7,
    later: 3,
  },
  {
    type: 'withdraw',
    status: 'completed',
    vault: 2,
    other: 0,
    network: 'ETH',
    asset: 0,
    amount: 500,
    fee: 9,
    later: 3,
  },
]

function ledgerOf(over: Partial<Ledger> = {}, { transactions, vaults, today } = simulated): Ledger {
  const keeper = createDayBook()
  for (const { transaction, day } of transactions) keeper.enter(transaction, day)
  const balances = balancesOf(vaults, readAt)
  const { holdings, ...book } = keeper.book()
  return {
    settlement: settle({ holdings, ...book }, balances),
    book,
    balances,
    noDates: null,
    table: createTransactionTable().table(),
    whose: 'utc',
    doubts: [],
    today,
    begun: '2022-01-16T03:04:05.000Z',
    ended: readAt,
    pages: 3,
    dateRequests: 20,
    service: 'http://service',
    account: null,
    ...over,
  }
}

const simulated = simulate(steps, 'sender')
const asked = askedBy({ period: '2022-01-01..2022-01-13' }, '2022-01-16')
/** The last of its days has not come: the ledger is of 2022-01-14. */
const open = askedBy({ period: '2022-01' }, '2022-01-16')
const link = '/statements?period=2022-01-01..2022-01-13'

test.each(exportFormats)(
  'a statement as %s is verified by its facts, and every line adds up',
  async (format) => {
    const ledger = ledgerOf()
    const report = reportOf(ledger, open, scopeOf(open, true), '/statements?period=2022-01')
    const { file, facts } = await reportFile(report, format, unsigned)
    expect(facts).toMatchObject({
      list: 'statement',
      completeness: 'complete',
      proof: { proved: 2, of: 2 },
      asked: { parameters: { period: '2022-01' }, endpoint: '/vaults, /transactions' },
      remarks: [
        'The period is not over. It closes with the balances read at 2022-01-16 03:04:06 UTC.',
        ...basisTexts(ledger),
      ],
    })
    expect(facts.file.name).toMatch(/^statement_2-of-2-proved_2022-01-16T03-04-05Z_[0-9a-f]{16}\./)
    const verification = await checked({
      file,
      name: facts.file.name,
      factsFile: new Blob([writeFacts(facts)]),
    })
    expect(verification.comparisons.filter(({ agrees }) => agrees === false)).toEqual([])
    expect(verification).toMatchObject({
      outcome: 'incomplete',
      state: '2 of 2 holdings proved, complete so far: read before the period ended',
    })
    for (const cells of report.rows) {
      const at = (name: string) => readDecimal(cells[report.columns.indexOf(name)] ?? null) ?? zero
      const sum = movementKinds.reduce((total, kind) => add(total, at(kind)), at('opening'))
      expect(sum.digits * 10n ** BigInt(9 - sum.scale)).toBe(
        at('closing').digits * 10n ** BigInt(9 - at('closing').scale),
      )
    }
    expect(report.rows.map((cells) => cells.slice(0, 4).join(' '))).toEqual([
      'total ETH ETH ',
      'vault ETH ETH v1',
      'vault ETH ETH v3',
    ])
  },
)

test('a statement with holdings that are not proved says so first, in its name, verdict and facts, and is not called complete', async () => {
  // Without the first deposit nothing adds up.
  const ledger = ledgerOf({}, { ...simulated, transactions: simulated.transactions.slice(1) })
  const scope = scopeOf(asked, true)
  for (const report of [
    reportOf(ledger, asked, scope, link),
    balancesReportOf(ledger, scope, 'closing', link),
  ]) {
    const { file, facts } = await reportFile(report, 'csv', unsigned)
    expect(facts).toMatchObject({
      completeness: 'partial',
      reasons: ['1 of 2 holdings proved.'],
      proof: { proved: 1, of: 2 },
    })
    expect(facts.file.name).toMatch(/^[a-z-]+_1-of-2-proved_.*\.PARTIAL\.csv$/)
    const { outcome, state } = await checked({
      file,
      name: facts.file.name,
      factsFile: new Blob([writeFacts(facts)]),
    })
    expect({ outcome, state }).toMatchObject({
      outcome: 'incomplete',
      state: '1 of 2 holdings proved, PARTIAL',
    })
  }
  expect(statementResult(ledger, scope)).toMatch(/^1 of 2 holdings proved\./)
})

describe('a period', () => {
  const cells = (period: typeof asked, names: readonly string[]) => {
    const { columns, rows } = reportOf(ledgerOf(), period, scopeOf(period, true), link)
    return names.map((name) => rows[0]?.[columns.indexOf(name)])
  }

  test('that is not over closes with the instant at which balances were read', () => {
    expect(cells(open, ['last_day', 'closes_early_at', 'closing'])).toEqual(['2022-01-31', readAt, '8.484'])
    expect(cells(asked, ['last_day', 'closes_early_at'])).toEqual(['2022-01-13', null])
    const early = (end: 'opening' | 'closing') => {
      const { columns, rows } = balancesReportOf(ledgerOf(), scopeOf(open, true), end, link)
      return rows[0]?.[columns.indexOf('closes_early_at')]
    }
    expect([early('opening'), early('closing')]).toEqual([null, readAt])
    // Where the service's own zone is not known, its yesterday may go on.
    const own = reportOf(ledgerOf({ whose: 'service' }), asked, scopeOf(asked, true), link)
    expect(own.rows[0]?.[own.columns.indexOf('closes_early_at')]).toBe(readAt)
  })

  test.each([
    ['period=2022-02', 'This period has not begun'],
    ['period=2022-01', undefined],
    ['period=2025-02-29..2025-03-01', 'No statement for this link'],
    ['period=2022-01-04..2022-01-03', 'No statement for this link'],
    ['period=', 'No statement for this link'],
    ['vaults=%25&period=2022-01', 'No statement for this link'],
    ['assets=x&period=2022-01', 'No statement for this link'],
    ['colour=red&period=2022-01', undefined],
  ])('%s: %s', (query, title) => {
    const view = statementsView.parse(query)
    const refusal = refusalOf(view, askedBy(view.params, '2022-01-14'), simulated.today)
    expect(refusal?.title).toBe(title)
    if (title === 'No statement for this link') expect(refusal?.text).toContain(query.split('=')[0])
  })
})

describe('what a statement claims', () => {
  test('days of the service’s own are not called UTC, and transactions without a date are counted', () => {
    const texts = (over: Partial<Ledger>) => basisTexts(ledgerOf(over)).join(' ')
    expect(texts({})).toMatch(/^By date recorded, in UTC: .* may be the day of completion/)
    expect(texts({ whose: 'service' })).toMatch(/^By the service’s own days: .* recording or of completion/)
    expect(texts({ whose: 'service' })).not.toContain('UTC')
    const keeper = createDayBook()
    for (const { transaction } of simulated.transactions)
      keeper.enter({ ...transaction, status: 'pending' }, null)
    const { holdings: _, ...book } = keeper.book()
    expect(texts({ book })).toContain('3 transactions have no date')
    expect(texts({})).not.toContain('no date')
  })

  test('sums, and not days', () => {
    expect(proofText(5, ledgerOf().settlement).join(' ')).toContain('That proves sums, not days.')
  })

  test('fees that no vault pays are not called none', () => {
    const free = (list: readonly Step[], fees: 'nobody' | 'sender') => {
      const { settlement } = ledgerOf({}, simulate(list, fees))
      return proofText(1, settlement).slice(1)
    }
    expect(free(steps, 'nobody')).toEqual(['No vault pays the fees.'])
    expect(
      free(
        steps.map((step) => ({ ...step, fee: 0 })),
        'sender',
      ),
    ).toEqual(['There were no fees.'])
    // Of a deposit the sender is somebody else.
    expect(free([{ ...deposit, fee: 5 }], 'sender')).toEqual(['No vault pays the fees.'])
  })
})

test('vaults of one name are told apart by their ids', () => {
  const vaults = simulated.vaults.map((vault) => ({ ...vault, vault_name: 'Operations' }))
  const titles = ({ settlement }: Ledger) => settlement.holdings.map(holdingTitle)
  expect(titles(ledgerOf({}, { ...simulated, vaults }))).toContain('USDC_ETH on Ethereum in Operations (v2)')
  expect(titles(ledgerOf())).toContain('USDC_ETH on Ethereum in Vault v2')
  expect(balancesOf(vaults, readAt).vaults.map(({ label }) => label)).toEqual([
    'Operations (v1)',
    'Operations (v2)',
    'Operations (v3)',
  ])
})

test('the ledger of a holding is a file, with the id and the hash of each transaction', async () => {
  const ledger = ledgerOf()
  const [holding] = ledger.settlement.holdings
  if (!holding) throw new Error('v1 holds ETH.')
  const scope = scopeOf(open, true)
  const booked = createTransactionTable()
  for (const { transaction, day } of simulated.transactions)
    booked.add({ ...transaction, txn_hash: `0x${transaction.transaction_id}` }, day)
  const listed = (most?: number) =>
    movementsOf({ ...ledger, table: booked.table(), holding, period: scope.period }, most)
  const report = ledgerReportOf(ledger, holding, open, scope, listed(), link)
  const { file, facts } = await reportFile(report, 'csv', unsigned)
  expect(facts).toMatchObject({
    list: 'holding-ledger',
    completeness: 'complete',
    proof: { proved: 1, of: 1 },
    asked: { parameters: { period: '2022-01', vaults: 'v1', assets: 'ETH@ETH' } },
  })
  expect((await file.text()).split('\r\n').map((line) => line.split(',').slice(0, 11).join())).toEqual([
    'line,recorded_on,transaction_id,txn_hash,transaction_type,asset_id,network_id,amount_in,amount_out,fee,balance',
    'opening,2022-01-01,,,,ETH,ETH,,,,0',
    'movement,2022-01-08,t0,0xt0,deposit,ETH,ETH,9,,,9',
    'movement,2022-01-11,t1,0xt1,rebalance,ETH,ETH,,4,0.007,4.993',
    'closing,2022-01-16,,,,ETH,ETH,,,,4.993',
    '',
  ])
  const cut = ledgerReportOf(ledger, holding, open, scope, listed(1), link)
  expect((await reportFile(cut, 'csv', unsigned)).facts).toMatchObject({
    completeness: 'partial',
    reasons: ['Only the first 1 of 2 movements are in the file.'],
  })
})

test('one of what was not read whole is partial, and nothing in it is proved', async () => {
  const ledger = ledgerOf({ doubts: ['The list moved.'] })
  const report = reportOf(ledger, asked, scopeOf(asked, false), '/statements')
  const { facts } = await reportFile(report, 'csv', unsigned)
  expect(facts).toMatchObject({
    completeness: 'partial',
    reasons: ['0 of 15 holdings proved.', 'The list moved.'],
  })
  expect(new Set(report.rows.map((cells) => cells[report.columns.indexOf('proof')]))).toEqual(
    new Set(['not proved']),
  )
})

describe('what a link asks for', () => {
  test('the last whole month, where it names no period', () => {
    expect(askedBy({}, '2026-03-01').period).toMatchObject({ first: '2026-02-01', last: '2026-02-28' })
    expect(askedBy({}, '2026-01-31').period).toMatchObject({ first: '2025-12-01', last: '2025-12-31' })
  })

  test.each([
    [{}, ['v1', 'v2', 'v3']],
    [{ vaults: 'cold' }, ['v1', 'v2']],
    [{ vaults: 'warm' }, ['v3']],
    [{ vaults: 'v2' }, ['v2']],
    [{ vaults: 'v2,v3' }, ['v2', 'v3']],
    [{ vaults: 'v1', assets: 'BTC@BTC' }, ['v1']],
    [{ assets: 'BTC@ETH' }, []],
  ])('%j', (params, vaults) => {
    const { includes } = scopeOf(askedBy(params, '2022-01-16'), true)
    const found = ledgerOf().settlement.holdings.filter(({ key, vault }) => includes(key, vault))
    expect([...new Set(found.map(({ key }) => key.vault_id))].sort()).toEqual(vaults)
  })
})

test('a figure leads to the transactions that it is made of, and to none where these cannot be asked for', () => {
  const [sender, , within, , nobody] = feeRules
  if (!within || !nobody) throw new Error('There are five rules.')
  const key = { vault_id: 'v1', asset_id: 'USDC_ETH', network_id: 'ETH' }
  const period = { first: 19_000, last: 19_001 }
  const dates = 'network_id=ETH&start_date=2022-01-08&end_date=2022-01-09'
  const hrefOf = (
    ...[kind, of, rule]: [Parameters<typeof figureHref>[0], typeof key | object, typeof sender]
  ) => figureHref(kind, { ...key, ...of }, { rule, period })?.replace('/transactions?', '')
  const parts = (href: string | undefined) => href?.split('&').sort().join('&')
  const sorted = (text: string) => text.split('&').sort().join('&')
  expect(parts(hrefOf('to_own', {}, sender))).toBe(
    sorted(`source_id=v1&asset_id=USDC_ETH&transaction_type=rebalance&status=completed&${dates}`),
  )
  expect(parts(hrefOf('deposits', { vault_id: undefined }, sender))).toBe(
    sorted(`asset_id=USDC_ETH&transaction_type=deposit&status=completed&${dates}`),
  )
  expect(parts(hrefOf('fees', {}, sender))).toBe(sorted(`source_id=v1&status=completed&${dates}`))
  expect(parts(hrefOf('fees', {}, within))).toBe(
    sorted(`destination_id=v1&asset_id=USDC_ETH&status=completed&${dates}`),
  )
  expect(hrefOf('fees', {}, nobody)).toBeUndefined()
  expect(hrefOf('deposits', { vault_id: null }, sender)).toBeUndefined()
  expect(hrefOf('deposits', { network_id: null }, sender)).toBeUndefined()
})

test('findings name what is not explained, vaults that are not listed, and transactions that count as nothing', () => {
  const { transactions, vaults } = simulated
  const keeper = createDayBook()
  for (const [index, { transaction, day }] of transactions.entries())
    keeper.enter(index === 0 ? { ...transaction, amount: 'NaN' } : transaction, day)
  const book = keeper.book()
  const { holdings } = settle(book, balancesOf(vaults.slice(0, 2), readAt))
  const found = findingsOf(holdings, book.faults, scopeOf(asked, true)).map(
    (finding) => `${finding.transaction_id ?? finding.holding?.key.vault_id}: ${findingText(finding)}`,
  )
  expect(found).toEqual([
    'v1: 9 is not explained by transactions.',
    'v3: -3.491 is not explained by transactions.',
    'v3: The service lists no such vault, but its transactions name it.',
    't0: Its amount is “NaN”, which is no decimal, so it counts as nothing.',
  ])
})
