import { describe, expect, test } from 'vitest'
import { add, readDecimal, zero } from '../../contract/decimal.ts'
import { exportFormats, writeFacts } from '../export/facts.ts'
import { checksOf } from '../export/testing/checked.ts'
import { reportFile } from '../export/write/report-file.ts'
import { unsigned } from '../export/write/seal.ts'
import { balancesOf } from './balances.ts'
import { createBook } from './book.ts'
import { feeRules, movementKinds } from './effects.ts'
import { figureHref } from './figures.ts'
import { findingsOf } from './findings.ts'
import { dateText, isKnownAt } from './read-ledger.ts'
import { reportOf } from './report.ts'
import { askedBy, isOfWholeMonths, onlyVault, scopeOf } from './scope.ts'
import { settle } from './settle.ts'
import { type Step, simulate } from './testing/ledger.ts'
import type { OwnedLedger } from './use-ledger.ts'
import { findingText } from './words.ts'

const steps: readonly Step[] = [
  {
    type: 'deposit',
    status: 'completed',
    vault: 0,
    other: 0,
    network: 'ETH',
    asset: 0,
    amount: 9000,
    fee: 0,
    later: 0,
  },
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

function ledgerOf(over: Partial<OwnedLedger> = {}): OwnedLedger {
  const { transactions, vaults, today } = simulate(steps, 'sender')
  const keeper = createBook()
  for (const { transaction, day } of transactions) keeper.enter(transaction, day)
  const balances = balancesOf(vaults)
  const { holdings, ...book } = keeper.book()
  return {
    vault_id: null,
    settlement: settle({ holdings, ...book }, balances, balances),
    book,
    balances,
    noDates: null,
    unit: 'day',
    dayOf: () => null,
    dateForm: 'instant',
    doubts: [],
    today,
    begun: '2022-01-16T03:04:05.000Z',
    ended: '2022-01-16T03:04:06.000Z',
    pages: 3,
    dateRequests: 20,
    service: 'http://service',
    account: null,
    ...over,
  }
}

const asked = askedBy({ period: '2022-01' }, '2022-01-16')

test.each(exportFormats)(
  'a statement as %s is verified by its facts, and every line adds up',
  async (format) => {
    const ledger = ledgerOf()
    const report = reportOf(ledger, asked, scopeOf(asked, true), '/statements?period=2022-01')
    const { file, facts } = await reportFile(report, format, unsigned)
    expect(facts).toMatchObject({
      list: 'statement',
      completeness: 'complete',
      asked: { parameters: { period: '2022-01' }, endpoint: '/vaults, /transactions' },
      remarks: [expect.stringMatching(/^Chain check passed for 2 holdings: .* is today’s balance\.$/)],
    })
    const checks = await checksOf({ file, name: facts.file.name, factsFile: new Blob([writeFacts(facts)]) })
    expect(checks.filter(({ verdict }) => verdict === 'fail')).toEqual([])
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

test('of a ledger by months a transaction in flight has its month, and no day that nobody asked for', () => {
  const ledger = ledgerOf({ unit: 'month' })
  expect([dateText(ledger, ledger.today), dateText(ledgerOf(), ledger.today)]).toEqual([
    '2022-01',
    '2022-01-14',
  ])
  const known = [ledger.today - 1, ledger.today, ledger.today + 3, ledger.today - 14]
  expect(known.map((day) => isKnownAt(ledger, day))).toEqual([false, true, true, true])
  const asked = (period: string) => isOfWholeMonths(askedBy({ period }, '2022-03-05'), '2022-03-05')
  expect(
    ['2022-02', '2022-Q1', '2021', '2022-01-01..2022-02-28', '2022-01-02..2022-02-28'].map(asked),
  ).toEqual([true, true, true, true, false])
})

test('one of what was not read whole is partial, and nothing in it is proved', async () => {
  const ledger = ledgerOf({ doubts: ['The list moved.'] })
  const report = reportOf(ledger, asked, scopeOf(asked, false), '/statements')
  const { facts } = await reportFile(report, 'csv', unsigned)
  expect(facts).toMatchObject({ completeness: 'partial', reasons: ['The list moved.'] })
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
    [{}, null, ['v1', 'v2', 'v3']],
    [{ vaults: 'cold' }, null, ['v1', 'v2']],
    [{ vaults: 'warm' }, null, ['v3']],
    [{ vaults: 'v2' }, 'v2', ['v2']],
    [{ vaults: 'v2,v3' }, null, ['v2', 'v3']],
    [{ vaults: 'v1', assets: 'BTC@BTC' }, 'v1', ['v1']],
    [{ assets: 'BTC@ETH' }, null, []],
  ])('%j', (params, only, vaults) => {
    const link = askedBy(params, '2022-01-16')
    const { includes } = scopeOf(link, true)
    const found = ledgerOf().settlement.holdings.filter(({ key, vault }) => includes(key, vault))
    expect(onlyVault(link)).toBe(only)
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
  const { transactions, vaults } = simulate(steps, 'sender')
  const keeper = createBook()
  for (const [index, { transaction, day }] of transactions.entries())
    keeper.enter(index === 0 ? { ...transaction, amount: 'NaN' } : transaction, day)
  const balances = balancesOf(vaults.slice(0, 2))
  const { holdings, ...book } = keeper.book()
  const settlement = settle({ holdings, ...book }, balances, balances)
  const found = findingsOf({ settlement, book }, scopeOf(asked, true)).map(
    (finding) => `${finding.transaction_id ?? finding.key?.vault_id}: ${findingText(finding)}`,
  )
  expect(found).toEqual([
    'v1: 9 is not explained by transactions.',
    'v3: -3.491 is not explained by transactions.',
    'v3: The service lists no such vault, but its transactions name it.',
    't0: Its amount is “NaN”, which is no decimal, so it counts as nothing.',
  ])
})
