import { generateBooks } from '../server/demonstration/generate.ts'
import { openDatabase } from '../server/service/database/database.ts'
import { install } from '../server/service/database/install.ts'
import { demonstrate, tidy } from '../server/service/demonstrate.ts'
import { createService } from '../server/service/server.ts'

/** A service with so many transactions, that listens on a loopback port and refuses no request for its number. */
export async function startBenchService(dataDir: string, transactions: number) {
  const { DATABASE_URL: databaseUrl } = process.env
  const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl })
  await install(database, (queries) =>
    demonstrate(queries, () =>
      generateBooks({ transactions, seed: 1, until: new Date('2026-11-01T00:00:00Z') }),
    ),
  )
  await tidy(database)
  const service = createService({ database, demonstration: true, rateLimitPerMinute: 1_000_000_000 })
  return {
    address: await service.listen({ host: '127.0.0.1', port: 0 }),
    key: 'demo-viewer-key',
    async close() {
      await service.close()
      await database.close()
    },
  }
}
