import type { Database, Queries } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { indexes, tables } from './tables.ts'

/** Where the data is: a PostgreSQL server, or a directory of this machine. */
export type DatabasePlace = { readonly databaseUrl: string } | { readonly dataDir: string }

export function openDatabase(place: DatabasePlace): Promise<Database> {
  return 'databaseUrl' in place ? openPostgres(place.databaseUrl) : openPglite(place.dataDir)
}

/** An arbitrary number that all copies of the service agree on: one at a time changes the tables. */
const installationLock = '726352111'

/**
 * Creates what is missing of tables and indexes, and runs `fill` between the two, all in one transaction: a process that is
 * killed leaves either everything or nothing, and of two that start together the second waits and finds it done.
 */
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
