import { expect, test } from 'vitest'
import type { ActivityFigures } from '../contract/activity.ts'
import { dayNumber, dayText } from '../contract/day.ts'
import { openEither } from '../database/testing/databases.ts'
import { activityFigure, periodsOf } from './activity.ts'
import { keptAccount, madeReport } from './testing/kept-account.ts'

const database = await openEither()

const item = (id: string, type: string, from: string, to: string) => ({
  transaction_id: id,
  transaction: {
    transaction_type: type,
    source: { source_type: 'vault', source_id: from },
    destination: { destination_type: 'vault', destination_id: to },
  },
})

test('bars have what their lists have: deposits and withdrawals of all vaults, what came to one and what left it', async () => {
  const account = await keptAccount(database, [
    [item('t1', 'deposit', 'v2', 'v1'), '2026-11-22'],
    [item('t2', 'withdraw', 'v1', 'w1'), '2026-11-22'],
    [item('t3', 'rebalance', 'v1', 'v1'), '2026-11-21'],
    [item('t4', 'swap', 'v1', 'v2'), '2026-11-21'],
    [item('t5', 'swap', 'v2', 'v1'), '2025-11-30'],
    [item('t6', 'deposit', 'v2', 'v1'), '2026-10-31'],
    [item('t7', 'withdraw', 'v1', 'v1'), null],
    [item('t8', 'stake', 'v2', 'v2'), null],
  ])
  const figures = (query: string) => madeReport(account, activityFigure, query)
  const counted = ({ bars }: ActivityFigures) =>
    bars.flatMap((bar) =>
      bar.in.count + bar.out.count > 0 ? [[bar.period.name, bar.in.count, bar.out.count]] : [],
    )
  const fortnight = await figures('')
  expect(counted(fortnight)).toEqual([['2026-11-22', 1, 1]])
  expect(fortnight).toMatchObject({ undated: 1, untyped: 1 })
  expect(fortnight.bars.at(-1)?.out.href).toBe(
    '/transactions?transaction_type=withdraw&start_date=2026-11-22&end_date=2026-11-22',
  )
  expect(counted(await figures('span=12m'))).toEqual([
    ['2026-10', 1, 0],
    ['2026-11', 1, 1],
  ])
  const ofVault = await figures('vault=v1')
  expect(counted(ofVault)).toEqual([
    ['2026-11-21', 1, 2],
    ['2026-11-22', 1, 1],
  ])
  expect(ofVault).toMatchObject({ undated: 1, untyped: 0 })
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
