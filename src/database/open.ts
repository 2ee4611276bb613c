import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** `timeoutSeconds`: for a connection, and for each statement that asks for no other limit. */
export type DatabasePlace = { readonly timeoutSeconds: number } & (
  | { readonly databaseUrl: string }
  | { readonly dataDir: string }
)

/** To open the embedded database makes its files where there are none. */
export function mayHoldData(place: DatabasePlace): boolean {
  return 'databaseUrl' in place || existsSync(join(place.dataDir, 'pglite'))
}

/** `onEnd` receives why the embedded database ended. It opens again with the next question. */
export function openDatabase(
  place: DatabasePlace,
  onEnd: (reason: Error) => void = () => {},
): Promise<Database> {
  return 'databaseUrl' in place
    ? openPostgres(place.databaseUrl, place.timeoutSeconds)
    : openPglite(place.dataDir, place.timeoutSeconds, onEnd)
}
