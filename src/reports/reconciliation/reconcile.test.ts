import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDecimal, zero } from '../../contract/decimal.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { createMovementLedger, holdingName } from '../../ledger/movement-ledger.ts'
import { proveBalances } from '../../ledger/prove-balances.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import { compareTransactions, type HoldingLists } from './figure-pairs.ts'
import {
  headlineOf,
  type ReconciledRecords,
  type Reconciliation,
  reconcile,
  type VerdictCounts,
} from './reconcile.ts'
import { reconciliationReport } from './reconciliation-report.ts'
import { heldLists, type Lists } from './testing/held-lists.ts'

interface Made {
  /** Oldest first. */
  readonly readings?: readonly HoldingLists[]
  readonly transactions?: readonly Transaction[]
  readonly doubts?: readonly string[]
  readonly changes?: Parameters<typeof proveBalances>[2]
}

function recordsOf({ readings = [], transactions = [], doubts = [], changes }: Made): ReconciledRecords {
  const [latest = heldLists({}), earlier = latest] = readings.toReversed()
  const keeper = createMovementLedger()
  for (const transaction of transactions) keeper.enter(transaction, null)
  const balanceProof = proveBalances(keeper.book(), balancesOf(latest.vaults), changes)
  return { latest, earlier, balanceProof, doubts }
}

function reportOf(records: ReconciledRecords) {
  const basis = {
    ...{ service: 'http://service.test', account: null, endpoints: [], as_of: '', read_whole: null },
    ...{ read: { records: 0 }, doubts: records.doubts },
  }
  return reconciliationReport(records, basis)
}

/** What is held in one cold vault, of which the balances say something. */
function holding(inVault: string, inBalances: string): Lists {
  const line = [`BTC ${inBalances}`]
  return { all: line, cold: line, vaults: { 'cold A': [`BTC ${inVault}`] } }
}

function reconciled(...readings: readonly Lists[]): Reconciliation {
  const { pairs, ...others } = reconcile(recordsOf({ readings: readings.map(heldLists) }))
  return {
    ...others,
    pairs: pairs.filter(({ check }) => check !== 'transactions-and-holding'),
    proofs: none,
  }
}

function verdicts(...readings: readonly Lists[]): string[] {
  return [...new Set(reconciled(...readings).pairs.map(({ verdict }) => verdict))]
}

const none: VerdictCounts = {
  ...{ agrees: 0, differs: 0, 'one-sided': 0, unreadable: 0, changed: 0, parts: 0, all: 0 },
}

