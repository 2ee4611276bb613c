import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dividedBooks } from '../../books/edges.ts'
import { simulate, simulatedBooks, steps, telling } from '../../books/testing/simulated-ledger.ts'
import { dayText } from '../../contract/day.ts'
import { multiply, readDecimal, zero } from '../../contract/decimal.ts'
import { type Valuation, writeValue } from '../../contract/prices.ts'
import { normaliseVault } from '../../sync/service/normalise.ts'
import { cases } from '../../testing/cases.ts'
import {
  type ConfirmationQuery,
  readConfirmationQuery,
  readStatementQuery,
  statementsView,
} from '../../url/statements.ts'
import { reportFile } from '../report/report-file.ts'
import { statementAnswer } from './answer.ts'
import { confirmationEdge } from './confirmation.ts'
import { statement } from './statement.ts'

function asked(query: string): ConfirmationQuery {
  const confirmed = readConfirmationQuery(statementsView.parse(query).params)
  if (!confirmed) throw new Error(`${query} asks for no confirmation`)
  return confirmed
}

async function answerTo(
  books: ReturnType<typeof simulatedBooks>,
  query: string,
  valuation: Valuation | null = null,
) {
  const { params } = statementsView.parse(query)
  return await statementAnswer(
    books,
    {
      query: readStatementQuery(params, books.ended.slice(0, 10)),
      ...{ holding: null, confirmed: asked(query), valuation },
    },
    { divide: async (edges) => dividedBooks(books, edges) },
  )
}

async function confirmed(...of: Parameters<typeof answerTo>) {
  const answer = await answerTo(...of)
  if (!('report' in answer)) throw new Error(answer.refusal.title)
  return answer.report
}

test('agrees with a statement up to its moment, whatever the ledger, and in whichever zone it is stated', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(40), async (list, later) => {
      const ledger = simulate([...telling, ...list], 'sender')
      const books = simulatedBooks(ledger)
      const day = Math.min(ledger.firstDay + later, ledger.today - 1)
      const [first, last, next] = [ledger.firstDay, day, day + 1].map(dayText)
      const period = { kind: 'days', first: first ?? '', last: last ?? '' } as const
      const [stated] = statement(books, { vaults: null, assets: null, zone: null, period }).tables
      const expected = new Map(
        stated?.rows.flatMap(({ cells, parts = [] }) =>
          [{ cells }, ...parts].map((row) => [`${cells.line} ${row.cells.line}`, row.cells.closing]),
        ),
      )
      for (const query of [`at=${last}`, `at=${next}T08:00&zone=Asia/Hong_Kong`]) {
        const [balances] = (await confirmed(books, query)).tables
        const shown = balances?.rows.flatMap(({ cells, parts = [] }) =>
          [{ cells }, ...parts].map((row) => [`${cells.line} ${row.cells.line}`, row.cells.balance] as const),
        )
        for (const [name, balance] of shown ?? []) expect([name, balance]).toEqual([name, expected.get(name)])
        const held = [...expected.values()].filter((balance) => balance !== '0')
        expect(shown).toHaveLength(held.length)
      }
    }),
    { numRuns: cases(60) },
  )
})

