import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { ReportRow } from '../../contract/report.ts'
import { openEither } from '../../database/testing/databases.ts'
import { newFolder } from '../../server/testing/folder.ts'
import type { AccountStore } from '../../store/account-store.ts'
import {
  answeredReport,
  type KeptItem,
  type KeptOtherwise,
  keptAccount,
  madeReport,
} from '../testing/kept-account.ts'
import { drawCommand, sampleEntry } from './sample.ts'

const database = await openEither()
let dailyAccount: AccountStore
beforeAll(async () => {
  dailyAccount = await keptAccount(database, daily)
})

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
const daily: readonly KeptItem[] = Array.from({ length: 60 }, (_, index) => [
  item(`t${index}`),
  dayBefore(index),
])

const kept = (items: readonly KeptItem[], otherwise?: KeptOtherwise) =>
  keptAccount(database, items, otherwise)
const made = (link: string, account = dailyAccount) => madeReport(account, sampleEntry, link)
const idsOf = (rows: readonly ReportRow[] | undefined) => rows?.map(({ cells }) => cells.transaction_id)

test.each([
  ['20261126', '\n', '\n'],
  ["Ernst’s “seed” $HOME `x` \\ ' é", '\n', ''],
  ['x', '\r\n', '\r\n'],
  ['x', '\r\n', ''],
])(
  'a shell draws the same by the seed %s from the ids alone, however their lines end',
  async (seed, between, end) => {
    const folder = await newFolder()
    const ids = daily.map((_, index) => `t${index}`)
    await writeFile(join(folder, 'ids.txt'), ids.join(between) + end)
    const { tables, remarks, headline } = await made(String(new URLSearchParams({ seed, size: '7' })))
    const command = drawCommand(seed, 7)
    expect(remarks.join(' ')).toContain(command)
    expect(remarks).toContainEqual(expect.stringMatching(/^The seed was chosen by whoever made the sample/))
    const { stdout } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })
    const drawn = tables[0]?.rows.map(({ cells }) => `${cells.draw_sha256} ${cells.transaction_id}`)
    expect(drawn).toEqual(stdout.trimEnd().split('\n'))
    expect(headline.text).toBe('7 of 60 transactions drawn')
  },
)

test('only what the filter lists is drawn, and the largest are those of each asset', async () => {
  const account = await kept([
    [item('a', 'BTC', '0.5'), '2026-10-01'],
    [item('b', 'ETH', '90', 'deposit'), '2026-10-02'],
    [item('c', 'ETH', '9'), '2026-10-03'],
    [item('d', 'ETH', '10.5'), '2026-10-03'],
    [item('e', 'ETH', 'NaN'), '2026-10-04'],
    [item(null, 'ETH', '11'), '2026-10-05'],
    [item('f', 'BTC', '0.05'), '2026-10-06'],
  ])
  const report = await made('transaction_type=withdraw&largest=1&seed=x', account)
  expect(idsOf(report.tables[0]?.rows)?.toSorted()).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(idsOf(report.tables[1]?.rows)).toEqual(['a', 'd'])
  expect(report.tables[1]?.rows[0]?.cells.recorded_on).toBe('2026-10-01')
  expect(report.remarks.join(' ')).toContain('1 transaction has no id, and cannot be drawn.')
  expect(report.parameters).toEqual({ transaction_type: 'withdraw', size: '25', largest: '1', seed: 'x' })
  expect(report.link).toBe('/sample?transaction_type=withdraw&size=25&largest=1&seed=x')
  expect((await made('asset_id=NONE&seed=x', account)).headline.text).toBe(
    'No transactions match this filter',
  )
})

