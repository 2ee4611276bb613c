import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booksOf } from '../../books/testing/made-books.ts'
import { dayNumber, dayText } from '../../contract/day.ts'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { cases } from '../../testing/cases.ts'
import { activityOf, type Choice, periodsOf, sideSum, sides } from './activity.ts'
import { missingText } from './words.tsx'

const eth = { asset_id: 'ETH', network_id: 'N' }

/** The days of the books end on 22 November 2026. */
const item = fc.record({
  day: fc.constantFrom('2026-11-22', '2026-11-21', '2026-10-31', '2025-12-01', '2025-11-30', null),
  type: fc.constantFrom('deposit', 'withdraw', 'rebalance', 'swap'),
  asset: fc.constantFrom('ETH', 'BTC', ''),
  network: fc.constantFrom('N', 'M'),
  status: fc.constantFrom('completed', 'rejected'),
  amount: fc.constantFrom('0.000000000000000001', '9007199254740993', '-3', 'plenty'),
  from: fc.constantFrom('v1', 'v2'),
  to: fc.constantFrom('v1', 'w1'),
})

const choices: readonly Choice[] = [
  { whose: null, asset: null, isAmount: false },
  { whose: 'v1', asset: null, isAmount: false },
  { whose: null, asset: eth, isAmount: true },
  { whose: 'v1', asset: { asset_id: 'ETH', network_id: null }, isAmount: true },
]

test('each bar has what its list has: deposits and withdrawals of all vaults, what came to one and what left it', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 30 }),
      fc.constantFrom(...choices),
      fc.constantFrom('30d' as const, '90d' as const, '12m' as const),
      (items, choice, span) => {
        const books = booksOf(
          items.map(({ day, type, asset, network, status, amount, from, to }, index) => [
            {
              transaction_id: `t${index}`,
              status,
              transaction: {
                transaction_type: type,
                asset_id: asset,
                network_id: network,
                amount,
                source: { source_id: from },
                destination: { destination_id: to },
              },
            },
            day,
          ]),
        )
        const { bars, assets, leftOut } = activityOf(books, { span, choice })
        const sided = (side: 'in' | 'out') =>
          items.filter(({ type, from, to }) =>
            choice.whose === null
              ? type === (side === 'in' ? 'deposit' : 'withdraw')
              : choice.whose === (side === 'in' ? to : from),
          )
        for (const bar of bars.flatMap((pair) => sides.map((side) => pair[side]))) {
          const query = new URLSearchParams(bar.href.split('?')[1])
          const [start, end] = [query.get('start_date') ?? '', query.get('end_date') ?? '']
          const own = sided(bar.side).filter(
            ({ day, asset, network, status }) =>
              (day ?? '') >= start &&
              (day ?? '9') <= end &&
              asset === (query.get('asset_id') ?? asset) &&
              network === (query.get('network_id') ?? network) &&
              status === (query.get('status') ?? status),
          )
          const read = own.flatMap(({ amount }) => readDecimal(amount) ?? [])
          expect([bar.text, bar.unreadable]).toEqual(
            choice.isAmount
              ? [writeDecimal(read.reduce(add, zero)), own.length - read.length]
              : [String(own.length), 0],
          )
        }
        // What is said to be left out is about the bars on screen, each transaction once.
        const chosen = [...new Set(sides.flatMap(sided))].filter(
          ({ asset, network, status }) =>
            (choice.asset === null || asset === choice.asset.asset_id) &&
            (choice.asset?.network_id ?? network) === network &&
            (!choice.isAmount || status === 'completed'),
        )
        const first = dayText(bars[0]?.in.period.range.first ?? 0)
        expect(leftOut.undated).toBe(chosen.filter(({ day }) => day === null).length)
        expect(leftOut.unreadable).toBe(
          chosen.filter(
            ({ day, amount }) =>
              choice.isAmount && day !== null && day >= first && readDecimal(amount) === null,
          ).length,
        )
        const names = assets.map(({ asset_id, network_id }) => `${asset_id} ${network_id}`)
        expect(names).toEqual([...new Set(names)].toSorted())
        expect(sideSum(bars, 'in')).toBe(
          writeDecimal(bars.reduce((sum, bar) => add(sum, readDecimal(bar.in.text) ?? zero), zero)),
        )
      },
    ),
    { numRuns: cases(150) },
  )
})

test.each<readonly [Choice, untyped: number]>([
  [{ whose: null, asset: null, isAmount: false }, 3],
  [{ whose: null, asset: eth, isAmount: false }, 2],
  [{ whose: null, asset: eth, isAmount: true }, 1],
  [{ whose: 'v1', asset: null, isAmount: false }, 0],
])('of %j, transactions of an unknown type are told: no bar has them', (choice, untyped) => {
  const items = [
    ['DEPOSIT', 'ETH', 'completed'],
    ['swap', 'ETH', 'failed'],
    ['swap', 'BTC', 'completed'],
    ['claim', 'ETH', 'completed'],
  ].map(([transaction_type, asset_id, status]) => ({
    status,
    transaction: { transaction_type, asset_id, network_id: 'N', amount: '1', source: { source_id: 'v1' } },
  }))
  const books = booksOf(items.map((item) => [item, '2026-11-22']))
  expect(activityOf(books, { span: '30d', choice }).leftOut.untyped).toBe(untyped)
})

test('what no bar holds is said', () => {
  expect(missingText({ unreadable: 0, undated: 0, untyped: 2 })).toBe(
    'Not included: 2 transactions of unknown type.',
  )
})

function spanned(span: Parameters<typeof periodsOf>[0], today: string) {
  return periodsOf(span, dayNumber(today) ?? Number.NaN).map(({ name, range }) => [
    name,
    dayText(range.first),
    dayText(range.last),
  ])
}

test('the last thirty days end today, over a leap day and a change of year', () => {
  const leap = spanned('30d', '2024-03-02')
  expect(leap).toHaveLength(30)
  expect(leap[0]?.[0]).toBe('2024-02-02')
  expect(leap.slice(-3)).toEqual([
    ['2024-02-29', '2024-02-29', '2024-02-29'],
    ['2024-03-01', '2024-03-01', '2024-03-01'],
    ['2024-03-02', '2024-03-02', '2024-03-02'],
  ])
  expect(spanned('30d', '2026-01-05')[0]?.[0]).toBe('2025-12-07')
  expect(spanned('90d', '2026-11-22')[0]?.[0]).toBe('2026-08-25')
})

test('twelve calendar months end today, each whole but the last', () => {
  const months = spanned('12m', '2024-03-02')
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual(['2023-04', '2023-04-01', '2023-04-30'])
  expect(months[8]).toEqual(['2023-12', '2023-12-01', '2023-12-31'])
  expect(months.slice(-2)).toEqual([
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2024-03', '2024-03-01', '2024-03-02'],
  ])
})

test('no day is left out of the months, and none is in two of them', () => {
  for (const today of ['2026-01-31', '2025-02-28', '2024-12-01']) {
    const months = periodsOf('12m', dayNumber(today) ?? Number.NaN)
    for (const [index, { range }] of months.entries()) {
      const before = months[index - 1]
      if (before) expect(range.first).toBe(before.range.last + 1)
    }
  }
})
