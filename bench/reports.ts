/**
 * `npm run bench:reports`: what reports take on the embedded database and on a PostgreSQL of this machine (BENCH_ROWS for other sizes, or 0 for
 * none; PostgreSQL alone from 200,000 on). Then ten people open pages of lists of the embedded product while a statement, a file and a pack are
 * made over and over: no page may wait longer than 300 ms.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { dayText, monthEnd, monthStart } from '../src/contract/day.ts'
import { madePacksPath } from '../src/contract/packs.ts'
import type { Database } from '../src/database/database.ts'
import { isRefusal } from '../src/reports/entry.ts'
import { figures, reports } from '../src/reports/registry.ts'
import { ReportRecords } from '../src/reports/report-records.ts'
import type { AccountStore } from '../src/store/account-store.ts'
import { updateOutcome, vaultsOutcome, whitelistsOutcome } from '../src/store/testing/records.ts'
import {
  type Ask,
  grouped,
  makePack,
  print,
  row,
  startBenchProduct,
  startBenchSession,
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

/** In milliseconds: of a million transactions on PostgreSQL. */
const goals: Readonly<Record<string, number>> = {
  statement: 200,
  reconciliation: 8000,
  'whitelist-review': 1000,
}

async function measure(name: string, database: Database, count: number): Promise<void> {
  const { account, records } = await benchAccount(database, count)
  await readLists(database, account, records)
  print(`\n${name}, ${grouped(count)} transactions\n`)
  print(row('milliseconds', 'median', 'slowest', 'of this processor', 'goal of a million'))
  for (const entry of [...reports, ...figures]) {
    const [times, used]: [number[], number[]] = [[], []]
    let refused = ''
    for (let round = 1; round <= 5; round += 1) {
      const opened = entry.open(new URLSearchParams(links[entry.name]?.(round) ?? ''), now)
      const { seconds, processor, result } = await timed(async () =>
        isRefusal(opened)
          ? opened
          : await records.readMoment(async (moment) =>
              opened.make(await ReportRecords.open(moment, noPrices)),
            ),
      )
      if (isRefusal(result)) refused = ` (${result.refusal.title})`
      times.push(1000 * seconds)
      used.push(1000 * processor)
    }
    const { median, worst } = summary(times)
    const processor = summary(used).median.toFixed(0)
    const goal = String(goals[entry.name] ?? '')
    print(row(entry.name + refused, median.toFixed(1), worst.toFixed(1), processor, goal))
  }
}

async function noPrices(): Promise<null> {
  return null
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
  const product = await startBenchProduct({
    DEMO_TRANSACTIONS: '25000',
    SYNC_PER_MINUTE: '100000',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
  })
  try {
    const maker = await startBenchSession(product)
    const readers: Ask[] = []
    for (let person = 0; person < people; person += 1) readers.push(await startBenchSession(product))
    await untilDated(maker)
    print(`\nThe embedded product, 25,000 transactions, ${people} readers of lists, meanwhile:\n`)
    print(row('milliseconds', 'pages', 'median', 'slowest', 'made meanwhile'))
    for (const [name, makers] of Object.entries({ nothing: [], 'a statement, a file and a pack': made })) {
      const end = performance.now() + 20_000
      const [counts, times] = await Promise.all([
        Promise.all(makers.map((make) => makeUntil(end, (round) => make(maker, round)))),
        Promise.all(readers.map((ask, person) => openPages(ask, person, end))),
      ])
      const { median, worst } = summary(times.flat())
      const slow = worst > pageGoal ? ` (goal ${pageGoal})` : ''
      const figures = [grouped(times.flat().length), median.toFixed(1), worst.toFixed(1) + slow]
      print(row(name, ...figures, counts.join(', ')))
      if (slow) process.exitCode = 1
    }
  } finally {
    await product.stop()
  }
}

/** True once it is made, and false where it cannot be now. */
type Make = (ask: Ask, round: number) => Promise<boolean>

/** Of another period in each round: a report is kept. */
const makeStatement: Make = (ask, round) =>
  isAnswered(ask, `/reports/statement?period=${dayText(lastDay - 400)}..${dayText(lastDay - 1 - round)}`)

const makeFile: Make = (ask, round) => {
  const order = round % 2 ? 'asc' : 'desc'
  return isAnswered(ask, `/transactions?as=csv&sort=amount%3A${order}&fingerprint=${ask.fingerprint}`)
}

const makeAndRemovePack: Make = async (ask, round) => {
  const pack = await makePack(ask, monthBefore(1 + (round % 12)))
  if (pack) await ask(`${madePacksPath}/${pack.id}`, { method: 'DELETE' })
  return pack?.state === 'ready'
}

const made = [makeStatement, makeFile, makeAndRemovePack]

async function isAnswered(ask: Ask, path: string): Promise<boolean> {
  const answer = await ask(`/api${path}`)
  await answer.arrayBuffer()
  if (!answer.ok && answer.status !== 503) throw new Error(`${path} was answered with HTTP ${answer.status}.`)
  return answer.ok
}

/** How many were made. */
async function makeUntil(end: number, make: (round: number) => Promise<boolean>): Promise<number> {
  let count = 0
  for (let round = 0; performance.now() < end; round += 1) {
    if (await make(round)) count += 1
    else await sleep(200)
  }
  return count
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
