/**
 * `npm run bench:sync`: what reading an account takes of the service and of the processor. An account of each size (BENCH_ROWS) is read by the
 * gateway's jobs from the included service over loopback HTTP, beside a bare walk of the same lists: a first reading, an update without news, one
 * after 100 transactions are new and up to 10 have changed, a whole reading, and the dates. Service and store share one database, as in the
 * demonstration: the embedded one, or that of `DATABASE_URL`.
 */

import { readGatewaySettings } from '../src/server/gateway/settings.ts'
import { systemClock } from '../src/server/gateway/sync/clock.ts'
import { JobRunner } from '../src/server/gateway/sync/job-runner.ts'
import { KeyPace } from '../src/server/gateway/sync/key-pace.ts'
import type { JobKind } from '../src/server/gateway/sync/plan.ts'
import type { JobResult } from '../src/server/gateway/sync/scheduler.ts'
import { ServiceReader } from '../src/server/gateway/sync/service-reader.ts'
import { Upstream } from '../src/server/gateway/upstream.ts'
import { viewerKey } from '../src/server/service/keys.ts'
import type { AccountStore } from '../src/store/account-store.ts'
import type { AccountIdentity } from '../src/store/identity.ts'
import { openStore } from '../src/store/store.ts'
import { readListRecords } from '../src/sync/service/read-list.ts'
import { createProfile } from '../src/sync/service/service-profile.ts'
import type { ServiceRead } from '../src/sync/service/service-read.ts'
import {
  referenceLists,
  wholeBalances,
  wholeTransactions,
  wholeVaults,
} from '../src/sync/service/whole-lists.ts'
import { type Bench, changeLedger, grouped, print, row, timed, withBenchService } from './harness.ts'

const sizes = (process.env.BENCH_ROWS ?? '160,5000,25000').split(',').map(Number)
const unlimited = 1_000_000_000

for (const rows of sizes) await withBenchService(rows, (bench) => measureAccount(bench, rows))

async function measureAccount(bench: Bench, rows: number): Promise<void> {
  const { database, requests } = bench
  const upstream = upstreamOf(bench)
  const store = await openStore(database)
  const identity = typed(viewerKey)
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
  await measured('first reading', async () => foundBy(await perform('first')))
  await measured('update without news', async () => foundBy(await perform('update')))
  const changed = await changeLedger(database)
  await measured(`update, 100 new and ${changed} changed`, async () => foundBy(await perform('update')))
  await measured('whole reading without news', async () => foundBy(await perform('whole')))
  await measured('dates', async () => await dateAll(perform, account))
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
  return `${(await account.undated(0)).rows} undated`
}

/** Every list twice; nothing is kept. */
function* bareWalk(): ServiceRead<void> {
  const list = wholeTransactions()
  for (let time = 0; time < 2; time += 1) {
    yield* readListRecords<unknown>(wholeVaults())
    for (const type of ['all', 'cold', 'warm'] as const) yield* readListRecords<unknown>(wholeBalances(type))
    yield* readListRecords<unknown>(referenceLists.whitelists)
    for (let offset = 0, isLast = false; !isLast; offset += 1000) {
      const { records } = yield* list.read({ limit: 1000, offset })
      isLast = records.length < 1000
    }
  }
}

function typed(apiKey: string): AccountIdentity {
  return { service: 'bench', reader: { kind: 'typed' }, apiKey, accountId: null }
}

function upstreamOf({ address }: Bench): Upstream {
  const { settings, problems } = readGatewaySettings({
    CUSTODY_API_URL: address,
    SESSION_SECRET: 'a secret for benchmarks; long enough to be one',
    SYNC_PER_MINUTE: '100000',
  })
  if (settings === undefined) throw new Error(problems?.join('\n'))
  return new Upstream(address, settings)
}
