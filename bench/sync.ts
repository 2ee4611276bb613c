/**
 * `npm run bench:sync`: what reading accounts takes of the service, of the processor and of whoever asks the same database meanwhile. An account
 * of each size is read by the gateway's jobs from the included service over loopback HTTP, beside a bare walk of the same lists: a first reading,
 * an update without news, one after 100 transactions are new and up to 10 have changed, a whole reading, and the dates. Then many accounts of 500
 * transactions at once, each within its rate. Service and store share one database, as in the demonstration: the embedded one, or that of
 * `DATABASE_URL`. `BENCH_ROWS` are the sizes, `BENCH_ACCOUNTS` is how many accounts.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { readGatewaySettings } from '../src/server/gateway/settings.ts'
import { systemClock } from '../src/server/gateway/sync/clock.ts'
import { JobRunner } from '../src/server/gateway/sync/job-runner.ts'
import { KeyPace } from '../src/server/gateway/sync/key-pace.ts'
import type { JobKind } from '../src/server/gateway/sync/plan.ts'
import { type JobResult, Scheduler, type SchedulerEvents } from '../src/server/gateway/sync/scheduler.ts'
import { ServiceReader } from '../src/server/gateway/sync/service-reader.ts'
import { Upstream } from '../src/server/gateway/upstream.ts'
import { createKey } from '../src/server/service/keys.ts'
import type { AccountStore } from '../src/store/account-store.ts'
import type { AccountIdentity } from '../src/store/identity.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { readListRecords } from '../src/sync/service/read-list.ts'
import { createProfile } from '../src/sync/service/service-profile.ts'
import type { ServiceRead } from '../src/sync/service/service-read.ts'
import {
  wholeBalances,
  wholeTransactions,
  wholeVaults,
  wholeWhitelists,
} from '../src/sync/service/whole-lists.ts'
import {
  type Bench,
  benchKey,
  changeLedger,
  grouped,
  print,
  row,
  summary,
  timed,
  withBenchService,
} from './harness.ts'

const sizes = (process.env.BENCH_ROWS ?? '160,5000,25000').split(',').map(Number)
const accounts = Number(process.env.BENCH_ACCOUNTS ?? '200')
const unlimited = 1_000_000_000
const perMinute = 600

for (const rows of sizes) await withBenchService(rows, (bench) => measureAccount(bench, rows))
if (accounts > 0) await withBenchService(500, measureAccounts)

async function measureAccount(bench: Bench, rows: number): Promise<void> {
  const { database, received } = bench
  const requests = () => received.filter(({ key }) => key === benchKey).length
  const upstream = upstreamOf(bench, unlimited)
  const store = await openStore(database)
  const identity = typed(benchKey)
  const account = store.of(await store.account(identity))
  const fence = (await account.takeLease('bench', 3600)) ?? ''
  const runner = new JobRunner({
    settings: { SYNC_PER_MINUTE: unlimited },
    upstream,
    clock: systemClock,
    onRequest: () => {},
  })
  const perform = (kind: JobKind) =>
    runner.perform({
      ...{ kind, identity, store: account, fence },
      signal: new AbortController().signal,
      isHurried: () => false,
      isAwaited: () => false,
      onProgress: () => {},
      onReadOnce: async () => {},
      onSilence: () => {},
    })
  const walk = () =>
    new ServiceReader(upstream, systemClock).run(bareWalk(), {
      credentials: identity,
      profile: createProfile(),
      pace: new KeyPace(unlimited, systemClock),
      isInBackground: () => false,
      signal: new AbortController().signal,
      onRequest: () => {},
      onSilence: () => {},
    })
  const measured = async (name: string, work: () => Promise<string>) => {
    const before = requests()
    const { result, seconds, processor } = await timed(work)
    const figures = [grouped(requests() - before), seconds.toFixed(2), processor.toFixed(2)]
    print(row(name, ...figures, (processor / bare.processor).toFixed(2), result))
  }
  await walk()
  const asked = requests()
  const bare = await timed(walk)
  print(`\n${grouped(rows)} transactions`)
  print(row('', 'requests', 's', 's of processor', 'of the walk', 'found'))
  const figures = [grouped(requests() - asked), bare.seconds.toFixed(2), bare.processor.toFixed(2)]
  print(row('a bare walk, twice', ...figures, '1'))
  const memory = watchMemory()
  const lists = await watchLists(bench)
  await measured('first reading', async () => foundBy(await perform('first')))
  const waits = await lists.end()
  await measured('update without news', async () => foundBy(await perform('update')))
  const changed = await changeLedger(database)
  await measured(`update, 100 new and ${changed} changed`, async () => foundBy(await perform('update')))
  await measured('whole reading without news', async () => foundBy(await perform('whole')))
  await measured('dates', async () => await dateAll(perform, account))
  print(`A page of the service, every 50 ms during the first reading: ${waits}; ${memory.end()}`)
  await upstream.close()
}

function foundBy({ added, changed, gone, wantsWhole }: JobResult): string {
  return `+${added} ~${changed} -${gone}${wantsWhole ? ' doubtful' : ''}`
}

async function dateAll(
  perform: (kind: JobKind) => Promise<JobResult>,
  account: AccountStore,
): Promise<string> {
  while ((await perform('dates')).isUnfinished);
  return `${await account.undatedRows()} undated`
}

/** Every list twice; nothing is kept. */
function* bareWalk(): ServiceRead<void> {
  const list = wholeTransactions()
  for (let time = 0; time < 2; time += 1) {
    yield* readListRecords<unknown>(wholeVaults())
    for (const type of ['all', 'cold', 'warm'] as const) yield* readListRecords<unknown>(wholeBalances(type))
    yield* readListRecords<unknown>(wholeWhitelists())
    for (let offset = 0, isLast = false; !isLast; offset += 1000) {
      const { records } = yield* list.read({ limit: 1000, offset })
      isLast = records.length < 1000
    }
  }
}

