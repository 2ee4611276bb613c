import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Where the data is: a PostgreSQL server, or a directory of this machine. */
export type DatabasePlace = { readonly databaseUrl: string } | { readonly dataDir: string }

/** Opens a database. Throws an error that says what is wrong with the place. */
export function openDatabase(place: DatabasePlace): Promise<Database> {
  return 'databaseUrl' in place ? openPostgres(place.databaseUrl) : openPglite(place.dataDir)
}
