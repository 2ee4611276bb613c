import { type Database, DatabaseError, type Queries } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { indexes, tablesWith } from './tables.ts'

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

/** A killed process leaves tables without rows, or all of them. */
export async function install(
  database: Database,
  fill: (queries: Queries) => Promise<void> = async () => {},
): Promise<void> {
  // The same order everywhere. CockroachDB has it by itself, and takes no collation of that name.
  const [order] = await database.query<'bytes'>(`select 'B' < 'a' and 'z' < 'é' as bytes`)
  const ordered = order?.bytes === 't' ? 'text' : 'text collate "C"'
  for (const statement of tablesWith(ordered)) await define(database, statement)
  await database.transaction(fill)
  for (const statement of indexes) await define(database, statement)
}

/** Of two programs that define the same thing at once one may fail. It succeeds when it asks again. */
async function define(database: Database, statement: string): Promise<void> {
  await database.script(statement).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code === undefined) throw error
    return database.script(statement)
  })
}
