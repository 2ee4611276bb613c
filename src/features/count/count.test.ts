/** Counts in books of random ledgers, against the specification's filter and sums made the plain way. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Books } from '../../books/books.ts'
import { dividedBooks } from '../../books/edges.ts'
import { booksOf } from '../../books/testing/made-books.ts'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter, TransactionFilter } from '../../contract/endpoints.ts'
import { cases } from '../../testing/cases.ts'
import type { ReportRow } from '../report/report.ts'
import { type CountQuery, countAnswer } from './count.ts'
import { Totals } from './totals.ts'

interface Item {
  readonly id: string
  readonly day: string | null
  readonly asset: string
  readonly network: string
  readonly type: string
  readonly status: string
  readonly amount: string
  readonly fee: string
}

const days = ['2026-09-30', '2026-10-01', '2026-10-15', '2026-10-31', '2026-11-01', '2026-11-20']

const ledger = fc
  .array(
    fc.record({
      day: fc.constantFrom(...days),
      asset: fc.constantFrom('BTC', 'ETH', 'USDC_ETH', '__proto__'),
      network: fc.constantFrom('BTC', 'ETH', 'NEW'),
      type: fc.constantFrom('deposit', 'withdraw', 'stake', 'change pool', 'swap'),
      status: fc.constantFrom('completed', 'failed'),
      amount: fc.constantFrom('1', '0.000000000000000001', '-2.5'),
      fee: fc.constantFrom('0', '0.01', '0.2'),
    }),
    { maxLength: 40 },
  )
  .map((items) => items.map((item, index): Item => ({ ...item, id: `t${index}` })))

const filters: readonly Filter<'transactions'>[] = [
  {},
  { status: 'completed' },
  { asset_id: 'ETH', transaction_type: 'withdraw' },
  { transaction_type: 'changepool' },
  { start_date: '2026-10-01', end_date: '2026-10-31' },
  { start_date: '2026-10-15', status: 'failed' },
  { end_date: '2026-10-31T23:59:59.999Z' },
]

function listed(items: readonly Item[], filter: Readonly<Record<string, string>>): readonly Item[] {
  const {
    start_date: start = '',
    end_date: end = '9',
    asset_id,
    network_id,
    transaction_type,
    status,
  } = filter
  const type = transaction_type === 'changepool' ? 'change pool' : transaction_type
  return items.filter(
    (item) =>
      (item.day ?? '') >= start.slice(0, 10) &&
      (item.day ?? '') <= end.slice(0, 10) &&
      item.asset === (asset_id ?? item.asset) &&
      item.network === (network_id ?? item.network) &&
      item.type === (type ?? item.type) &&
      item.status === (status ?? item.status),
  )
}

const wallet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

function books(items: readonly Partial<Item>[], of?: Parameters<typeof booksOf>[1]) {
  return booksOf(
    items.map(({ id, day = null, asset, network, type, status, amount, fee }) => [
      {
        transaction_id: id,
        status,
        transaction: {
          transaction_type: type,
          asset_id: asset,
          network_id: network,
          amount,
          fee,
          source: { source_id: 'v1', source_address: wallet },
        },
      },
      day,
    ]),
    of,
  )
}

function counted(books: Books, filter: TransactionFilter, split: CountQuery['split']) {
  return countAnswer(books, { filter, split }, { divide: async (edges) => dividedBooks(books, edges) })
}

function leavesOf(rows: readonly ReportRow[]): readonly ReportRow[] {
  return rows.flatMap((row) => (row.parts ? leavesOf(row.parts) : [row]))
}

function sumOf(texts: readonly (string | null | undefined)[]): string {
  return writeDecimal(texts.reduce((sum, text) => add(sum, readDecimal(text ?? null) ?? zero), zero))
}

test('a count has what the filter lists, and each of its rows leads to its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      ledger,
      fc.constantFrom(...filters),
      fc.constantFrom('none' as const, 'month' as const, 'day' as const),
      async (items, filter, split) => {
        const count = await counted(books(items), filter, split)
        const all = listed(items, { ...filter })
        if (all.length === 0) return
        if (typeof count === 'string') throw new Error(count)
        const [amounts, fees] = count.tables
        for (const { cells, href } of leavesOf(amounts?.rows ?? [])) {
          const own = listed(items, Object.fromEntries(new URLSearchParams(href?.split('?')[1])))
          // What is in no enumeration the service refuses as a filter.
          expect([cells.transactions, cells.amount]).toEqual([
            String(own.length),
            // What stays staked is no movement, and not added up.
            cells.transaction_type === 'change pool' ? undefined : sumOf(own.map(({ amount }) => amount)),
          ])
        }
        for (const row of amounts?.rows ?? []) {
          const parts = row.parts ?? []
          if (parts.length > 0)
            expect(row.cells.transactions).toBe(sumOf(parts.map(({ cells }) => cells.transactions)))
          if (row.cells.transaction_type === 'change pool') expect(row.cells.amount).toBeUndefined()
          else if (parts.length > 0)
            expect(row.cells.amount).toBe(sumOf(parts.map(({ cells }) => cells.amount)))
        }
        expect(sumOf(leavesOf(amounts?.rows ?? []).map(({ cells }) => cells.transactions))).toBe(
          String(all.length),
        )
        // Every fee is added once, in the network's own asset alone.
        for (const row of fees?.rows ?? []) {
          const asset = row.cells.fee_asset_id ?? 'NEW'
          const period = row.cells.month ?? row.cells.day ?? ''
          const own = all.filter(({ network, day }) => network === asset && (day ?? '').startsWith(period))
          expect(row.cells.fee).toBe(sumOf(own.map(({ fee }) => fee)))
        }
        expect(sumOf((fees?.rows ?? []).map(({ cells }) => cells.fee))).toBe(sumOf(all.map(({ fee }) => fee)))
        const periods = (amounts?.rows ?? []).map(({ cells }) => cells.month ?? cells.day ?? '')
        expect(periods).toEqual(periods.toSorted().reverse())
      },
    ),
    { numRuns: cases(150) },
  )
})

const eth = {
  id: 't1',
  day: '2026-10-15',
  asset: 'ETH',
  network: 'ETH',
  type: 'withdraw',
  status: 'completed',
  amount: '1',
  fee: '0.1',
}

describe('the books do not decide, and say why', () => {
  test.each<[string, TransactionFilter, Partial<Item>?, Parameters<typeof booksOf>[1]?]>([
    ['may take other spellings', { asset_id: 'eth' }],
    ['status', { status: 'done' }],
    ['on which side of these times', { start_date: '2026-10-15T12:00:00Z' }],
    ['on which side of these times', { start_date: '2026-10-01' }, { day: null }],
    ['no dates', { end_date: '2026-10-31' }, {}, { days: { failure: 'ignored' } }],
    ['different time zones', { end_date: '2026-10-31T00:00:00Z' }, {}, { days: { whose: 'service' } }],
    ['start_date', { start_date: 'yesterday' }],
    ['start_date', { start_date: '2026-11-01', end_date: '2026-10-01' }],
  ])('%s', async (why, filter, item = {}, of = {}) => {
    expect(await counted(books([{ ...eth, ...item }], of), filter, 'none')).toContain(why)
  })

  test('by month without days', async () => {
    expect(await counted(books([eth], { days: { failure: 'refused' } }), {}, 'month')).toBe(
      'No totals by month or day. The service does not filter by date.',
    )
  })
})

describe('a report of a count', () => {
  const reportOf = async (items: readonly Partial<Item>[], of?: Parameters<typeof booksOf>[1]) => {
    const count = await counted(books(items, of), {}, 'month')
    if (typeof count === 'string') throw new Error(count)
    return count
  }

  test('says what could not be read, and calls no sum zero because of it', async () => {
    const odd = [
      { ...eth, amount: 'plenty' },
      { ...eth, amount: '2', status: 'failed' },
      { ...eth, type: 'stake', amount: '1e3' },
    ]
    const rows = (await reportOf(odd)).tables[0]?.rows ?? []
    expect(rows.map(({ cells, remark }) => [cells.transaction_type, cells.amount, remark])).toEqual([
      ['withdraw', '2', 'Not counting 1 amount that could not be read'],
      ['stake', null, 'Not counting 1 amount that could not be read'],
    ])
  })

  test('has what has no date last, without a link to it', async () => {
    const rows = (await reportOf([{ ...eth, day: null }, eth])).tables[0]?.rows ?? []
    expect(rows.map(({ cells, href }) => [cells.month, href])).toEqual([
      [
        '2026-10',
        '/transactions?asset_id=ETH&network_id=ETH&start_date=2026-10-01&end_date=2026-10-31&transaction_type=withdraw&status=completed',
      ],
      ['No date', null],
    ])
  })

  test('is partial where the books are', async () => {
    const { headline, basis } = await reportOf([eth], { doubts: ['The list moved.'] })
    expect([headline, basis.doubts]).toEqual([
      { text: 'Partial: 1 transaction', tone: 'warning' },
      ['The list moved.'],
    ])
  })

  test('leaves fees of a network that nobody knows apart, and says so', async () => {
    const { tables } = await reportOf([eth, { ...eth, network: 'NEW' }, { ...eth, asset: 'USDC_ETH' }])
    const [, fees] = tables
    expect(
      fees?.rows.map(({ cells, remark }) => [cells.fee_asset_id, cells.network_id, cells.fee, remark]),
    ).toEqual([
      ['ETH', 'ETH', '0.2', undefined],
      [null, 'NEW', '0.1', 'It is not known in which asset this network takes its fees'],
    ])
  })
})

test('totals do not fill the memory with groups', () => {
  const collector = new Totals(['id'], [])
  expect(() => {
    for (let id = 0; id <= 100_000; id++) collector.add({ id: String(id) })
  }).toThrow(RangeError)
})