test('says its moment in its zone, staked and claimable apart, and reference and addressee as given', async () => {
  const stake = {
    status: 'completed',
    network: 'ETH',
    vault: 0,
    other: 0,
    asset: 0,
    fee: 0,
    later: 1,
  } as const
  const ledger = simulate(
    [
      { ...stake, type: 'deposit', amount: 9000 },
      { ...stake, type: 'stake', amount: 4000 },
      { ...stake, type: 'unstake', amount: 1000 },
      // Taken from what is staked already.
      { ...stake, type: 'unstake', status: 'processing', amount: 500 },
    ],
    'sender',
  )
  const balances = { total_balance: '9.1', available_balance: '6.5', processing_balance: '0' }
  const vault = normaliseVault({
    ...{ vault_id: 'v1', vault_name: 'Vault v1', vault_type: 'cold' },
    assets: [
      {
        ...{ asset_id: 'ETH', network_id: 'ETH' },
        balances: { ...balances, staking_balance: '2.5', claimable_balance: '0.1' },
      },
    ],
  })
  const books = simulatedBooks({ ...ledger, vaults: [vault] })
  const report = await confirmed(
    books,
    `at=${dayText(ledger.firstDay + 3)}T08:00&zone=Asia/Hong_Kong&vaults=v1&reference=A-1&addressee=Lee %26 Co`,
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
  const csv = await (await reportFile(report, 'csv')).content.text()
  expect(csv).toContain('2022-01-11T00:00:00.000Z,Asia/Hong_Kong,A-1,Lee & Co,9,4,Proved')
  // What was staked is not known where stakes do not explain the latest staking balance.
  const unexplained = simulatedBooks({
    ...ledger,
    transactions: ledger.transactions.slice(0, 2),
    vaults: [vault],
  })
  const [table] = (await confirmed(unexplained, 'at=2022-01-10')).tables
  expect(table?.rows[0]?.cells).toMatchObject({ balance: '9', staked: null })
})

test('the balances of one vault are worth what the last price on or before the day says', async () => {
  const ledger = simulate(telling, 'sender')
  const price = (date: string, price: string) => ({ date, asset_id: 'ETH', currency: 'EUR', price })
  const day = dayText(ledger.today - 1)
  const rows = [price('2021-12-20', '2'), price(dayText(ledger.today), '99')]
  const valuation = { source: { name: 'prices.csv', sha256: 'ab' }, rows }
  const report = await confirmed(simulatedBooks(ledger), `at=${day}&vaults=v1`, valuation)
  const eth = report.tables[0]?.rows.find(({ cells }) => cells.line === 'ETH')
  const values = [eth, ...(eth?.parts ?? [])].map((row) => row?.cells.value)
  const twice = multiply(readDecimal(eth?.cells.balance ?? null) ?? zero, { digits: 2n, scale: 0 })
  expect(values).toEqual([writeValue(twice, 'EUR'), writeValue(twice, 'EUR')])
  expect(report.inputs).toEqual({ prices: { ...valuation, rows: rows.slice(0, 1) } })
})

test.each([
  ['at=2025-12-31', '2026-01-01T00:00:00.000Z'],
  ['at=2025-12-31&zone=Asia/Hong_Kong', '2025-12-31T16:00:00.000Z'],
  ['at=2025-12-31T21:00&zone=Asia/Hong_Kong', '2025-12-31T13:00:00.000Z'],
  ['at=2025-12-31T24:00', '2026-01-01T00:00:00.000Z'],
  ['at=2025-12-31T24:00&zone=Asia/Hong_Kong', '2025-12-31T16:00:00.000Z'],
  // The clocks of New York show it twice.
  ['at=2026-11-01T01:30-04:00&zone=America/New_York', '2026-11-01T05:30:00.000Z'],
  ['at=2026-11-01T01:30-05:00&zone=America/New_York', '2026-11-01T06:30:00.000Z'],
  ['at=2026-10-25T02:30%2B02:00&zone=Europe/Berlin', '2026-10-25T00:30:00.000Z'],
])('%s is %s', (query, instant) => {
  expect(new Date(confirmationEdge(asked(query)).at).toISOString()).toBe(instant)
})

test('a time that comes twice asks which, one that the clocks leave out is refused, and so is the offset of another day', async () => {
  const books = simulatedBooks(simulate(telling, 'sender'))
  expect(await answerTo(books, 'at=2021-11-07T01:30&zone=America/New_York')).toEqual({
    refusal: {
      title: 'This time comes twice',
      text: 'The clocks of America/New_York go back on 2021-11-07 and show 01:30 twice. Choose one of them.',
      links: [
        ['The first, UTC-04:00', '-04:00'],
        ['The second, UTC-05:00', '-05:00'],
      ].map(([label, offset]) => ({
        label,
        href: `/statements?zone=America%2FNew_York&at=2021-11-07T01%3A30${offset?.replace(':', '%3A')}`,
      })),
    },
  })
  for (const [at, shown] of [
    ['2021-03-14T02:30', '02:30'],
    ['2021-11-07T01:30-06:00', '01:30 at UTC-06:00'],
  ] as const)
    expect(await answerTo(books, `at=${at}&zone=America/New_York`)).toEqual({
      refusal: {
        title: 'There is no such time',
        text: `The clocks of America/New_York do not show ${shown} on ${at.slice(0, 10)}. Choose another time.`,
      },
    })
})

test.each(['at=2025-02-29', 'at=2025-12-31T24:01', 'at=2025-12-31T21:00Z', 'at='])(
  '%s is no moment',
  (query) => {
    expect(readConfirmationQuery(statementsView.parse(query).params)).toBeNull()
  },
)

test('of a service that knows whole days alone there is none within a day, and one at the end of its own day', async () => {
  const books = simulatedBooks(simulate(telling, 'sender'), { days: { form: 'day', whose: 'service' } })
  for (const query of ['at=2022-01-10T21:00', 'at=2022-01-10&zone=Asia/Hong_Kong'])
    expect(await answerTo(books, query)).toMatchObject({
      refusal: { links: [{ href: '/statements?at=2022-01-10' }] },
    })
  for (const [query, moment] of [
    ['at=2022-01-10', 'the end of 2022-01-10'],
    ['at=2022-01-10T24:00', '2022-01-10 24:00'],
  ] as const) {
    const [table] = (await confirmed(books, query)).tables
    expect(table?.remarks).toEqual([`Balances at ${moment}, by the service’s own days.`])
  }
})