/** Asks for a page of the service over and over, as a person's console does of the same database until the account is read. */
async function watchLists({ address, database }: Bench) {
  const { key } = await createKey(database, { name: 'Somebody', roles: ['viewer'] })
  const waits: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const start = performance.now()
      const { body } = await request(`${address}/transactions?limit=50&offset=0`, {
        headers: { 'x-api-key': key },
      })
      await body.dump()
      waits.push(performance.now() - start)
      await sleep(50)
    }
  })()
  return {
    async end(): Promise<string> {
      isOver = true
      await watching
      const { median, late, worst } = summary(waits)
      return `median ${median.toFixed(0)} ms, 95 of 100 within ${late.toFixed(0)} ms, the worst ${worst.toFixed(0)} ms`
    },
  }
}

function watchMemory() {
  const held = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
  const before = held()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, held())
  }, 100)
  return {
    end(): string {
      clearInterval(timer)
      return `${before} MiB resident before, ${most} MiB at the most, the service and its database included`
    },
  }
}

/** All are read for the first time, and then kept up to date for a minute. */
async function measureAccounts(bench: Bench): Promise<void> {
  const upstream = upstreamOf(bench, perMinute)
  const store = await openStore(bench.database)
  const readAt = new Map<string, number>()
  const updates = new Map<string, number>()
  const failures: string[] = []
  const runner = new JobRunner({
    settings: { SYNC_PER_MINUTE: perMinute },
    upstream,
    clock: systemClock,
    onRequest: () => {},
  })
  const scheduler = new Scheduler({
    settings: { SYNC_SECONDS: 15, SYNC_WHOLE_HOURS: 24 },
    tasks: [],
    clock: systemClock,
    holder: 'bench',
    perform: (order) => runner.perform(order),
    events: eventsOf({
      ended({ account, kind }) {
        if (kind === 'first') readAt.set(account, performance.now())
        if (kind === 'update') updates.set(account, (updates.get(account) ?? 0) + 1)
      },
      failed: (_job, error) => failures.push(String(error)),
      databaseFailed: (error) => failures.push(String(error)),
      silent: (_job, error) => failures.push(String(error)),
    }),
  })
  const begun = performance.now()
  const followed = await followAll(bench, store, scheduler)
  const stop = systemClock.every(1000, () => scheduler.step())
  while (readAt.size < accounts && failures.length === 0) await sleep(100)
  const all = performance.now()
  updates.clear()
  for (let second = 0; second < 60; second += 1) {
    for (const account of followed) scheduler.look(account)
    await sleep(1000)
  }
  stop()
  await scheduler.close()
  await upstream.close()
  const times = followed.map((account) => ((readAt.get(account) ?? Number.NaN) - begun) / 1000)
  const counts = followed.map((account) => updates.get(account) ?? 0).sort((one, other) => one - other)
  const busiest = busiestMinute(bench)
  print(
    `\n${accounts} accounts of 500 transactions, ${perMinute} requests a minute for each key: all read after ${((all - begun) / 1000).toFixed(0)} s, ` +
      `the median after ${summary(times).median.toFixed(0)} s, ${grouped(bench.requests())} requests; in the minute after that ${counts[0]} to ${counts.at(-1)} updates each; ` +
      `the busiest minute of a key had ${busiest} requests; ${failures.length === 0 ? 'nothing failed' : failures[0]}`,
  )
  if (busiest > perMinute || counts[0] === 0 || failures.length > 0) process.exitCode = 1
}

async function followAll(
  { database }: Bench,
  store: Store,
  scheduler: Scheduler,
): Promise<readonly string[]> {
  const followed: string[] = []
  for (let number = 0; number < accounts; number += 1) {
    const { key } = await createKey(database, { name: `Account ${number}`, roles: ['viewer'] })
    const account = await store.account(typed(key))
    scheduler.follow(account, typed(key), store.of(account))
    scheduler.look(account)
    followed.push(account)
  }
  return followed
}

/** The most requests of one key within any sixty seconds. */
function busiestMinute({ received }: Bench): number {
  const times = new Map<string, number[]>()
  for (const { key, at } of received) times.set(key, [...(times.get(key) ?? []), at])
  let most = 0
  for (const each of times.values()) {
    let first = 0
    each.forEach((at, index) => {
      while ((each[first] ?? at) <= at - 60_000) first += 1
      most = Math.max(most, index - first + 1)
    })
  }
  return most
}

function eventsOf(events: Partial<SchedulerEvents>): SchedulerEvents {
  const nothing = () => {}
  return {
    ...{ mayBegin: () => true, ended: nothing, silent: nothing, heard: nothing, refused: async () => {} },
    ...{ databaseFailed: nothing, databaseAnswered: nothing, failed: nothing },
    ...events,
  }
}

function typed(apiKey: string): AccountIdentity {
  return { service: 'bench', reader: { kind: 'typed' }, apiKey, accountId: null }
}

function upstreamOf({ address }: Bench, limit: number): Upstream {
  const { settings, problems } = readGatewaySettings({
    CUSTODY_API_URL: address,
    SESSION_SECRET: 'a secret for benchmarks; long enough to be one',
    SYNC_PER_MINUTE: String(Math.min(limit, 100_000)),
  })
  if (settings === undefined) throw new Error(problems?.join('\n'))
  return new Upstream(address, settings)
}
