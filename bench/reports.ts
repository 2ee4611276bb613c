/**
 * `npm run bench:reports`: what reports take, and what it takes to know on which side of their edges transactions lie, on the embedded database
 * and on a PostgreSQL of this machine (BENCH_ROWS for other sizes, or 0 for none; PostgreSQL alone from 200,000 on), and what an audit pack takes, memory
 * too. Then ten people open pages of lists of the embedded product while reports, files and packs are made: no page may wait longer than 300 ms.
 */

import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseBody } from '../src/contract/answer-body.ts'
import { dayText, monthEnd, monthStart } from '../src/contract/day.ts'
import { madePacksPath } from '../src/contract/packs.ts'
import { zoneDayStart } from '../src/contract/time-zone.ts'
import type { Database } from '../src/database/database.ts'
import type { AboutFiles } from '../src/evidence/about.ts'
import { isRefusal } from '../src/reports/entry.ts'
import { readPackScope } from '../src/reports/pack-scope.ts'
import { figures, reports } from '../src/reports/registry.ts'
import { ReportRecords } from '../src/reports/report-records.ts'
import { FileRoom } from '../src/server/gateway/downloads/file-room.ts'
import { writePack } from '../src/server/gateway/packs/pack-file.ts'
import type { SignedClaims } from '../src/server/gateway/signed-about.ts'
import type { AccountStore } from '../src/store/account-store.ts'
import { undecidedRows } from '../src/store/moments.ts'
import { openStore } from '../src/store/store.ts'
import { updateOutcome, vaultsOutcome, whitelistsOutcome } from '../src/store/testing/records.ts'
import { normaliseTransaction } from '../src/sync/service/normalise.ts'
import {
  type Ask,
  grouped,
  makePack,
  print,
  row,
  signIn,
  startProduct,
  summary,
  timed,
  untilDated,
  withDatabase,
} from './harness.ts'
import {
  benchAccount,
  benchAddress,
  dayMilliseconds,
  lastDay,
  networkCount,
  partyCount,
  setState,
} from './store-rows.ts'

const sizes = process.env.BENCH_ROWS?.split(',').map(Number).filter(Boolean) ?? [25_000, 1_000_000]
const now = lastDay * dayMilliseconds
const asOf = new Date(now).toISOString()

/** Parameters of a report's link, other ones in each round: a report is kept until the records change. */
const links: Readonly<Record<string, (round: number) => string>> = {
  statement: (round) => `period=${monthBefore(round)}`,
  'holding-ledger': (round) => `period=${monthBefore(round)}&holding=vault-${7 + 5 * round}/A1@N1`,
  'balance-confirmation': (round) => `at=${dayText(lastDay - 10 * round)}`,
  'balance-chart': (round) => `period=${monthBefore(round)}`,
  postings: (round) => `period=${monthBefore(round)}`,
  counterparties: (round) => `period=${monthBefore(round)}`,
  fees: (round) => `period=${monthBefore(round)}`,
  sample: (round) => `size=25&largest=5&seed=${round}`,
  activity: () => 'span=12m',
}

/** In milliseconds; the first that fits. */
const goals: Readonly<
  Record<string, readonly (readonly [rows: number, embedded: number | null, postgres: number])[]>
> = {
  statement: [
    [25_000, 150, 150],
    [1_000_000, null, 200],
  ],
  reconciliation: [[1_000_000, null, 8000]],
  'whitelist-review': [[1_000_000, null, 1000]],
}

async function measure(name: string, database: Database, count: number): Promise<void> {
  const { account, records } = await benchAccount(database, count)
  await readLists(database, account, records)
  print(`\n${name}, ${grouped(count)} transactions\n`)
  print(row('milliseconds', 'median', 'slowest', 'of this processor', 'goal'))
  await measureMoments(database, account)
  for (const entry of [...reports, ...figures]) {
    const [goal] = (goals[entry.name] ?? []).filter(([rows]) => rows === count)
    const limit = name === 'PGlite' ? goal?.[1] : goal?.[2]
    const [times, used]: [number[], number[]] = [[], []]
    let refused = ''
    for (let round = 1; round <= (count > 200_000 ? 5 : 9); round += 1) {
      const opened = entry.open(new URLSearchParams(links[entry.name]?.(round) ?? ''), now)
      const { seconds, processor, result } = await timed(async () =>
        isRefusal(opened)
          ? opened
          : await records.readMoment(async (moment) =>
              opened.make(await ReportRecords.open(moment, noPrices)),
            ),
      )
      if (isRefusal(result)) refused = result.refusal.title
      times.push(1000 * seconds)
      used.push(1000 * processor)
    }
    printTimes(refused ? `${entry.name} (${refused})` : entry.name, times, used, limit ?? null)
  }
  await measureNews(database, account, records)
  await measurePack(records, tmpdir())
}