describe('what is held', () => {
  test('by vaults of which the service does not say it is not compared with balances', () => {
    const { vaults, ...lists } = heldLists(holding('1', '1'))
    const silent = vaults.map((vault) => ({ ...vault, assets: [], lacksAssets: true as const }))
    const { pairs } = reconcile(recordsOf({ readings: [{ ...lists, vaults: silent }] }))
    const ofVaults = pairs.filter(({ check }) => check === 'vaults-and-balance')
    expect(new Set(ofVaults.map(({ verdict }) => verdict))).toEqual(new Set(['unreadable']))
  })

  test('the same figures twice differ, and come first', () => {
    const { pairs, assets } = reconciled(holding('2', '1'), holding('2.0', '1.000'))
    expect(assets).toEqual({ ...none, all: 1, differs: 1 })
    expect(pairs[0]).toMatchObject({
      ...{ verdict: 'differs', difference: '1', left: { value: '2' }, right: { value: '1' } },
      before: { difference: '1' },
    })
    const order = pairs.map(({ verdict }) => verdict)
    expect(order.lastIndexOf('differs')).toBeLessThan(order.indexOf('agrees'))
  })

  test.each<readonly [string, Lists, Lists]>([
    ['agrees the second time', holding('2', '1'), holding('2', '2')],
    ['differs the second time alone', holding('2', '2'), holding('2', '1')],
    ['differs by other figures the second time', holding('2', '1'), holding('3', '1')],
    ['differs by as much with other figures', holding('2', '1'), holding('3', '2')],
    ['is gone the second time', holding('2', '1'), {}],
    ['is known to the other side the second time', { vaults: { 'cold A': ['BTC 1'] } }, holding('1', '1')],
    ['can be read the second time', holding('1', '-'), holding('1', '1')],
  ])('what %s has changed while being read', (_, first, second) => {
    const result = reconciled(first, second)
    expect(result.assets).toEqual({ ...none, all: 1, changed: 1 })
    expect(result.pairs[0]?.verdict).toBe('changed')
    expect(headlineOf(result).tone).toBe('warning')
  })

  test('what moved between the readings and agrees in both, agrees', () => {
    const moved = (amount: string): Lists => ({ ...holding(amount, amount), warm: ['ETH 1'] })
    expect(reconciled(moved('1'), moved('2')).assets).toEqual({ ...none, all: 2, agrees: 1, 'one-sided': 1 })
  })

  test.each<readonly [string, Lists, string]>([
    ['one side only', { all: ['BTC 1'] }, 'one-sided'],
    ['no decimal', holding('1', '1e3'), 'unreadable'],
  ])('%s twice is said so', (_, lists, verdict) => {
    expect(verdicts(lists, lists)).toContain(verdict)
  })

  test('“all agree” stands above nothing that does not: a total that is not its parts is counted', () => {
    const lists: Lists = { all: ['BTC 1 2'], cold: ['BTC 1 2'], vaults: { 'cold A': ['BTC 1 2'] } }
    const result = reconciled(lists, lists)
    expect(result.assets).toEqual({ ...none, all: 1, parts: 1 })
    expect(headlineOf(result)).toEqual({
      text: '0 of 1 asset agree, 1 has a total that is not the sum of its parts. No vault holds anything to compare with transactions.',
      // No specification promises it.
      tone: 'warning',
    })
  })

  test('a vault that gets company is the same vault', () => {
    const first: Lists = { all: ['BTC 1 2'], cold: ['BTC 1 2'], vaults: { 'cold A': ['BTC 1 2'] } }
    expect(verdicts(first, { ...first, vaults: { ...first.vaults, 'warm B': [] } })).toEqual([
      'differs',
      'agrees',
    ])
  })

  test('counts add up, and nothing that was read is lost', () => {
    const lines = fc.array(
      fc
        .tuple(fc.constantFrom('BTC', 'ETH', 'SOL'), fc.constantFrom('0', '1', '2', '-1', '-', 'x'))
        .map((parts) => parts.join(' ')),
      { maxLength: 4 },
    )
    const lists = fc.record({
      ...{ all: lines, cold: lines, warm: lines },
      vaults: fc.record({ 'cold A': lines, 'warm B': lines }),
    })
    fc.assert(
      fc.property(lists, lists, (first, second) => {
        const { assets, pairs } = reconciled(first, second)
        const { all, ...others } = assets
        expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(all)
        expect(new Set(pairs.map(({ asset_id }) => asset_id)).size).toBe(all)
        // Whatever is called a difference was the same in both readings.
        for (const { verdict, before } of pairs)
          if (verdict !== 'agrees' && verdict !== 'changed') expect(before?.verdict).toBe(verdict)
      }),
    )
  })
})

test('an account without anything to compare is not called good', () => {
  expect(reportOf(recordsOf({})).headline.tone).toBe('neutral')
  expect(reportOf(recordsOf({ doubts: ['It was cut off.'] })).headline.tone).toBe('warning')
})

test.each<readonly [Partial<VerdictCounts>, number, string]>([
  [{}, 0, 'There is nothing to compare: the service lists neither balances nor holdings'],
  [{ all: 24, agrees: 24 }, 0, 'All 24 assets agree'],
  [{ all: 1, agrees: 1 }, 0, '1 of 1 asset agrees'],
  [{ all: 24, agrees: 23, differs: 1 }, 0, '23 of 24 assets agree, 1 differs'],
  [{ all: 2, agrees: 1, 'one-sided': 1 }, 0, '1 of 2 assets agrees, 1 is on one side only'],
  [
    { all: 9, differs: 2, 'one-sided': 2, unreadable: 4, changed: 1 },
    0,
    '0 of 9 assets agree, 2 differ, 2 are on one side only, 4 cannot be compared, 1 changed while being read',
  ],
  [{ all: 1, agrees: 1 }, 6, 'The records have 6 problems, although 1 of 1 asset agrees'],
])('%j with %d problems is said in one sentence', (counts, problems, sentence) => {
  const result = {
    assets: { ...none, ...counts },
    problems: Array.from({ length: problems }, () => ({ check: 'vault-type' })),
    ...{ pairs: [], records: 0, proofs: none, doubts: [] },
  }
  expect(headlineOf(result).text).toBe(`${sentence}. No vault holds anything to compare with transactions.`)
})