test('transactions without an id, and several with one id, are neither called none nor taken for each other', async () => {
  const nameless = await kept([
    [item(null), '2026-10-01'],
    [item(null), '2026-10-02'],
  ])
  for (const link of ['seed=x', 'cutoff=2026-10-01'])
    expect((await made(link, nameless)).headline.text).toBe('None of 2 transactions has an id')
  const { headline, tables, remarks } = await made(
    'seed=x',
    await kept([
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
    const { tables } = await made('cutoff=2026-10-31&size=3', await kept(listed))
    expect(tables.map(({ title, rows }) => [title, rows.map(({ cells }) => cells.recorded_on)])).toEqual([
      ['Last 3 before the end of 2026-10-31 (UTC)', ['2026-10-29', '2026-10-30', '2026-10-31']],
      ['First 3 after the end of 2026-10-31 (UTC)', ['2026-11-01', '2026-11-02', '2026-11-03']],
    ])
  }
})

test('a cut-off goes as far as it has to, and says how few there are', async () => {
  const rare = await kept([
    [item('late'), '2026-11-20'],
    [item('undated'), null],
    [item('early'), '2003-02-01'],
    [item('earlier'), '2002-02-01'],
  ])
  const { tables, remarks } = await made('cutoff=2025-12-31&size=2', rare)
  expect(tables.map(({ rows }) => idsOf(rows))).toEqual([['earlier', 'early'], ['late']])
  expect(tables[1]?.title).toBe('First 1 after the end of 2025-12-31 (UTC)')
  expect(remarks.join(' ')).toContain('1 transaction has no date, so it may belong to either side.')
  const future = await made('cutoff=9999-12-31&size=2')
  expect(future.tables.map(({ rows }) => idsOf(rows))).toEqual([['t1', 't0'], []])
})

test('a cut-off in a zone tells sides apart by its midnight, and days by its days', async () => {
  const hour = 3_600_000
  const midnight = Date.UTC(2026, 9, 31, 16)
  const within = (from: number, hours: number) => ({
    from: midnight + from * hour,
    before: midnight + (from + hours) * hour,
  })
  const account = await kept([
    [item('after'), within(0, 8)],
    [item('undecided'), within(-16, 24)],
    [item('before'), within(-16, 16)],
    [item('two days'), within(-40, 24)],
  ])
  const { tables, headline, remarks } = await made('cutoff=2026-10-31&zone=Asia/Hong_Kong', account)
  expect(
    tables.map(({ rows }) => rows.map(({ cells }) => [cells.transaction_id, cells.recorded_on])),
  ).toEqual([
    [
      ['two days', null],
      ['before', '2026-10-31'],
    ],
    [['after', '2026-11-01']],
  ])
  expect(headline.text).toBe('3 of 4 transactions around the end of 2026-10-31 (Asia/Hong_Kong)')
  expect(remarks.join(' ')).toContain('1 transaction has no date')
})

test.each<readonly [string, KeptOtherwise, RegExp]>([
  ['cutoff=2026-10-31&zone=Asia/Bangkok', { dates: { form: 'day', days: 'service' } }, /whole days only/],
  ['cutoff=2026-10-31', { dates: { failure: 'ignored' } }, /date/],
  ['seed=x&start_date=2026-10-01', { dates: { failure: 'ignored' } }, /date/],
  ['seed=x&amount_from=1,5', {}, /amount_from must be a decimal/],
  ['cutoff=2026-02-31', {}, /no valid value for cutoff/],
  ['seed=x&size=0&zone=Mars/Base', {}, /no valid value for size and zone/],
])('%s of %j is refused, with why', async (link, otherwise, why) => {
  expect(await answeredReport(await kept([], otherwise), sampleEntry, link)).toMatchObject({
    refusal: { text: expect.stringMatching(why) },
  })
})

test('without dates a sample is drawn all the same', async () => {
  const { tables, remarks } = await made('seed=x', await kept(daily, { dates: { failure: 'ignored' } }))
  expect(tables[0]?.rows).toHaveLength(25)
  expect(tables[0]?.rows[0]?.cells.recorded_on).toBeNull()
  expect(remarks.at(-1)).toMatch(/date/)
})

test('of a period, what may be in it and what is not known to be are told', async () => {
  const { basis, headline } = await made(
    'seed=x&start_date=2026-10-01&end_date=2026-10-31',
    await kept([
      [item('in'), '2026-10-05'],
      [item('out'), '2026-11-05'],
      [item('undated'), null],
    ]),
  )
  expect(headline.text).toBe('1 of 1 transaction drawn')
  expect(basis.doubts.join(' ')).toContain('whether 1 record is in the period: it is left out')
  const unknown = await made('seed=x&start_date=2026-10-01', await kept([[item('undated'), null]]))
  expect(unknown.headline.text).toBe('No transactions are known to match this filter')
})
