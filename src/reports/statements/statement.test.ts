import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayText } from '../../contract/day.ts'
import { add, type Decimal, readDecimal, writeDecimal } from '../../contract/decimal.ts'
import type { Valuation } from '../../contract/prices.ts'
import { movementKinds } from '../../ledger/effects.ts'
import { netOf } from '../../ledger/movement-ledger.ts'
import {
  allFees,
  type Simulated,
  type Step,
  settled,
  simulate,
  steps,
  telling,
  thousandthsText,
} from '../../ledger/testing/simulated-ledger.ts'
import { cases } from '../../testing/cases.ts'
import { readStatementQuery, type StatementQuery } from '../../url/statements.ts'
import { type SimulatedOtherwise, simulatedBasis, simulatedScope } from '../testing/simulated-statements.ts'
import { balanceAt, type Line, linesOf, whyUnproved } from './holding-lines.ts'
import { holdingTitle } from './ledger.ts'
import { parseStatement } from './scope.ts'
import { statementOf } from './statement.ts'
import { basisTexts, feeTexts } from './texts.ts'

function statement(
  ledger: Simulated,
  query: StatementQuery,
  { valuation = null, ...over }: SimulatedOtherwise & { readonly valuation?: Valuation | null } = {},
) {
  const scope = simulatedScope(ledger, query, over)
  const basis = simulatedBasis(ledger, over)
  return statementOf(scope, linesOf(scope), { basis, valuation, open: [], failed: [] })
}

const written = (amount: Decimal | null) => amount && writeDecimal(amount)
const plain = (thousandths: bigint) => written(readDecimal(thousandthsText(thousandths)))
const fees = fc.constantFrom(...allFees)
const ofDays = (first: number, last: number, over: Partial<StatementQuery> = {}): StatementQuery => ({
  ...{ vaults: null, assets: null, zone: null },
  period: { kind: 'days', first: dayText(first), last: dayText(last) },
  ...over,
})

function sumOf({ opening, movements }: Line): Decimal | null {
  return opening && movementKinds.reduce((sum, kind) => add(sum, movements[kind].sum), opening)
}

describe('whatever the ledger and the rule for fees', () => {
  test('the balance at the end of every day is what a simulation had', () => {
    fc.assert(
      fc.property(steps, fees, (list, rule) => {
        const ledger = simulate([...telling, ...list], rule)
        for (const holding of settled(ledger).holdings) {
          const { vault_id, asset_id } = holding.key
          expect(whyUnproved(holding, true)).toEqual([])
          for (let day = ledger.firstDay - 1; day <= ledger.today; day++)
            expect(written(balanceAt(holding, day))).toBe(
              plain(ledger.balanceAt(day, vault_id ?? '', asset_id ?? '')),
            )
        }
      }),
      { numRuns: cases(100) },
    )
  })

  test.each(allFees)('%s is found and named, with the asset of a network that is in no list', (rule) => {
    const balanceProof = settled(simulate(telling, rule))
    const { rule: found, networks, holdings } = balanceProof
    expect(found.id).toBe(rule)
    const said = {
      sender: /paid by the sender, in the network’s own asset/,
      'sender-same-asset': /on top of the amount, in the same asset/,
      'within-amount': /part of the amount/,
      receiver: /paid by the receiver, in the network’s own asset/,
      nobody: /No vault pays/,
    }
    expect(feeTexts(balanceProof).join(' ')).toMatch(said[rule])
    expect(holdings.flatMap((holding) => whyUnproved(holding, true))).toEqual([])
    if (rule === 'sender' || rule === 'receiver')
      expect(networks.map(({ asset_id, isFound }) => [asset_id, isFound]).sort()).toEqual([
        ['ETH', false],
        ['QQ', true],
      ])
  })

  test('lines add up from the first movement to the last, periods join, and movements between the vaults of a statement cancel each other', () => {
    fc.assert(
      fc.property(steps, fees, fc.nat(60), fc.nat(60), (list, rule, from, length) => {
        const ledger = simulate([...telling, ...list], rule)
        const first = ledger.firstDay + from
        const last = first + length
        const lines = linesOf(simulatedScope(ledger, ofDays(first, last)))
        const next = linesOf(simulatedScope(ledger, ofDays(last + 1, last + 30))).flatMap(
          (asset) => asset.lines,
        )
        for (const { total, lines: own } of lines) {
          for (const line of [...own, total]) expect(written(sumOf(line))).toBe(written(line.closing))
          expect(total.movements.from_own.count + total.movements.to_own.count).toBe(0)
          for (const { holding, opening, closing } of own) {
            const before = holding.days.filter(({ day }) => day !== null && day < first)
            expect(written(opening)).toBe(written(netOf(before.flatMap(({ entries }) => entries))))
            const after = next.find((line) => line.holding === holding)
            if (after) expect(written(after.opening)).toBe(written(closing))
          }
        }
      }),
      { numRuns: cases(150) },
    )
  })
})

