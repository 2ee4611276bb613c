import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dividedBooks } from '../../books/edges.ts'
import { type BooksOtherwise, booksOf } from '../../books/testing/made-books.ts'
import type { ReportRow } from '../../contract/report.ts'
import { newFolder } from '../../server/testing/folder.ts'
import { readSampleQuery, sampleView } from '../../url/samples.ts'
import { drawCommand, sampleAnswer } from './sample.ts'

const item = (
  transaction_id: string | null,
  asset_id = 'ETH',
  amount = '1',
  transaction_type = 'withdraw',
) => ({
  ...{ transaction_id, status: 'completed' },
  transaction: { transaction_type, asset_id, network_id: asset_id, amount },
})
const dayBefore = (days: number) =>
  new Date(Date.UTC(2026, 10, 20) - days * 86_400_000).toISOString().slice(0, 10)
const daily = Array.from({ length: 60 }, (_, index) => [item(`t${index}`), dayBefore(index)] as const)

async function answerTo(link: string, books = booksOf(daily)) {
  const query = readSampleQuery(sampleView.parse(link))
  return await sampleAnswer(
    books,
    { query, isDated: true },
    {
      divide: async (edges, wanted) => (wanted ? books : dividedBooks(books, edges)),
    },
  )
}

async function tablesOf(link: string, books = booksOf(daily)) {
  const answer = await answerTo(link, books)
  if (answer.kind !== 'sample') throw new Error(answer.text)
  return answer.report
}

const idsOf = (rows: readonly ReportRow[] | undefined) => rows?.map(({ cells }) => cells.transaction_id)

test('a shell draws the same from the ids alone, whatever the seed', async () => {
  const folder = await newFolder()
  await writeFile(
    join(folder, 'ids.txt'),
    daily.map(([{ transaction_id }]) => `${transaction_id}\n`).join(''),
  )
  for (const seed of ['20261126', "Ernst’s “seed” $HOME `x` \\ ' é"]) {
    const { tables, remarks, headline } = await tablesOf(new URLSearchParams({ seed, size: '7' }).toString())
    const command = drawCommand(seed, 7)
    expect(remarks.join(' ')).toContain(command)
    const { stdout } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })
    const drawn = tables[0]?.rows.map(({ cells }) => `${cells.draw_sha256} ${cells.transaction_id}`)
    expect(drawn).toEqual(stdout.trimEnd().split('\n'))
    expect(headline.text).toBe('7 of 60 transactions drawn')
  }
})

test('another order or other transactions beside a sample change neither ranks nor the drawn that stay', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(daily, { minLength: 5 }), async (some) => {
      const [all] = (await tablesOf('seed=x&size=60')).tables
      const ids = new Set(some.map(([{ transaction_id }]) => transaction_id))
      const [drawn] = (await tablesOf('seed=x&size=5', booksOf(some))).tables
      const expected = idsOf(all?.rows)?.filter((id) => ids.has(id ?? ''))
      expect(idsOf(drawn?.rows)).toEqual(expected?.slice(0, 5))
    }),
    { numRuns: 20 },
  )
})