/** The first statement after each update that has one record otherwise, and the first of a program that has just begun, which adds up all. */
async function measureNews(database: Database, account: string, records: AccountStore): Promise<void> {
  const statement = reports.find(({ name }) => name === 'statement')
  const first = async (of: AccountStore, round: number) => {
    const opened = statement?.open(new URLSearchParams(links.statement?.(round) ?? ''), now)
    if (!opened || isRefusal(opened)) throw new Error('There is no statement.')
    const { seconds, processor } = await timed(() =>
      of.readMoment(async (moment) => opened.make(await ReportRecords.open(moment, noPrices))),
    )
    return [1000 * seconds, 1000 * processor] as const
  }
  const held = heapUsed()
  const begun = (await openStore(database)).of(account)
  const all = [await first(begun, 1)]
  const kept = heapUsed() - held
  const news: (readonly [number, number])[] = []
  for (let round = 1; round <= 5; round += 1) {
    const [row] = await database.query<'record'>(
      `select record from custody_store.transaction where account = $1 and status = 'completed' order by position limit 1`,
      [account],
    )
    const text = JSON.stringify({ ...JSON.parse(row?.record ?? ''), status: 'failed' })
    const changed = [{ transaction: normaliseTransaction(parseBody(text)), text, place: 0 }]
    const fence = (await records.takeLease('bench', 3600)) ?? ''
    await records.applyUpdate(fence, updateOutcome({ begun: asOf, ended: asOf, changed }))
    news.push(await first(begun, 1))
  }
  for (const [name, times] of [
    ['statement, the first of all', all],
    ['statement after news', news],
  ] as const)
    printTimes(
      name,
      times.map(([time]) => time),
      times.map(([, used]) => used),
    )
  print(`kept of movements: ${grouped(kept / 2 ** 20)} MiB`)
}

