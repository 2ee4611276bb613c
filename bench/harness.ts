/** The service that benchmarks read from, and how they measure. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { generateRecords } from '../src/server/demonstration/generate.ts'
import { createService } from '../src/server/service/server.ts'
import { demonstrate, tidy } from '../src/server/service/start.ts'
import { install } from '../src/server/service/tables.ts'

export interface Bench {
  readonly database: Database
  /** Of the service. */
  readonly address: string
  readonly requests: () => number
  /** Of each request that the service received. */
  readonly received: readonly { readonly key: string; readonly at: number }[]
}

export const benchKey = 'demo-viewer-key'

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
  const received: { key: string; at: number }[] = []
  service.addHook('onRequest', async ({ headers }) => {
    received.push({ key: String(headers['x-api-key']), at: performance.now() })
  })
  try {
    await install(database, (queries) =>
      demonstrate(queries, () =>
        generateRecords({ transactions, seed: 1, until: new Date('2026-11-01T00:00:00Z') }),
      ),
    )
    await tidy(database)
    const address = await service.listen({ host: '127.0.0.1', port: 0 })
    await run({ database, address, requests: () => received.length, received })
  } finally {
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
