/** Totals by month and by day, of random ledgers over HTTP, against sums made the plain way. */
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { cases } from '../../testing/cases.ts'
import { tallyTransactions } from './tally.ts'
import { periodParameters, periodRows } from './tally-periods.ts'

afterEach(() => vi.unstubAllGlobals())

interface Item {
  readonly id: string
  readonly at: number
  readonly asset: string
  readonly status: string
  readonly amount: string
  /** The service leaves it out when it filters by date. */
  readonly isHidden: boolean
}

const now = Date.UTC(2026, 10, 22, 15)
const day = 86_400_000
const never = new AbortController().signal

/** What a service lists that takes instants, or days alone. */
function list(items: readonly Item[], takesInstants: boolean, query: Readonly<Record<string, string>>) {
  const { start_date: start, end_date: end } = query
  if (!takesInstants && `${start}${end}`.includes('T')) return null
  const from = start === undefined ? 0 : Date.parse(start)
  const to = end === undefined ? now : Date.parse(end.length === 10 ? `${end}T23:59:59.999Z` : end)
  const isDated = start !== undefined
  return items.filter(
    ({ at, asset, status, isHidden }) =>
      at >= from &&
      at <= to &&
      !(isHidden && isDated) &&
      asset === (query.asset_id ?? asset) &&
      status === (query.status ?? status),
  )
}

function serve(items: readonly Item[], takesInstants: boolean) {
  vi.stubGlobal('fetch', async (address: string) => {
    const query = Object.fromEntries(new URL(address, 'http://console.invalid').searchParams)
    const found = list(items, takesInstants, query)
    const offset = Number(query.offset)
    const page = found?.slice(offset, offset + Number(query.limit)) ?? []
    if (page.length === 0)
      return Response.json({ error_code: found ? 'TXN-02' : 'TXN-03', code: '400' }, { status: 400 })
    return Response.json({
      transactions: page.map(({ id, asset, status, amount }) => ({
        transaction_id: id,
        timestamp: new Date(now).toISOString(),
        status,
        transaction: { transaction_type: 'deposit', asset_id: asset, network_id: 'N', amount, fee: '0' },
      })),
    })
  })
}

/** What has nothing before today, and takes days alone, gives no dates. */
const longAgo = { at: now - 600 * day, asset: 'BTC', status: 'completed', amount: '1', isHidden: false }

const ledger = fc
  .array(
    fc.record({
      at: fc.oneof(
        fc.integer({ min: now - 4 * day, max: now }),
        fc.integer({ min: now - 500 * day, max: now }),
        // The ends of months and days.
        fc
          .tuple(fc.integer({ min: 0, max: 16 }), fc.constantFrom(-1, 0))
          .map(([month, shift]) => Date.UTC(2025, 6 + month, 1) + shift),
      ),
      asset: fc.constantFrom('BTC', 'ETH'),
      status: fc.constantFrom('completed', 'failed'),
      amount: fc.constantFrom('1', '0.000000000000000001', '-2.5'),
      isHidden: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((items) =>
    [...items, longAgo]
      .map((item, index): Item => ({ ...item, id: `t${index}` }))
      .filter(({ at }) => at <= now)
      .sort((one, other) => other.at - one.at),
  )

const filters: readonly Filter<'transactions'>[] = [
  {},
  { status: 'completed' },
  { start_date: '2026-10-15', end_date: '2026-11-20' },
]

test('every month and day has what was recorded in it, nothing is lost, and each line leads to its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      ledger,
      fc.constantFrom(...filters),
      fc.boolean(),
      async (items, filter, takesInstants) => {
        serve(items, takesInstants)
        const hidden = filter.start_date === undefined
        const matching = list(items, true, { ...filter }) ?? []
        const tally = await tallyTransactions(filter, {
          signal: never,
          stop: never,
          now: () => now,
          sleep: async () => {},
          withDates: true,
        })
        expect([tally.rows, tally.dates?.failure]).toEqual([matching.length, null])
        if (!tally.dates) return
        for (const split of ['month', 'day'] as const) {
          const lines = periodRows(tally.dates.totals, split, 'asset')
          const periodOf = ({ at, isHidden }: Item) =>
            isHidden && hidden ? null : new Date(at).toISOString().slice(0, split === 'month' ? 7 : 10)
          const of = ({ period, asset_id }: { period: string | null; asset_id: string | null }) =>
            matching.filter((item) => periodOf(item) === period && item.asset === asset_id)
          for (const line of lines) {
            const own = of(line)
            expect([line.rows, line.amount.sum]).toEqual([own.length, sumOf(own)])
            const counted = { ...filter, ...(tally.pinnedEndDate && { end_date: tally.pinnedEndDate }) }
            const parameters = periodParameters(line.period, counted, tally.dates.form, now)
            expect(parameters === null).toBe(line.period === null)
            const asked = { ...filter, ...parameters, asset_id: line.asset_id ?? '' }
            if (parameters) expect(list(items, takesInstants, asked)).toEqual(own)
          }
          expect(lines.reduce((sum, { rows }) => sum + rows, 0)).toBe(matching.length)
          expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
          const periods = lines.map(({ period }) => period ?? '')
          expect(periods).toEqual(periods.toSorted().reverse())
        }
      },
    ),
    { numRuns: cases(150) },
  )
})

function sumOf(items: readonly Item[]): string {
  return writeDecimal(items.reduce((sum, { amount }) => add(sum, readDecimal(amount) ?? zero), zero))
}

test('a list that was read day by day is read once more, and stays one count where it cannot be', async () => {
  const items = Array.from(
    { length: 30 },
    (_, index): Item => ({
      id: `t${index}`,
      at: now - index * day,
      asset: 'BTC',
      status: 'completed',
      amount: '1',
      isHidden: false,
    }),
  )
  const count = () => tallyTransactions({}, { signal: never, stop: never, now: () => now, withDates: true })
  serve(items, true)
  expect(await count()).toMatchObject({ completeness: 'complete', passes: 1, rows: 30 })
  vi.stubGlobal('fetch', ignoringDates(items))
  const ignored = await count()
  expect(ignored).toMatchObject({ completeness: 'complete', passes: 2, rows: 30 })
  expect(ignored.dates).toMatchObject({ failure: 'ignored', totals: { groups: [] } })
})

function ignoringDates(items: readonly Item[]) {
  serve(items, true)
  const heeding = fetch
  return (address: string) => {
    const url = new URL(address, 'http://console.invalid')
    url.searchParams.delete('start_date')
    url.searchParams.delete('end_date')
    return heeding(url.href)
  }
}
