/** A gateway that keeps records of a service, driven step by step, and asked as the console asks. */
import { afterAll } from 'vitest'
import type { Database } from '../../database/database.ts'
import { openEither } from '../../database/testing/databases.ts'
import { testClock } from '../gateway/testing/clock.ts'
import { startGateway } from '../gateway/testing/gateway.ts'
import type { DemonstrationRecords } from '../service/tables.ts'
import { fixtureBooks } from '../service/testing/books.ts'
import { fill, listen } from '../service/testing/service.ts'

/** Until the end of a file of tests. */
export async function startBooks(books: DemonstrationRecords = fixtureBooks) {
  const database = await openEither()
  await fill(database, books)
  const service = await listen(database)
  afterAll(() => service.close())
  return service
}

/** `watched`: what stands between the gateway and its database. */
export async function startApi(
  settings: Record<string, string>,
  watched: (database: Database) => Database = (database) => database,
  open: () => Promise<Database> = openEither,
) {
  const database = await open()
  const { gateway, pass } = await startStepped(settings, watched(database))
  return {
    gateway,
    database,
    pass,
    asking: (headers: Record<string, string> = {}) => askingOf(gateway, headers),
  }
}

/** A gateway that keeps records in this database, and lets no time pass but what `pass` does, in seconds: all that is due then is done. */
export async function startStepped(
  settings: Record<string, string>,
  database: Database,
  clock = testClock(),
) {
  const gateway = await startGateway(
    { KEEP_RECORDS: 'configured', ...settings },
    { openRecords: async () => ({ ...database, close: async () => {} }), clock },
  )
  const pass = async (seconds: number) => {
    clock.move(1000 * seconds)
    gateway.sync.step()
    await gateway.sync.settled()
  }
  await pass(0)
  return { gateway, clock, pass }
}

/** Asks the API with the same headers each time. */
export function askingOf(
  gateway: Awaited<ReturnType<typeof startGateway>>,
  headers: Record<string, string> = {},
) {
  return async (path: string, more: Record<string, string> = {}) => {
    const answer = await gateway.fetch(`/api${path}`, { headers: { ...headers, ...more } })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
}