test('movements to vaults outside of a statement stay in its total', () => {
  const ledger = simulate(telling, 'sender')
  const query = ofDays(ledger.firstDay, ledger.today, { vaults: { ids: ['v1'] } })
  const token = linesOf(simulatedScope(ledger, query)).find(({ key }) => key.asset_id === 'USDC_ETH')
  expect(written(token?.total.movements.to_own.sum ?? null)).toBe('-1.002')
})

const step: Step = {
  ...({ type: 'deposit', status: 'completed', network: 'ETH' } as const),
  ...{ vault: 0, other: 0, asset: 0, amount: 9000, fee: 0, later: 0 },
}
const simulated = simulate(
  [
    step,
    { ...step, type: 'rebalance', other: 2, amount: 4000, fee: 7, later: 3 },
    { ...step, type: 'withdraw', vault: 2, amount: 500, fee: 9, later: 3 },
  ],
  'sender',
)
const over = readStatementQuery({ period: '2022-01-01..2022-01-13' }, '2022-01-14')
/** The last of its days has not come: the records are of 2022-01-14. */
const open = readStatementQuery({ period: '2022-01' }, '2022-01-14')
const readAt = '2022-01-14T03:04:06.000Z'

test('an asset opens to its vaults, a vault to its kinds of movement, and each row adds up', () => {
  const [table] = statement(simulated, open).tables
  const figures = ['opening', 'in', 'out', 'rewards', 'fees', 'closing']
  const shown = (rows: NonNullable<typeof table>['rows'] = [], depth = 0): readonly string[] =>
    rows.flatMap(({ cells, parts }) => [
      [depth, cells.line, ...figures.map((name) => cells[name] ?? '')].join(' | '),
      ...shown(parts, depth + 1),
    ])
  expect(shown(table?.rows)).toEqual([
    '0 | ETH | 0 | 9 | -0.5 | 0 | -0.016 | 8.484',
    '1 | Vault v1 | 0 | 9 | -4 | 0 | -0.007 | 4.993',
    '2 | 1 deposit |  | 9 |  |  |  | ',
    '2 | 1 transfer out |  |  | -4 |  |  | ',
    '2 | 1 fee |  |  |  |  | -0.007 | ',
    '1 | Vault v3 | 0 | 4 | -0.5 | 0 | -0.009 | 3.491',
    '2 | 1 transfer in |  | 4 |  |  |  | ',
    '2 | 1 withdrawal |  |  | -0.5 |  |  | ',
    '2 | 1 fee |  |  |  |  | -0.009 | ',
  ])
  // A number leads to its list, where a service can be asked for it.
  const vaults = table?.rows[0]?.parts ?? []
  const eth = 'asset_id=ETH&network_id=ETH'
  const month = 'start_date=2022-01-01&end_date=2022-01-31'
  expect(vaults[0]?.href).toBe('/statements?period=2022-01&holding=v1%2FETH%40ETH')
  expect(vaults.flatMap(({ parts = [] }) => parts.map(({ href }) => href))).toEqual([
    `/transactions?${eth}&transaction_type=deposit&destination_id=v1&status=completed&${month}`,
    `/transactions?source_id=v1&${eth}&transaction_type=rebalance&status=completed&${month}`,
    '/statements?period=2022-01&holding=v1%2FETH%40ETH&movement=fees',
    `/transactions?${eth}&transaction_type=rebalance&destination_id=v3&status=completed&${month}`,
    `/transactions?source_id=v3&${eth}&transaction_type=withdraw&status=completed&${month}`,
    '/statements?period=2022-01&holding=v3%2FETH%40ETH&movement=fees',
  ])
})

test('transactions that are not counted are those of the account, and a narrower statement says so', () => {
  const broken = simulated.transactions.map((each) => ({
    ...each,
    transaction: { ...each.transaction, amount: 'NaN' },
  }))
  const remarks = (over: Partial<StatementQuery>) =>
    statement({ ...simulated, transactions: broken }, { ...open, ...over }).tables.find(
      ({ name }) => name === 'not-counted',
    )?.remarks
  expect(remarks({})).toEqual([])
  expect(remarks({ vaults: { type: 'cold' } })).toEqual([
    'These are of the whole account: some may concern other vaults and assets.',
  ])
})

