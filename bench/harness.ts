/** The service that benchmarks read from. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { apiPrefix } from '../src/contract/session.ts'
import { generateBooks } from '../src/server/demonstration/generate.ts'
import type { Database } from '../src/server/service/database/database.ts'
import { install, openDatabase } from '../src/server/service/database/open.ts'
import { createService } from '../src/server/service/server.ts'
import { demonstrate, tidy } from '../src/server/service/start.ts'

export interface Bench {
  /** A folder for its files, which is gone afterwards. */
  readonly directory: string
  readonly database: Database
  readonly requests: () => number
}

/** The console asks its gateway by path alone, and the gateway adds the key. Here both are left out. */
export async function withBenchService(
  transactions: number,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  await withBenchDatabase(transactions, async (database, directory) => {
    const service = createService({ database, demonstration: true, rateLimitPerMinute: 1_000_000_000 })
    const address = await service.listen({ host: '127.0.0.1', port: 0 })
    const askBrowserless = globalThis.fetch
    let requests = 0
    globalThis.fetch = (path, init) => {
      requests += 1
      return askBrowserless(String(path).replace(apiPrefix, address), {
        ...init,
        headers: { 'x-api-key': 'demo-viewer-key' },
      })
    }
    try {
      await run({ directory, database, requests: () => requests })
    } finally {
      globalThis.fetch = askBrowserless
      await service.close()
    }
  })
}

export async function withBenchDatabase(
  transactions: number,
  run: (database: Database, directory: string) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL: databaseUrl } = process.env
  const directory = await mkdtemp(join(tmpdir(), 'custody-bench-'))
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir: join(directory, 'data') } : { databaseUrl },
  )
  try {
    await install(database, (queries) =>
      demonstrate(queries, () =>
        generateBooks({ transactions, seed: 1, until: new Date('2026-11-01T00:00:00Z') }),
      ),
    )
    await tidy(database)
    await run(database, directory)
  } finally {
    await database.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** The processor’s time includes the service. Memory is the most that this thread holds after garbage collection. */
export async function timed(work: () => Promise<number>) {
  const held = () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 2 ** 20
  }
  const before = held()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, held())
  }, 2000)
  const start = performance.now()
  const used = process.cpuUsage()
  const rows = await work()
  const { user, system } = process.cpuUsage(used)
  const seconds = (performance.now() - start) / 1000
  clearInterval(watch)
  most = Math.max(most, held())
  return {
    seconds,
    processor: user + system,
    speed: Math.round(rows / seconds),
    memory: `${Math.round(before)} MiB held before, ${Math.round(most)} MiB at the most`,
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
