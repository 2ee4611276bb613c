import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ActivityFigure, sides } from '../contract/activity-figure.ts'
import { dayNumber, dayText } from '../contract/day.ts'
import type { Database } from '../database/database.ts'
import { openEither } from '../database/testing/databases.ts'
import { cases } from '../testing/cases.ts'
import { activityEntry, periodsOf } from './activity.ts'
import { answeredReport, keptAccount } from './testing/kept-account.ts'

let database: Database
beforeAll(async () => {
  database = await openEither()
})
afterAll(() => database.close())

/** The records are as of 22 November 2026. */
const item = fc.record({
  day: fc.constantFrom('2026-11-22', '2026-11-21', '2026-10-31', '2025-12-01', '2025-11-30', null),
  type: fc.constantFrom('deposit', 'withdraw', 'rebalance', 'swap'),
  from: fc.constantFrom('v1', 'v2'),
  to: fc.constantFrom('v1', 'w1'),
})

test('each bar has what its list has: deposits and withdrawals of all vaults, what came to one and what left it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 30 }),
      fc.constantFrom(null, 'v1'),
      fc.constantFrom('30d' as const, '90d' as const, '12m' as const),
      async (items, vaultId, span) => {
        const account = await keptAccount(
          database,
          items.map(({ day, type, from, to }, index) => [
            {
              transaction_id: `t${index}`,
              transaction: {
                transaction_type: type,
                source: { source_id: from },
                destination: { destination_id: to },
              },
            },
            day,
          ]),
        )
        const link = `?span=${span}${vaultId === null ? '' : `&vault_id=${vaultId}`}`
        const made = await answeredReport(account, activityEntry, link)
        const { bars, undated, untyped } = made as ActivityFigure
        const sided = (side: 'in' | 'out') =>
          items.filter(({ type, from, to }) =>
            vaultId === null
              ? type === (side === 'in' ? 'deposit' : 'withdraw')
              : vaultId === (side === 'in' ? to : from),
          )
        for (const bar of bars)
          for (const side of sides) {
            const query = new URLSearchParams(bar[side].href.split('?')[1])
            const [start, end] = [query.get('start_date') ?? '', query.get('end_date') ?? '']
            const own = sided(side).filter(({ day }) => (day ?? '') >= start && (day ?? '9') <= end)
            expect(bar[side].count).toBe(own.length)
          }
        // Each transaction is left out once.
        const own = new Set(sides.flatMap(sided))
        expect(undated).toBe([...own].filter(({ day }) => day === null).length)
        const first = dayText(bars[0]?.period.range.first ?? 0)
        const unknown = items.filter(({ day, type }) => type === 'swap' && (day === null || day >= first))
        expect(untyped).toBe(vaultId === null ? unknown.length : 0)
      },
    ),
    { numRuns: cases(150) },
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
