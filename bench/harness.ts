/** The service that benchmarks read from, and how they measure. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { apiPrefix } from '../src/contract/session.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { generateBooks } from '../src/server/demonstration/generate.ts'
import { createService } from '../src/server/service/server.ts'
import { demonstrate, tidy } from '../src/server/service/start.ts'
import { install } from '../src/server/service/tables.ts'

interface Bench {
  readonly database: Database
  readonly requests: () => number
}

/** The console asks its gateway by path alone, and the gateway adds the key. Here `fetch` does both. */
export async function withBenchService(
  transactions: number,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL: databaseUrl } = process.env
  const directory = await mkdtemp(join(tmpdir(), 'custody-bench-'))
  const database = await openDatabase(
    databaseUrl === undefined
      ? { dataDir: join(directory, 'data'), timeoutSeconds: 10 }
      : { databaseUrl, timeoutSeconds: 10 },
  )
  const service = createService({ database, demonstration: true, rateLimitPerMinute: 1_000_000_000 })
  const { fetch } = globalThis
  let requests = 0
  try {
    await install(database, (queries) =>
      demonstrate(queries, () =>
        generateBooks({ transactions, seed: 1, until: new Date('2026-11-01T00:00:00Z') }),
      ),
    )
    await tidy(database)
    const address = await service.listen({ host: '127.0.0.1', port: 0 })
    globalThis.fetch = (path, init) => {
      requests += 1
      const headers = { 'x-api-key': 'demo-viewer-key' }
      return fetch(String(path).replace(apiPrefix, address), { ...init, headers })
    }
    await run({ database, requests: () => requests })
  } finally {
    globalThis.fetch = fetch
    await service.close()
    await database.close()
    await rm(directory, { recursive: true, force: true })
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
