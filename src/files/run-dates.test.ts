/** Exports of transactions with their dates, of services that filter by date well and badly. */
import { afterEach, expect, test, vi } from 'vitest'
import type { ExportFormat, ListFilter } from './list-export.ts'
import { exportRun } from './testing/export-run.ts'

afterEach(() => vi.unstubAllGlobals())

const now = Date.UTC(2026, 10, 21, 15, 3, 22)
const hour = 3_600_000

/** When each of so many transactions was recorded: the newest now, and the others every five hours before. */
const recordedAt = (index: number) => now - index * 5 * hour
const dayAt = (index: number) => new Date(recordedAt(index)).toISOString().slice(0, 10)

type Range = (
  start: string | null,
  end: string | null,
  asset?: string | null,
) => readonly [number, number] | null

const byDate: Range = (start, end) => [
  start === null ? 0 : Date.parse(start),
  end === null ? Number.POSITIVE_INFINITY : Date.parse(end.length === 10 ? `${end}T23:59:59.999Z` : end),
]

function serve(count: number, range: Range = byDate) {
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://console.invalid').searchParams
    const dates = range(query.get('start_date'), query.get('end_date'), query.get('asset_id'))
    const refused = (code: string) => Response.json({ error_code: code, code: '400' }, { status: 400 })
    if (dates === null) return refused('TXN-03')
    const offset = Number(query.get('offset'))
    const page = Array.from({ length: count }, (_, index) => index)
      .filter((index) => recordedAt(index) >= dates[0] && recordedAt(index) <= dates[1])
      .slice(offset, offset + Number(query.get('limit')))
    if (page.length === 0) return refused('TXN-02')
    return Response.json({
      transactions: page.map((index) => ({
        transaction_id: `t${index}`,
        timestamp: new Date(now).toISOString(),
        status: 'completed',
        transaction: { asset_id: 'BTC', network_id: 'BTC', amount: '0.1', fee: '0' },
      })),
    })
  })
}

let sessions = 0

async function run(
  format: ExportFormat = 'csv',
  columns?: readonly string[],
  { filter = {} }: { readonly filter?: ListFilter } = {},
) {
  const session = `mark-${++sessions}`
  const asked = { filter, session, ...(columns && { columns }) }
  const { written, text } = await exportRun(format, asked, { now: () => now })
  return { written, text: text.replace('\ufeff', '') }
}

test('of a service that lists sixty days where no start is given all is read, with its days, and that is said', async () => {
  serve(400, (start, end) => [
    start === null ? now - 60 * 24 * hour : Date.parse(start),
    byDate(null, end)?.[1] ?? 0,
  ])
  const { written } = await run()
  expect(written).toMatchObject({ completeness: 'complete', rows: 400 })
  expect(written.remarks.join()).toMatch(/was read with the start date 1970-01-01T00:00:00.000Z/)
  expect(written.remarks.join()).not.toContain('no date')
})

const october = { start_date: '2026-10-01', end_date: '2026-10-31' }
const all = [0, Number.POSITIVE_INFINITY] as const
const unreliable = /ignored the filter’s dates|date filter cannot be relied on/

test.each<[string, boolean, Range, ListFilter, object]>([
  ['heeds them', true, byDate, october, { completeness: 'complete', reasons: [], rows: 148 }],
  ['heeds them', false, byDate, october, { completeness: 'complete', reasons: [], rows: 148 }],
  ['ignores them', true, () => all, october, doubted()],
  ['ignores them', false, () => all, october, doubted()],
  [
    'heeds instants alone',
    true,
    (start, end) => (`${start}${end}`.includes('T') ? byDate(start, end) : all),
    october,
    doubted(),
  ],
  ...[true, false].map((hasDates): [string, boolean, Range, ListFilter, object] => [
    'ignores them beside another filter alone',
    hasDates,
    (start, end, asset) => (asset ? all : byDate(start, end)),
    { ...october, asset_id: 'BTC' },
    doubted(),
  ]),
])(
  'of dates in the filter of a service that %s (with dates: %s) is said what it is worth',
  async (...row) => {
    const [, hasDates, range, filter, expected] = row
    serve(300, range)
    const columns = hasDates ? undefined : ['transaction_id', 'amount']
    expect((await run('csv', columns, { filter })).written).toMatchObject(expected)
  },
)

function doubted() {
  const reasons = expect.arrayContaining([expect.stringMatching(unreliable)])
  return { completeness: 'partial', rows: 300, reasons }
}

test('JSON has the date beside the record', async () => {
  serve(30)
  const json = await run('json')
  const [first] = JSON.parse(json.text)
  expect(first).toMatchObject({ recorded_on: dayAt(0), record: { transaction_id: 't0' } })
})

test.each<readonly [string, Range, RegExp]>([
  ['instants', byDate, /^Recorded on is the UTC day/],
  [
    'days alone',
    (start, end) => (`${start}${end}`.includes('T') ? null : byDate(start, end)),
    /^Recorded on is the service’s own day/,
  ],
])('of a service that takes %s, it is remarked whose days its are', async (_, range, rule) => {
  serve(30, range)
  const { written } = await run()
  expect(written.remarks).toContainEqual(expect.stringMatching(rule))
})

test('of a service that refuses dates no row has one, and the file is proved complete as ever', async () => {
  serve(300, (start, end) => ((start ?? end) === null ? byDate(start, end) : null))
  const { written, text } = await run()
  expect(text).not.toMatch(/,2026-\d\d-\d\d,/)
  expect(written.completeness).toBe('complete')
  expect(written.remarks.join()).toMatch(/300 records have no date\. The service/)
})