describe('holdings against transactions', () => {
  const deposit = (id: string, amount: string, status = 'completed') =>
    normaliseTransaction({
      transaction_id: id,
      status,
      transaction: {
        ...{ transaction_type: 'deposit', asset_id: 'BTC', network_id: 'N', amount, fee: '0' },
        source: { source_type: 'external' },
        destination: { destination_type: 'vault', destination_id: 'A' },
      },
    })
  const held = heldLists(holding('3', '3'))
  const { source, destination } = deposit('0', '0')
  const read = (balance: string) => ({
    balance: readDecimal(balance) ?? zero,
    readAt: '2026-11-01T10:00:00Z',
  })
  const key = { vault_id: 'A', asset_id: 'BTC', network_id: 'N' }
  const changed = new Map([[holdingName(key), { before: read('1.5'), after: read('3') }]])
  const moved = [deposit('1', '2'), deposit('2', '1.0'), deposit('3', '5', 'failed')]

  test.each<readonly [string, Parameters<typeof recordsOf>[0], string, string]>([
    [
      'agree where they add up',
      { transactions: moved },
      '1 of 1 asset agrees. 1 of 1 holding agrees with transactions.',
      'good',
    ],
    [
      'differ where something is missing, which is said first',
      { transactions: moved.slice(1) },
      '0 of 1 holding agree with transactions, 1 differs. 1 of 1 asset agrees.',
      'bad',
    ],
    [
      'prove nothing where the balance changed while it was read',
      { transactions: moved.slice(1), changes: changed },
      '0 of 1 holding agree with transactions, 1 changed while being read. 1 of 1 asset agrees.',
      'warning',
    ],
    [
      'prove nothing either where transactions add up to what it changed to',
      { transactions: moved, changes: changed },
      '0 of 1 holding agree with transactions, 1 changed while being read. 1 of 1 asset agrees.',
      'warning',
    ],
    [
      'never simply agree where transactions may be missing',
      { transactions: moved, doubts: ['It was cut off.'] },
      'Transactions may be missing: 1 of 1 holding agrees with transactions. 1 of 1 asset agrees.',
      'warning',
    ],
  ])('%s', (_, made, text, tone) => {
    const { headline } = reportOf(recordsOf({ readings: [held, held], ...made }))
    expect(headline).toEqual({ text, tone })
  })

  test.each<readonly [string, Partial<Transaction>]>([
    ['amount', { amount: '2,000.5' }],
    ['status', { status: 'COMPLETED' }],
    ['type', { transaction_type: 'Deposit' }],
    ['party', { destination: { ...destination, destination_type: 'VAULT' } }],
  ])('cannot be compared where the %s of one cannot be read, and say why', (_, fault) => {
    const transactions = [{ ...deposit('1', '2'), ...fault }, deposit('2', '1.0')]
    const { headline, tables } = reportOf(recordsOf({ readings: [held, held], transactions }))
    expect(headline).toEqual({
      text: '0 of 1 holding agree with transactions, 1 cannot be compared. 1 of 1 asset agrees.',
      tone: 'warning',
    })
    expect(tables.find(({ name }) => name === 'differences')?.rows).toMatchObject([
      {
        cells: { verdict: 'Cannot be compared', difference: null },
        remark:
          '1 transaction was not counted in full: a type, status, party, amount or fee is unknown or cannot be read.',
      },
    ])
  })

  test('cannot be compared where the fee that cannot be read is one of another asset of the vault', () => {
    const withdrawal = {
      ...deposit('2', '1'),
      ...{ transaction_type: 'withdraw', asset_id: 'USDC', network_id: 'ETH', fee: null },
      ...{
        source: { ...source, source_type: 'vault', source_id: 'A' },
        destination: { ...destination, destination_type: 'external', destination_id: null },
      },
    }
    const transactions = [
      { ...deposit('1', '3'), asset_id: 'ETH', network_id: 'ETH' },
      { ...deposit('3', '1'), asset_id: 'USDC', network_id: 'ETH' },
      { ...deposit('4', '1'), asset_id: 'LINK', network_id: 'ETH' },
      withdrawal,
    ]
    const { pairs } = reconcile(recordsOf({ readings: [held, held], transactions }))
    const proofs = pairs.filter(({ check }) => check === 'transactions-and-holding')
    expect(Object.fromEntries(proofs.map(({ asset_id, verdict }) => [asset_id, verdict]))).toEqual({
      ...{ BTC: 'differs', LINK: 'differs', ETH: 'unreadable', USDC: 'agrees' },
    })
  })

  test('that lack the fees of failed transactions say so, and lead to these', () => {
    const withdrawal = (id: string, from: string, fee: string, status = 'completed') => ({
      ...deposit(id, '0.5', status),
      ...{ transaction_type: 'withdraw', fee },
      source: { ...source, source_type: 'vault', source_id: from },
      destination: { ...destination, destination_type: 'external', destination_id: null },
    })
    const intoB = { ...deposit('4', '3'), destination: { ...destination, destination_id: 'B' } }
    // The other vault shows who pays fees.
    const transactions = [
      ...[...moved, intoB, withdrawal('5', 'B', '0.5'), withdrawal('6', 'A', '0.5')],
      withdrawal('7', 'A', '0.25', 'failed'),
    ]
    const readings = [heldLists({ vaults: { 'cold A': ['BTC 1.75'], 'cold B': ['BTC 2'] } })]
    const { pairs } = reconcile(recordsOf({ readings, transactions }))
    expect(pairs.find(({ check }) => check === 'transactions-and-holding')).toMatchObject({
      ...{ verdict: 'differs', difference: '0.25' },
      why: 'The balance is 0.25 lower than transactions explain: exactly the fee of a failed transaction.',
      href: '/transactions?network_id=N&status=failed&vault_id=A&fee_over=0',
    })
  })

  test('are in the order of assets, networks and vaults, in whichever their transactions were', () => {
    const into = (vault: string, asset_id: string, network_id: string) => ({
      ...deposit(`${vault} ${asset_id} ${network_id}`, '1'),
      ...{ asset_id, network_id, destination: { ...destination, destination_id: vault } },
    })
    const transactions = [
      into('B', 'BTC', 'N'),
      into('A', 'BTC', 'N'),
      into('C', 'BTC', 'M'),
      into('D', 'ADA', 'N'),
    ]
    for (const entered of [transactions, transactions.toReversed()])
      expect(
        compareTransactions(recordsOf({ transactions: entered }).balanceProof).map(({ right }) => right.name),
      ).toEqual(['Vault D', 'Vault C', 'Vault A', 'Vault B'])
  })

  test('show both sums and the difference, and lead to the transactions that do not explain it', () => {
    const { tables } = reportOf(recordsOf({ readings: [held, held], transactions: moved.slice(1) }))
    const [row] = tables.find(({ name }) => name === 'differences')?.rows ?? []
    expect(row).toMatchObject({
      cells: {
        ...{ left: '1', right: '3', difference: '-2', verdict: 'Differs' },
        what: 'Transactions of A against its holding.',
      },
      href: '/transactions?asset_id=BTC&network_id=N&status=completed&vault_id=A',
    })
  })
})

