import type { Database, Queries } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { indexes, tables } from './tables.ts'

/** `timeoutSeconds`: for a connection, and for each answer to a query. */
export type DatabasePlace =
  | { readonly databaseUrl: string; readonly timeoutSeconds: number }
  | { readonly dataDir: string }

/** `onEnd` receives why the embedded database ended. It opens again with the next question. */
export function openDatabase(
  place: DatabasePlace,
  onEnd: (reason: Error) => void = () => {},
): Promise<Database> {
  return 'databaseUrl' in place
    ? openPostgres(place.databaseUrl, place.timeoutSeconds)
    : openPglite(place.dataDir, onEnd)
}

/** An arbitrary number. Copies of the service change the tables one at a time. */
const installationLock = '726352111'

/** In one transaction: a killed process leaves all or nothing, and of two that start together the second waits. */
export async function install(
  database: Database,
  fill: (queries: Queries) => Promise<void> = async () => {},
): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.script(`set local statement_timeout = 0; select pg_advisory_xact_lock(${installationLock})`)
    await queries.script(tables)
    await fill(queries)
    await queries.script(indexes)
  })
}