function heapUsed(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** A pack of a month, which has every record; and the memory of this program above what it takes before: the most in each fourth of the time. */
async function measurePack(records: AccountStore, folder: string): Promise<void> {
  const scope = readPackScope({ period: monthBefore(2), vaults: null }, now)
  if ('fault' in scope) throw new Error(scope.fault)
  const file = await new FileRoom([folder], 16_000_000_000).open({
    key: 'bench',
    session: 'bench',
    isReading: false,
  })
  const origin = { gateway: { name: 'bench', version: '1' }, service: 'bench', account: 'bench' }
  const order = {
    ...{ ...scope, stated: {}, now, prices: noPrices },
    signing: { keys: [], sign: async () => 'bench' },
    about: (claims: SignedClaims): AboutFiles => ({
      ...{ ...origin, account_typed: null, made_by: { key: 'bench' }, made_at: asOf, complete: true },
      ...claims,
    }),
    onProgress: () => {},
  }
  globalThis.gc?.()
  const idle = process.memoryUsage.rss()
  const held = process.memoryUsage().heapUsed
  const samples: number[] = []
  const heaps: number[] = []
  const sampling = setInterval(() => samples.push(process.memoryUsage.rss() - idle), 50)
  const collecting = setInterval(() => {
    globalThis.gc?.()
    heaps.push(process.memoryUsage().heapUsed - held)
  }, 1000)
  const { signal } = new AbortController()
  const { seconds } = await timed(() =>
    records.readMoment((moment) => writePack(moment, order, file, signal)),
  )
  clearInterval(sampling)
  clearInterval(collecting)
  print(`a pack: ${seconds.toFixed(1)} s, ${grouped(file.size / 1e6)} MB`)
  print(
    `MiB above idle: ${mostOfQuarters(samples)}; of these in use after a collection: ${mostOfQuarters(heaps)}`,
  )
  await file.close()
}

function mostOfQuarters(samples: readonly number[]): string {
  const quarter = Math.ceil(samples.length / 4)
  const most = [0, 1, 2, 3].map((part) => Math.max(0, ...samples.slice(part * quarter, (part + 1) * quarter)))
  return most.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')
}

async function noPrices(): Promise<null> {
  return null
}

/** The processor's time of this program, with the embedded database and without PostgreSQL. */
function printTimes(
  name: string,
  times: readonly number[],
  used: readonly number[] = [],
  goal: number | null = null,
): void {
  const { median, worst } = summary(times)
  const processor = used.length > 0 ? summary(used).median.toFixed(0) : ''
  print(row(name, median.toFixed(1), worst.toFixed(1), processor, goal === null ? '' : String(goal)))
}

/** On which side of these moments transactions lie, as a report asks before it is made: here, that none is known for half of those around. */
async function measureMoments(database: Database, account: string): Promise<void> {
  const edges: Readonly<Record<string, (round: number) => readonly number[]>> = {
    'undecided at the ends of a month': (round) =>
      [0, 1].map((end) => dayMilliseconds * (lastDay - 30 * (round + end))),
    'undecided at the ends of a month in Hong Kong': (round) =>
      [0, 1].map((end) => zoneDayStart(lastDay - 30 * (round + end), 'Asia/Hong_Kong')),
    'undecided on every day of a year in Hong Kong': (round) =>
      Array.from({ length: 366 }, (_, day) => zoneDayStart(lastDay - round - day, 'Asia/Hong_Kong')),
  }
  for (const [name, momentsOf] of Object.entries(edges)) {
    const times: number[] = []
    for (let round = 1; round <= 9; round += 1) {
      const { seconds } = await timed(() => undecidedRows(database, account, momentsOf(round)))
      times.push(1000 * seconds)
    }
    printTimes(name, times)
  }
}

function monthBefore(months: number): string {
  let first = monthStart(lastDay)
  for (let back = 0; back < months; back += 1) first = monthStart(first - 1)
  return `${dayText(first)}..${dayText(monthEnd(first))}`
}

/** The other lists of the account, and that all of it was read and dated. */
async function readLists(database: Database, account: string, records: AccountStore): Promise<void> {
  const fence = (await records.takeLease('bench', 3600)) ?? ''
  const balances = { total_balance: '1000000', available_balance: '1000000' }
  const vaults = Array.from({ length: 60 }, (_, vault) => ({
    ...{ vault_id: `vault-${vault}`, vault_name: `Vault ${vault}`, vault_type: vault % 2 ? 'cold' : 'warm' },
    assets: Array.from({ length: 40 }, (_, asset) => ({
      ...{ asset_id: `A${asset}`, network_id: `N${asset % 17}`, balances },
    })),
  }))
  const whitelists = Array.from({ length: partyCount }, (_, party) => ({
    ...{ whitelist_id: `list-${party}`, whitelist_name: `List ${party}`, whitelist_type: 'third_party' },
    assets: Array.from({ length: networkCount }, (_, network) => ({
      ...{ asset_id: `A${network}`, network_id: `N${network}` },
      address: benchAddress(`N${network}w${party}`),
    })),
  }))
  const times = { begun: asOf, ended: asOf }
  const lists = { vaults: vaultsOutcome(...vaults), whitelists: whitelistsOutcome(...whitelists) }
  await records.applyUpdate(fence, updateOutcome({ ...times, lists }))
  const list = { ...times, completeness: 'complete', doubts: [] } as const
  const state = {
    ...(await records.state()),
    ...{ asOf, readWhole: list },
    lists: {
      transactions: list,
      whitelists: list,
      vaults: list,
      balances: { all: list, cold: list, warm: list },
    },
    dates: {
      ...{ failure: null, form: 'instant', days: 'utc', isComplete: true, askedFrom: 0 },
      ...{ longestPage: 1000, undated: 0, doubts: [] },
    },
  }
  await setState(database, account, state)
}

/** Milliseconds that a page of a list may take while reports and files are made. */
const pageGoal = 300
const people = 10
const pages = [
  '/transactions?limit=51',
  '/transactions?limit=51&status=pending&status=failed',
  '/transactions?limit=51&sort=amount%3Adesc',
  '/vaults?limit=51',
  '/whitelist?limit=51',
]

async function measureReaders(): Promise<void> {
  const product = await startProduct({
    DEMO_TRANSACTIONS: '25000',
    SYNC_PER_MINUTE: '100000',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
  })
  try {
    const maker = await signIn(product)
    const readers: Ask[] = []
    for (let person = 0; person < people; person += 1) readers.push(await signIn(product))
    await untilDated(maker)
    print(`\nThe embedded product, 25,000 transactions, ${people} readers of lists, meanwhile:\n`)
    print(row('milliseconds', 'pages', 'median', 'slowest', 'made meanwhile', 'longest of these'))
    for (const [name, lanes] of Object.entries(madeMeanwhile)) {
      const end = performance.now() + 20_000
      const [made, times] = await Promise.all([
        Promise.all(lanes.map((make) => makeUntil(end, (round) => make(maker, round)))),
        Promise.all(readers.map((ask, person) => openPages(ask, person, end))),
      ])
      const { median, worst } = summary(times.flat())
      const slow = worst > pageGoal ? ` (goal ${pageGoal})` : ''
      const figures = [grouped(times.flat().length), median.toFixed(1), worst.toFixed(1) + slow]
      const counts = made.map(({ length }) => grouped(length)).join(', ')
      const longest = made.map((each) => grouped(Math.max(0, ...each))).join(', ')
      print(row(name, ...figures, counts, longest))
      if (slow) process.exitCode = 1
    }
  } finally {
    await product.stop()
  }
}

/** True once it is made, and false where it cannot be now. */
type Make = (ask: Ask, round: number) => Promise<boolean>

/** In each zone, a month has other edges. */
const makeStatement: Make = (ask, round) => {
  const zone = encodeURIComponent(zones[Math.floor(round / 12) % zones.length] ?? 'UTC')
  return isAnswered(ask, `/reports/statement?period=${monthBefore(1 + (round % 12))}&zone=${zone}`)
}

const makeFile: Make = (ask, round) => {
  const order = round % 2 ? 'asc' : 'desc'
  return isAnswered(ask, `/transactions?as=csv&sort=amount%3A${order}&fingerprint=${ask.fingerprint}`)
}

const makeAndRemovePack: Make = async (ask, round) => {
  const pack = await makePack(ask, monthBefore(1 + (round % 12)))
  if (pack) await ask(`${madePacksPath}/${pack.id}`, { method: 'DELETE' })
  return pack?.state === 'ready'
}

/** One lane each: what is made there one after the other. */
const madeMeanwhile: Readonly<Record<string, readonly Make[]>> = {
  nothing: [],
  'statements, anew': [makeStatement, makeStatement],
  'files of transactions': [makeFile, makeFile],
  packs: [makeAndRemovePack],
  'a statement, a file and a pack': [makeStatement, makeFile, makeAndRemovePack],
}

async function isAnswered(ask: Ask, path: string): Promise<boolean> {
  const answer = await ask(`/api${path}`)
  await answer.arrayBuffer()
  if (!answer.ok && answer.status !== 503) throw new Error(`${path} was answered with HTTP ${answer.status}.`)
  return answer.ok
}

const zones = [
  ...['UTC', 'Asia/Hong_Kong', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Tokyo'],
  ...['America/Los_Angeles', 'Australia/Sydney', 'America/Sao_Paulo', 'Asia/Dubai'],
]

/** The milliseconds that each took. */
async function makeUntil(end: number, make: (round: number) => Promise<boolean>): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; performance.now() < end; round += 1) {
    const begun = performance.now()
    if (await make(round)) times.push(performance.now() - begun)
    else await sleep(200)
  }
  return times
}

async function openPages(ask: Ask, person: number, end: number) {
  const times: number[] = []
  await sleep(100 * person)
  for (let round = person; performance.now() < end; round += 1) {
    const begun = performance.now()
    if (!(await isAnswered(ask, pages[round % pages.length] ?? ''))) throw new Error('A page was refused.')
    times.push(performance.now() - begun)
    await sleep(Math.max(0, 1000 - (performance.now() - begun)))
  }
  return times
}

for (const count of sizes) {
  const measured = (database: Database, name: string) => measure(name, database, count)
  if (count < 200_000) await withDatabase('PGlite', measured)
  await withDatabase('PostgreSQL', measured)
}
await measureReaders()
