import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordsInBooks } from '../../books/answer.ts'
import { dividedBooks } from '../../books/edges.ts'
import {
  allFees,
  type Step,
  settled,
  simulate,
  simulatedBooks,
  steps,
  telling,
  thousandthsText,
} from '../../books/testing/simulated-ledger.ts'
import { dayText } from '../../contract/day.ts'
import { add, type Decimal, readDecimal, writeDecimal } from '../../contract/decimal.ts'
import { netOf } from '../../settlement/day-book.ts'
import { movementKinds } from '../../settlement/effects.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import { cases } from '../../testing/cases.ts'
import {
  type ConfirmationQuery,
  readStatementQuery,
  type StatementQuery,
  statementsView,
} from '../../url/statements.ts'
import { reportFile } from '../report/report-file.ts'
import { statementAnswer, statementChart } from './answer.ts'
import { confirmation } from './confirmation.ts'
import { balanceAt, type Line, linesOf, scopeOf, unknownVaults, whyUnproved } from './holding-lines.ts'
import { holdingTitle } from './ledger.ts'
import { linkRefusal } from './refusal.tsx'
import { basisTexts, feeTexts, statement } from './statement.ts'

const written = (amount: Decimal | null) => amount && writeDecimal(amount)
const plain = (thousandths: bigint) => written(readDecimal(thousandthsText(thousandths)))
const fees = fc.constantFrom(...allFees)
const ofDays = (first: number, last: number, over: Partial<StatementQuery> = {}): StatementQuery => ({
  ...{ vaults: null, assets: null, zone: null },
  period: { kind: 'days', first: dayText(first), last: dayText(last) },
  ...over,
})

const endOf = ({ period, ...query }: StatementQuery): ConfirmationQuery => ({
  ...{ ...query, at: { day: period.last, time: null }, reference: null, addressee: null },
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
    const settlement = settled(simulate(telling, rule))
    const { rule: found, networks, holdings } = settlement
    expect(found.id).toBe(rule)
    const said = {
      sender: /paid by the sender, in the network’s own asset/,
      'sender-same-asset': /on top of the amount, in the same asset/,
      'within-amount': /part of the amount/,
      receiver: /paid by the receiver, in the network’s own asset/,
      nobody: /No vault pays/,
    }
    expect(feeTexts(settlement).join(' ')).toMatch(said[rule])
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
        const books = simulatedBooks(ledger)
        const first = ledger.firstDay + from
        const last = first + length
        const lines = linesOf(scopeOf(books, ofDays(first, last)))
        const next = linesOf(scopeOf(books, ofDays(last + 1, last + 30))).flatMap((asset) => asset.lines)
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
  const token = linesOf(scopeOf(simulatedBooks(ledger), query)).find(({ key }) => key.asset_id === 'USDC_ETH')
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
const books = simulatedBooks(simulated)
const over = readStatementQuery({ period: '2022-01-01..2022-01-13' }, '2022-01-14')
/** The last of its days has not come: the books are of 2022-01-14. */
const open = readStatementQuery({ period: '2022-01' }, '2022-01-14')
const readAt = '2022-01-14T03:04:06.000Z'

test('the file of a period that is not over is complete so far', async () => {
  const { written } = await reportFile(statement(books, open), 'csv')
  expect(written).toMatchObject({
    ...{ name: 'statement_2022-01_2022-01-14T03-04-06Z.csv', completeness: 'complete', isSoFar: true },
  })
})

test('an asset opens to its vaults, a vault to its kinds of movement, and each row adds up', () => {
  const [table] = statement(books, open).tables
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
    '2 | 1 to own vaults |  |  | -4 |  |  | ',
    '2 | 1 fee |  |  |  |  | -0.007 | ',
    '1 | Vault v3 | 0 | 4 | -0.5 | 0 | -0.009 | 3.491',
    '2 | 1 from own vaults |  | 4 |  |  |  | ',
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
    null,
    `/transactions?${eth}&transaction_type=rebalance&destination_id=v3&status=completed&${month}`,
    `/transactions?source_id=v3&${eth}&transaction_type=withdraw&status=completed&${month}`,
    null,
  ])
})

test('what is in flight stands in a statement of a period that is not over alone', () => {
  const pending = simulate([step, { ...step, status: 'pending', later: 1 }], 'sender')
  const tables = (query: StatementQuery) =>
    statement(simulatedBooks(pending, { ended: readAt }), query).tables.map(({ name }) => name)
  expect([tables(open), tables(over)]).toEqual([['movements', 'in-flight'], ['movements']])
})

test('a kind of movement leads to a list of as many transactions', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const ledger = simulate([...telling, ...list], 'sender')
      const all = simulatedBooks(ledger)
      const [table] = statement(all, ofDays(ledger.firstDay + 1, ledger.today)).tables
      for (const { parts = [] } of table?.rows ?? [])
        for (const { href, cells } of parts.flatMap((vault) => vault.parts ?? []))
          if (href) expect([href, String(recordsInBooks(all, href).length)]).toEqual([href, cells.count])
    }),
    { numRuns: cases(30) },
  )
})

