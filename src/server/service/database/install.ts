import type { Database, Queries } from './database.ts'
import { indexes, tables } from './schema.ts'

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