test('fees are in the row of the asset in which they were paid, whatever moved', () => {
  const token = { ...step, asset: 1 }
  const moved = simulate(
    [step, token, { ...token, type: 'withdraw', amount: 100, fee: 7, later: 1 }],
    'sender',
  )
  const [table] = statement(moved, open).tables
  expect(table?.rows.map(({ cells }) => [cells.line, cells.fees])).toEqual([
    ['ETH', '-0.007'],
    ['USDC_ETH', '0'],
  ])
})

test('what is not proved is said first, marked where it is, and counted', () => {
  // Without the first deposit nothing adds up, and v3 is not listed.
  const without = {
    transactions: simulated.transactions.slice(1),
    vaults: simulated.vaults.slice(0, 2),
  }
  const report = statement(without, over)
  expect(report.headline).toEqual({ text: '0 of 2 holdings proved', tone: 'warning' })
  expect(
    report.tables[0]?.rows.map(({ remark, parts }) => [remark, parts?.map((part) => part.remark)]),
  ).toEqual([
    [
      '2 of 2 vaults not proved.',
      [
        '9 is not explained by transactions.',
        '-3.491 is not explained by transactions. The service lists no such vault, but its transactions name it.',
      ],
    ],
  ])
  expect(report.basis.proof).toEqual({ proved: 0, of: 2 })
})

test('of what was not read whole nothing is proved', () => {
  const report = statement(simulated, over, { doubts: ['The list moved.'] })
  expect([report.headline, report.basis.proof]).toEqual([
    { text: '0 of 15 holdings proved', tone: 'warning' },
    { proved: 0, of: 15 },
  ])
})

test('a transaction that counts as nothing is named, with why', () => {
  const [first, ...others] = simulated.transactions
  if (!first) throw new Error('There are transactions.')
  const broken = { ...first, transaction: { ...first.transaction, amount: 'NaN' } }
  const { tables } = statement({ ...simulated, transactions: [broken, ...others] }, over)
  expect(tables.find(({ name }) => name === 'not-counted')?.rows.map(({ cells }) => cells)).toEqual([
    { transaction_id: 't0', why: 'Its amount “NaN” is not a decimal number, so it is not counted.' },
  ])
})

test('a period that is not over closes with the instant at which balances were read', () => {
  const closes = (...of: Parameters<typeof statement>) =>
    statement(...of).tables[0]?.rows[0]?.cells.closes_early_at
  expect([closes(simulated, open), closes(simulated, over)]).toEqual([readAt, null])
  // Where the service's own zone is not known, its yesterday may go on.
  expect(closes(simulated, over, { whose: 'service' })).toBe(readAt)
})

test('values are those of opening and closing balances, each at the last price on or before its day', () => {
  const price = (date: string, price: string) => ({ date, asset_id: 'ETH', currency: 'EUR', price })
  const rows = [price('2021-12-20', '2'), price('2022-01-13', '3'), price('2022-02-01', '99')]
  const valued = (query: StatementQuery) => {
    const report = statement(simulated, query, {
      valuation: { source: { name: 'prices.csv', sha256: 'ab' }, rows },
    })
    const table = report.tables.find(({ name }) => name === 'values')
    const eth = table?.rows.find(({ cells }) => cells.asset_id === 'ETH')?.cells ?? {}
    const said = report.tables[0]?.remarks?.filter((remark) => /^(Value|Opening|Closing)/.test(remark)) ?? []
    return { eth, said, used: report.inputs?.prices?.rows }
  }
  const { eth, said, used } = valued({
    ...over,
    period: { kind: 'days', first: '2022-01-11', last: '2022-01-13' },
  })
  expect(eth).toMatchObject({ opening_value: '18.00', closing_value: '26.98' })
  expect(said).toEqual([
    'Value: 18.00 EUR → 26.98 EUR.',
    'Opening prices are of 2021-12-20, the last before 2022-01-10, which has none.',
    'Closing prices are of 2022-01-13.',
  ])
  expect(used).toEqual(rows.slice(0, 2))
  expect(valued(open).said[0]).toBe(
    'Value: 0.00 EUR → 25.45 EUR, with the balances read at 2022-01-14 03:04:06 UTC.',
  )
  const without = statement(simulated, over)
  expect(without.tables.map(({ name }) => name)).not.toContain('values')
})

test.each([
  ['period=2022-02', 'This period has not begun'],
  ['period=2022-01', undefined],
  ['period=2025-02-29..2025-03-01', 'No statement for this link'],
  ['period=2022-01-04..2022-01-03', 'No statement for this link'],
  ['period=', 'No statement for this link'],
  ['vaults=%25&period=2022-01', 'No statement for this link'],
  ['assets=x&period=2022-01', 'No statement for this link'],
  ['colour=red&period=2022-01', 'No statement for this link'],
  ['holding=v1/ETH@ETH&period=2022-01', 'No statement for this link'],
])('%s: %s', (link, title) => {
  const read = parseStatement(new URLSearchParams(link), Date.parse('2022-01-14T12:00:00Z'))
  const refusal = 'refusal' in read ? read.refusal : undefined
  expect(refusal?.title).toBe(title)
  if (title === 'No statement for this link') expect(refusal?.text).toContain(link.split('=')[0])
})