test('only what the filter lists is drawn, and the largest are those of each asset', async () => {
  const books = booksOf([
    [item('a', 'BTC', '0.5'), '2026-10-01'],
    [item('b', 'ETH', '90', 'deposit'), '2026-10-02'],
    [item('c', 'ETH', '9'), '2026-10-03'],
    [item('d', 'ETH', '10.5'), '2026-10-03'],
    [item('e', 'ETH', 'NaN'), '2026-10-04'],
    [item(null, 'ETH', '11'), '2026-10-05'],
    [item('f', 'BTC', '0.05'), '2026-10-06'],
  ])
  const report = await tablesOf('transaction_type=withdraw&largest=1&seed=x', books)
  expect(idsOf(report.tables[0]?.rows)?.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(idsOf(report.tables[1]?.rows)).toEqual(['a', 'd'])
  expect(report.tables[1]?.rows[0]?.cells.recorded_on).toBe('2026-10-01')
  expect(report.remarks.join(' ')).toContain('1 transaction has no id, and cannot be drawn.')
  expect(report.parameters).toEqual({ transaction_type: 'withdraw', size: '25', largest: '1', seed: 'x' })
  expect(report.link).toBe('/sample?transaction_type=withdraw&size=25&largest=1&seed=x')
  expect((await tablesOf('asset_id=NONE&seed=x', books)).headline.text).toBe(
    'No transactions match this filter',
  )
})

test('transactions without an id, and several with one id, are neither called none nor taken for each other', async () => {
  const nameless = booksOf([
    [item(null), '2026-10-01'],
    [item(null), '2026-10-02'],
  ])
  for (const link of ['seed=x', 'cutoff=2026-10-01'])
    expect((await tablesOf(link, nameless)).headline.text).toBe('None of 2 transactions has an id')
  const { headline, tables, remarks } = await tablesOf(
    'seed=x',
    booksOf([
      [item('a', 'BTC'), '2026-10-01'],
      [item('a', 'ETH'), '2026-10-02'],
      [item(null), '2026-10-03'],
    ]),
  )
  expect(headline.text).toBe('1 of 1 transaction drawn')
  expect(idsOf(tables[0]?.rows)).toEqual(['a'])
  expect(remarks.join(' ')).toContain('1 transaction has no id, and cannot be drawn.')
  expect(remarks.join(' ')).toContain('1 transaction has the id of another, and is not counted.')
})

test('a cut-off has the last before the end of its day and the first after, in whichever order the service lists', async () => {
  for (const listed of [daily, daily.toReversed()]) {
    const { tables } = await tablesOf('cutoff=2026-10-31&size=3', booksOf(listed))
    expect(tables.map(({ title, rows }) => [title, rows.map(({ cells }) => cells.recorded_on)])).toEqual([
      ['Last 3 before the end of 2026-10-31', ['2026-10-29', '2026-10-30', '2026-10-31']],
      ['First 3 after the end of 2026-10-31', ['2026-11-01', '2026-11-02', '2026-11-03']],
    ])
  }
})

test('a cut-off goes as far as it has to, and says how few there are', async () => {
  const rare = booksOf([
    [item('late'), '2026-11-20'],
    [item('undated'), null],
    [item('early'), '2024-02-01'],
    [item('earlier'), '2023-02-01'],
  ])
  const { tables, remarks } = await tablesOf('cutoff=2025-12-31&size=2', rare)
  expect(tables.map(({ rows }) => idsOf(rows))).toEqual([['earlier', 'early'], ['late']])
  expect(tables[1]?.title).toBe('First 1 after the end of 2025-12-31')
  expect(remarks.join(' ')).toContain('1 transaction has no date, so they may belong to either side.')
})

test('a cut-off in the future has the last transactions before it, and one out of reach is refused rather than empty', async () => {
  const { tables } = await tablesOf('cutoff=9999-12-31&size=2')
  expect(tables.map(({ rows }) => idsOf(rows))).toEqual([['t1', 't0'], []])
  expect(await answerTo('cutoff=1971-01-01&size=2')).toMatchObject({
    kind: 'refused',
    text: 'Not all transactions around the end of 1971-01-01 are within ten years of it. Choose another day, or fewer transactions.',
  })
})

test.each<readonly [string, BooksOtherwise, RegExp]>([
  ['cutoff=2026-10-31&zone=Asia/Bangkok', { days: { form: 'day', whose: 'service' } }, /whole days only/],
  ['cutoff=2026-10-31', { days: { failure: 'ignored' } }, /date/],
  ['seed=x&amount_from=1,5', {}, /amount_from must be a decimal/],
])('%s of %j is refused, with why', async (link, over, why) => {
  expect(await answerTo(link, booksOf(daily, over))).toMatchObject({
    kind: 'refused',
    text: expect.stringMatching(why),
  })
})

test('without dates a sample is drawn all the same', async () => {
  const { tables, remarks } = await tablesOf('seed=x', booksOf(daily, { days: { failure: 'ignored' } }))
  expect(tables[0]?.rows).toHaveLength(25)
  expect(tables[0]?.rows[0]?.cells.recorded_on).toBeNull()
  expect(remarks.at(-1)).toMatch(/date/)
})
