/** What benchmarks measure: the built product, the service that is read, empty databases. And how they measure, and write what they found. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type MadePack, madePacksPath } from '../src/contract/packs.ts'
import type { Database, Queries } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { postgresPrograms, startPostgres } from '../src/database/testing/postgres.ts'
import { generateRecords } from '../src/server/demonstration/generate.ts'
import { viewerKey } from '../src/server/service/keys.ts'
import { createService } from '../src/server/service/server.ts'
import { demonstrate, tidy } from '../src/server/service/start.ts'
import { install } from '../src/server/service/tables.ts'

async function withFolder<Value>(run: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'custody-bench-'))
  return await run(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

export type BenchProduct = Awaited<ReturnType<typeof startBenchProduct>>

/** The built product as a program of its own, which `bench/run.mjs` has built. */
export async function startBenchProduct(environment: Readonly<Record<string, string>>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'custody-bench-'))
  const child = fork('dist/server/main.js', {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...environment },
    execArgv: ['--import', usageReporter],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const [, ready] = / is ready at (\S+)$/m.exec(output) ?? []
      if (ready !== undefined) resolve(ready)
    })
    exited.then(() => reject(new Error(`the product ended before it was ready:\n${output}`)), reject)
  })
  return {
    address,
    /** MiB of memory, and seconds of processor of all its threads. */
    async usage() {
      child.send('usage')
      const [{ rss, user, system }] = await once(child, 'message')
      return { memory: Math.round(rss / 1024 / 1024), seconds: (user + system) / 1e6 }
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The product reports its own usage: the operating system counts less finely. */
const usageReporter = `data:text/javascript,${encodeURIComponent(
  'process.on("message", () => process.send({ rss: process.memoryUsage.rss(), ...process.cpuUsage() }))',
)}`

/** A session, as `fetch` of a path. */
export type Ask = Awaited<ReturnType<typeof startBenchSession>>

export async function startBenchSession({ address }: Pick<BenchProduct, 'address'>) {
  const answer = await fetch(`${address}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: viewerKey }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!answer.ok || cookie === undefined)
    throw new Error(`signing in was answered with HTTP ${answer.status}`)
  const { fingerprint } = await answer.json()
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(address + path, { ...init, headers: { cookie, ...init.headers } })
  return Object.assign(ask, { cookie, fingerprint: String(fingerprint) })
}

export async function untilDated(ask: Ask): Promise<void> {
  for (;;) {
    const { dates } = await (await ask('/api/sync')).json()
    if (dates?.is_complete) return
    await pause(500)
  }
}

/** Null where none can be made now. */
export async function makePack(ask: Ask, period: string): Promise<MadePack | null> {
  const begun = await ask(madePacksPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ period, vaults: null, reference: null }),
  })
  const { id }: MadePack = await begun.json()
  if (begun.status === 503) return null
  for (;;) {
    const packs: readonly MadePack[] = await (await ask(madePacksPath)).json()
    const pack = packs.find((each) => each.id === id)
    if (pack?.state !== 'making') return pack ?? null
    await pause(100)
  }
}

export interface Bench {
  readonly database: Database
  /** Of the service. */
  readonly address: string
  /** How many it has received. */
  readonly requests: () => number
}

/** The console asks its gateway by path alone, and the gateway adds the key. Here `fetch` does both. */
export function withBenchService(transactions: number, run: (bench: Bench) => Promise<void>): Promise<void> {
  return withFolder((folder) => serveBench(join(folder, 'data'), transactions, run))
}

async function serveBench(dataDir: string, transactions: number, run: (bench: Bench) => Promise<void>) {
  const { DATABASE_URL: databaseUrl } = process.env
  const place = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  const database = await openDatabase({ ...place, timeoutSeconds: 10 })
  const service = createService({ database, demonstration: true, rateLimitPerMinute: 1_000_000_000 })
  let requests = 0
  service.addHook('onRequest', async () => {
    requests += 1
  })
  try {
    await install(database, (queries) =>
      demonstrate(queries, () =>
        generateRecords({ transactions, seed: 1, until: new Date('2026-11-01T00:00:00Z') }),
      ),
    )
    await tidy(database)
    const address = await service.listen({ host: '127.0.0.1', port: 0 })
    await run({ database, address, requests: () => requests })
  } finally {
    await service.close()
    await database.close()
  }
}

/** In seconds. The processor’s time includes the service. */
export async function timed<Result>(work: () => Promise<Result>) {
  const start = performance.now()
  const used = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(used)
  return { result, seconds: (performance.now() - start) / 1000, processor: (user + system) / 1e6 }
}

/** Ten open deposits, where there are so many, come to nothing, and 100 of a unit each are new, which their vault holds. */
export async function changeLedger(database: Database): Promise<number> {
  const deposit = `select * from transaction where transaction_type = 'deposit' and status = 'completed' order by transaction_id limit 1`
  const changed = await database.query(
    `with opened as (select transaction_id from transaction where transaction_type = 'deposit' and status in ('pending', 'processing', 'confirming') order by transaction_id limit 10)
     update transaction set status = 'completed', amount = '0', fee = '0' where transaction_id in (select transaction_id from opened) returning 1`,
    [],
  )
  await database.query(
    `insert into transaction select (json_populate_record(row, json_build_object(
       'transaction_id', 'new-' || number, 'recorded_at', '2026-10-31T23:59:59.999Z', 'amount', '1', 'fee', '0'))).*
     from (select row from transaction row where transaction_id in (select transaction_id from (${deposit}) one)) deposit, generate_series(1, 100) number`,
    [],
  )
  await database.query(
    `update holding set available_balance = available_balance + 100 from (${deposit}) deposit
     where vault_id = destination_id and holding.asset_id = deposit.asset_id and holding.network_id = deposit.network_id`,
    [],
  )
  return changed.length
}

/** Runs with an empty database, embedded or a PostgreSQL of this machine, which is gone afterwards. */
export async function withDatabase(
  name: 'PGlite' | 'PostgreSQL',
  run: (database: Database, name: string) => Promise<void>,
): Promise<void> {
  if (name === 'PostgreSQL' && postgresPrograms === undefined) return print('No PostgreSQL on this machine.')
  const server = name === 'PostgreSQL' && postgresPrograms ? await startPostgres(postgresPrograms) : null
  await withFolder(async (dataDir) => {
    const place = server === null ? { dataDir } : { databaseUrl: await server.createDatabase() }
    const database = await openDatabase({ ...place, timeoutSeconds: 600 })
    await run(database, name).finally(() => database.close())
  }).finally(() => server?.stop())
}

type Asked = Map<string, readonly (string | null)[]>

/** Keeps in `asked` what is asked. */
export function recorded(queries: Queries, asked: Asked): Queries {
  return {
    ...queries,
    query(sql, parameters = []) {
      asked.set(sql, parameters)
      return queries.query(sql, parameters)
    },
  }
}

/** The plans of what was asked. */
export async function explain(database: Database, asked: Asked): Promise<void> {
  for (const [sql, parameters] of asked) {
    const plan = await database.query<'QUERY PLAN'>(`explain (analyze, buffers) ${sql}`, parameters)
    for (const line of plan) print(`    ${line['QUERY PLAN']}`)
  }
}

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** `late`: within which 95 of 100 are. */
export function summary(figures: readonly number[]) {
  const sorted = figures.toSorted((one, other) => one - other)
  const at = (place: number) => sorted[place] ?? Number.NaN
  const { length } = sorted
  return {
    median: at(Math.floor(length / 2)),
    late: at(Math.ceil(0.95 * length) - 1),
    worst: at(length - 1),
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Cells under each other; the first is a name. */
export function row(name: string, ...figures: readonly string[]): string {
  return name.padEnd(42) + figures.map((figure) => figure.padStart(18)).join('')
}