test('transactions that are not counted are those of the books, and a narrower statement says so', () => {
  const broken = simulated.transactions.map((each) => ({
    ...each,
    transaction: { ...each.transaction, amount: 'NaN' },
  }))
  const remarks = (over: Partial<StatementQuery>) =>
    statement(simulatedBooks({ ...simulated, transactions: broken }), { ...open, ...over }).tables.find(
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
  const [table] = statement(simulatedBooks(moved), open).tables
  expect(table?.rows.map(({ cells }) => [cells.line, cells.fees])).toEqual([
    ['ETH', '-0.007'],
    ['USDC_ETH', '0'],
  ])
})

test('what is not proved is said first, marked where it is, in the name of its file, and not called complete', async () => {
  // Without the first deposit nothing adds up, and v3 is not listed.
  const without = simulatedBooks({
    transactions: simulated.transactions.slice(1),
    vaults: simulated.vaults.slice(0, 2),
  })
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
  for (const each of [report, confirmation(without, endOf(over))]) {
    const { written } = await reportFile(each, 'csv')
    expect(written).toMatchObject({
      ...{ completeness: 'partial', reasons: ['0 of 2 holdings proved.'] },
      name: expect.stringMatching(/\.PARTIAL\.csv$/),
    })
  }
})

test('of what was not read whole nothing is proved', async () => {
  const report = statement(simulatedBooks(simulated, { doubts: ['The list moved.'] }), over)
  const { written } = await reportFile(report, 'csv')
  expect(written).toMatchObject({
    completeness: 'partial',
    reasons: ['0 of 15 holdings proved.', 'The list moved.'],
  })
})

test('a transaction that counts as nothing is named, with why', () => {
  const [first, ...others] = simulated.transactions
  if (!first) throw new Error('There are transactions.')
  const broken = { ...first, transaction: { ...first.transaction, amount: 'NaN' } }
  const { tables } = statement(simulatedBooks({ ...simulated, transactions: [broken, ...others] }), over)
  expect(tables.find(({ name }) => name === 'not-counted')?.rows.map(({ cells }) => cells)).toEqual([
    { transaction_id: 't0', why: 'Its amount “NaN” is not a decimal number, so it is not counted.' },
  ])
})

test('a period that is not over closes with the instant at which balances were read', () => {
  const closes = (...of: Parameters<typeof statement>) =>
    statement(...of).tables[0]?.rows[0]?.cells.closes_early_at
  expect([closes(books, open), closes(books, over)]).toEqual([readAt, null])
  const headline = (query: StatementQuery) => confirmation(books, endOf(query)).headline.text
  expect([headline(over), headline(open)]).toEqual(['All 2 holdings proved', 'This moment is in the future'])
  // Where the service's own zone is not known, its yesterday may go on.
  expect(closes(simulatedBooks(simulated, { days: { whose: 'service' } }), over)).toBe(readAt)
})

test('values are those of opening and closing balances, each at the last price on or before its day', async () => {
  const price = (date: string, price: string) => ({ date, asset_id: 'ETH', currency: 'EUR', price })
  const rows = [price('2021-12-20', '2'), price('2022-01-13', '3'), price('2022-02-01', '99')]
  const valued = async (query: StatementQuery) => {
    const report = statement(books, query, { source: { name: 'prices.csv', sha256: 'ab' }, rows })
    const table = report.tables.find(({ name }) => name === 'values')
    const eth = table?.rows.find(({ cells }) => cells.asset_id === 'ETH')?.cells ?? {}
    const said = report.tables[0]?.remarks?.filter((remark) => /^(Worth|Prices)/.test(remark)) ?? []
    const text = await (await reportFile(report, 'json')).content.text()
    for (const remark of said) expect(text).toContain(remark)
    return { eth, said, used: report.inputs?.prices?.rows }
  }
  const { eth, said, used } = await valued({
    ...over,
    period: { kind: 'days', first: '2022-01-11', last: '2022-01-13' },
  })
  expect(eth).toMatchObject({ opening_value: '18.00', closing_value: '26.98' })
  expect(said).toEqual([
    'Worth 18.00 EUR when the period began, and 26.98 EUR at the end of 2022-01-13.',
    'Prices are of 2022-01-13.',
  ])
  expect(used).toEqual(rows.slice(0, 2))
  expect((await valued(open)).said[0]).toBe(
    'Worth 0.00 EUR when the period began, and 25.45 EUR with the balances read at 2022-01-14 03:04:06 UTC.',
  )
  const without = statement(books, over)
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
  ['colour=red&period=2022-01', undefined],
])('%s: %s', (query, title) => {
  const { params, invalid } = statementsView.parse(query)
  const refusal = linkRefusal(invalid, readStatementQuery(params, '2022-01-14'), '2022-01-14')
  expect(refusal?.title).toBe(title)
  if (title === 'No statement for this link') expect(refusal?.text).toContain(query.split('=')[0])
})

test.each([
  ['vaults=typo', ['typo']],
  ['vaults=v1,typo,v2,gone', ['typo', 'gone']],
  ['vaults=v1,v3', []],
  ['vaults=cold', []],
  // The service lists neither. A transaction that moved nothing names the second.
  ['vaults=unlisted,cancelled', []],
])('of %s the books have no vault %j', async (query, unknown) => {
  const named = [
    ['unlisted', 'completed'],
    ['cancelled', 'cancelled'],
  ].map(([source_id, status]) => ({
    day: 19_000,
    transaction: normaliseTransaction({
      status,
      transaction: { source: { source_type: 'vault', source_id } },
    }),
  }))
  const read = simulatedBooks({ ...simulated, transactions: [...simulated.transactions, ...named] })
  const asked = readStatementQuery(statementsView.parse(query).params, '2022-01-14')
  expect(unknownVaults(read, asked.vaults)).toEqual(unknown)
  const answer = await statementAnswer(
    read,
    { query: asked, holding: null, confirmed: null, valuation: null },
    { divide: async (edges) => dividedBooks(read, edges) },
  )
  expect('refusal' in answer).toBe(unknown.length > 0)
  for (const id of unknown) expect(answer).toMatchObject({ refusal: { text: expect.stringContaining(id) } })
})

test('of one asset, a statement asks for the dates of its ends alone, and its chart for those between', async () => {
  const asked: number[] = []
  const divide = async (edges: Parameters<typeof dividedBooks>[1]) => {
    asked.push(edges.length)
    return dividedBooks(books, edges)
  }
  const query = readStatementQuery({ period: '2022-01-01..2022-01-13', assets: 'ETH@ETH' }, '2022-01-14')
  const link = { query, holding: null }
  expect(
    await statementAnswer(books, { ...link, confirmed: null, valuation: null }, { divide }),
  ).toMatchObject({ hasChart: true })
  const chart = await statementChart(books, link, { divide })
  expect([asked, chart.vaults, chart.series?.points.length]).toEqual([[2, 14], 2, 13])
})

test.each([
  [{}, ['v1', 'v2', 'v3']],
  [{ vaults: 'cold' }, ['v1', 'v2']],
  [{ vaults: 'warm' }, ['v3']],
  [{ vaults: 'v2,v3' }, ['v2', 'v3']],
  [{ vaults: 'v1', assets: 'BTC@BTC' }, ['v1']],
  [{ assets: 'BTC@ETH' }, []],
])('%j asks for these vaults', (params, vaults) => {
  const { includes, settlement } = scopeOf(books, readStatementQuery(params, '2022-01-16'))
  const found = settlement.holdings.filter(({ key, vault }) => includes(key, vault))
  expect([...new Set(found.map(({ key }) => key.vault_id))].sort()).toEqual(vaults)
})

describe('what a statement claims', () => {
  test('nothing is good where vaults may be missing, although every holding is proved', () => {
    const whole = simulatedBooks(simulated)
    const holdings = whole.holdings.map((reading) => ({
      ...reading,
      vaults: { ...reading.vaults, completeness: 'partial' as const, doubts: ['The list moved.'] },
    }))
    const headlines = [whole, { ...whole, holdings }].flatMap((books) => [
      statement(books, over).headline,
      confirmation(books, endOf(over)).headline,
    ])
    const [good, partial] = [
      { text: 'All 2 holdings proved', tone: 'good' },
      { text: '2 of 2 holdings proved', tone: 'warning' },
    ]
    expect(headlines).toEqual([good, good, partial, partial])
  })

  test('days of the service’s own are not called UTC, and transactions without a date are counted', () => {
    const texts = (...of: Parameters<typeof simulatedBooks>) =>
      basisTexts(scopeOf(simulatedBooks(...of), over)).join(' ')
    expect(texts(simulated)).toMatch(
      /^A transaction counts on the day .*, in UTC\. .* recording or of completion/,
    )
    const own = texts(simulated, { days: { whose: 'service' } })
    expect(own).toMatch(/^Days are the service’s own: .* recording or of completion/)
    expect(own).not.toContain('UTC')
    const undated = simulated.transactions.map((each) => ({ ...each, day: null }))
    expect(texts({ ...simulated, transactions: undated }, { ended: readAt })).toContain(
      '3 transactions of the account have no date',
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

  test('vaults of one name are told apart by their ids', () => {
    const vaults = simulated.vaults.map((vault) => ({ ...vault, vault_name: 'Operations' }))
    const titles = settled({ ...simulated, vaults }).holdings.map(holdingTitle)
    expect(titles).toContain('USDC_ETH on Ethereum in Operations (v2)')
  })
})
