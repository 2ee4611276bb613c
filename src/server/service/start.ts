import { generateBooks } from '../demonstration/generate.ts'
import { listenAt } from '../program.ts'
import type { Database } from './database/database.ts'
import { install } from './database/install.ts'
import { openDatabase } from './database/open.ts'
import { demonstrate, isDemonstration, tidy } from './demonstrate.ts'
import { createService } from './server.ts'
import type { ServiceSettings } from './settings.ts'

/** A service that listens. */
export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:8081`. */
  readonly address: string
  /** Whether its records are the demonstration data, with the demonstration keys. */
  readonly demonstration: boolean
  /** Lets requests in flight finish, then closes the service and its database. */
  close(): Promise<void>
}

/** The same demonstration data everywhere, but for its dates. */
const demonstrationSeed = 20_261_101

/** Opens the database, fills it where the settings ask for demonstration data, and listens. */
export async function startService(settings: ServiceSettings): Promise<RunningService> {
  const database = await openDatabase(settings.place)
  try {
    await prepare(database, settings.demoTransactions)
    const demonstration = await isDemonstration(database)
    const service = createService({
      database,
      demonstration,
      rateLimitPerMinute: settings.rateLimitPerMinute,
      logLevel: settings.logLevel,
      ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
    })
    return {
      address: await listenAt(service, settings.host, settings.port),
      demonstration,
      async close() {
        await service.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function prepare(database: Database, demoTransactions: number): Promise<void> {
  await install(database, async (queries) => {
    if (demoTransactions === 0) return
    await demonstrate(queries, () =>
      generateBooks({ transactions: demoTransactions, seed: demonstrationSeed, until: new Date() }),
    )
  })
  await tidy(database)
}
