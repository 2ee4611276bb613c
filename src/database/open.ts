import type { Database } from './database.ts'
import { hasFiles, openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** `timeoutSeconds`: for a connection, and for each statement that asks for no other limit. */
export type DatabasePlace = { readonly timeoutSeconds: number } & (
  | { readonly databaseUrl: string }
  | { readonly dataDir: string }
)

/** `onEnd` receives why the embedded database ended. It opens again with the next question. */
export function openDatabase(
  place: DatabasePlace,
  onEnd: (reason: Error) => void = () => {},
): Promise<Database> {
  return 'databaseUrl' in place
    ? openPostgres(place.databaseUrl, place.timeoutSeconds)
    : openPglite(place.dataDir, place.timeoutSeconds, onEnd)
}

/** False where opening it would make an empty one. */
export function isThere(place: DatabasePlace): boolean {
  return 'databaseUrl' in place || hasFiles(place.dataDir)
}