test.each([
  [{}, ['v1', 'v2', 'v3']],
  [{ vaults: 'cold' }, ['v1', 'v2']],
  [{ vaults: 'warm' }, ['v3']],
  [{ vaults: 'v2,v3' }, ['v2', 'v3']],
  [{ vaults: 'v1', assets: 'BTC@BTC' }, ['v1']],
  [{ assets: 'BTC@ETH' }, []],
])('%j asks for these vaults', (params, vaults) => {
  const { includes, balanceProof } = simulatedScope(simulated, readStatementQuery(params, '2022-01-16'))
  const found = balanceProof.holdings.filter(({ key }) => includes(key))
  expect([...new Set(found.map(({ key }) => key.vault_id))].sort()).toEqual(vaults)
})

describe('what a statement claims', () => {
  test('nothing is good where vaults may be missing, although every holding is proved', () => {
    const scope = simulatedScope(simulated, over)
    const headline = (doubts: readonly string[]) =>
      statementOf(scope, linesOf(scope), {
        basis: { ...simulatedBasis(simulated), doubts },
        ...{ valuation: null, open: [], failed: [] },
      }).headline
    expect([headline([]), headline(['The list moved.'])]).toEqual([
      { text: 'All 2 holdings proved', tone: 'good' },
      { text: '2 of 2 holdings proved', tone: 'warning' },
    ])
  })

  test('days of the service’s own are not called UTC, and transactions without a date are counted', () => {
    const texts = (ledger: Simulated, otherwise: SimulatedOtherwise = {}) =>
      basisTexts(simulatedScope(ledger, over, otherwise)).join(' ')
    expect(texts(simulated)).toMatch(
      /^A transaction counts on the day .*, in UTC\. .* recording or of completion/,
    )
    const own = texts(simulated, { whose: 'service' })
    expect(own).toMatch(/^Days are the service’s own: .* recording or of completion/)
    expect(own).not.toContain('UTC')
    const undated = simulated.transactions.map((each) => ({ ...each, day: null }))
    expect(texts({ ...simulated, transactions: undated }, { asOf: readAt })).toContain(
      '3 transactions of the account have no certain date',
    )
  })

  test('fees that no vault pays are not called none', () => {
    const free = (...of: Parameters<typeof simulate>) => feeTexts(settled(simulate(...of)))
    expect(free([step, { ...step, type: 'withdraw', amount: 5, fee: 7 }], 'nobody')).toEqual([
      'No vault pays the fees, by the rule that explains the balances.',
    ])
    expect(free([step], 'sender')).toEqual(['The transactions record no fees.'])
    // Someone else sends a deposit.
    expect(free([{ ...step, fee: 5 }], 'sender')).toEqual([
      'No vault pays the fees, by the rule that explains the balances.',
    ])
  })

  test.each(allFees)('fees with a minus sign are paid by the rule %s, too', (rule) => {
    const ledger = simulate(telling, rule)
    const transactions = ledger.transactions.map(({ day, transaction }) => ({
      ...{ day, transaction: { ...transaction, fee: `-${transaction.fee}` } },
    }))
    const balanceProof = settled({ ...ledger, transactions })
    expect(balanceProof.rule.id).toBe(rule)
    expect(balanceProof.holdings.flatMap((holding) => whyUnproved(holding, true))).toEqual([])
    if (rule !== 'nobody')
      expect(feeTexts(balanceProof)).toContain('The service sends fees with a minus sign.')
  })

  test('a rule for fees that no balance confirms is called an assumption', () => {
    const ledger = simulate(telling, 'sender')
    const vaults = ledger.vaults.map((vault) => ({
      ...vault,
      assets: vault.assets.map((held) => ({
        ...held,
        balances: { ...held.balances, available_balance: null, claimable_balance: null },
      })),
    }))
    expect(feeTexts(settled({ ...ledger, vaults }))).toEqual([
      'Fees count as paid by the sender, in the network’s own asset.',
      'This is assumed for fees on ETH: no balance there confirms it.',
      'Fees on Q are in no figure: it is not known in which asset vaults paid them.',
    ])
  })

  test('vaults of one name are told apart by their ids', () => {
    const vaults = simulated.vaults.map((vault) => ({ ...vault, vault_name: 'Operations' }))
    const titles = settled({ ...simulated, vaults }).holdings.map(holdingTitle)
    expect(titles).toContain('USDC_ETH on Ethereum in Operations (v2)')
  })
})