describe('the report', () => {
  const lists: Lists = {
    all: ['BTC 1', 'ETH 100'],
    cold: ['BTC 2', 'ETH 101'],
    vaults: { 'cold A': ['BTC 1', 'ETH 100'] },
  }
  const report = () => reportOf(recordsOf({ readings: [heldLists(lists)] }))
  const cellsOf = (table: string, name: string) =>
    report()
      .tables.find((each) => each.name === table)
      ?.rows.map(({ cells }) => cells[name])

  test('has a line for each check, failures first', () => {
    expect(cellsOf('checks', 'name')).toEqual([
      'Cold and warm against all',
      'Vaults against balances',
      'Holdings against transactions',
      'Totals against their parts (informational)',
      'Record checks',
    ])
    expect(cellsOf('checks', 'compared')).toEqual(['10', '20', '2', '6', '6'])
    expect(cellsOf('checks', 'verdict')).toEqual([
      '4 differ',
      '4 differ',
      '2 differ',
      'All agree',
      'No problems found',
    ])
  })

  test('has every comparison once: differences by themselves, the others where their check is opened', () => {
    const checks = report().tables.find(({ name }) => name === 'checks')?.rows ?? []
    const agreeing = checks.map(({ parts = [] }) => parts.length)
    expect(agreeing).toEqual([6, 16, 0, 6, 0])
    const causes = report().tables.find(({ name }) => name === 'differences')?.rows ?? []
    expect(causes.flatMap((row) => row.parts ?? [row])).toHaveLength(10)
  })

  test('tells one cause once, with the worst of its severities, and what says most first', () => {
    const causes = report().tables.find(({ name }) => name === 'differences')?.rows ?? []
    expect(
      causes.map(({ cells, tone, parts }) => [cells.line, cells.difference, tone, parts?.length]),
    ).toEqual([
      ['BTC on N', '-1', 'bad', 5],
      ['ETH on N', '1', 'bad', 4],
      ['ETH on N', '-100', 'bad', undefined],
    ])
    expect(causes[0]?.cells.what).toBe(
      '5 comparisons with the same difference: holdings against transactions, cold and warm against all, vaults against balances.',
    )
  })

  test('says of no difference that it is the same, where figures cannot be compared', () => {
    const unread = { ...holding('1', '-'), vaults: { 'cold A': ['BTC x'] } }
    const { tables } = reportOf(recordsOf({ readings: [heldLists(unread)] }))
    expect(tables.find(({ name }) => name === 'differences')?.rows[0]?.cells.what).toMatch(
      /^\d+ comparisons: holdings against transactions, /,
    )
  })
})
