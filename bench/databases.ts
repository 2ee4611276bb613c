import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { startPostgres } from '../src/database/testing/postgres.ts'

/** An empty database, which is gone afterwards: of the programs of PostgreSQL in this directory, or embedded. */
export async function withEmptyDatabase(
  programs: string | null,
  run: (database: Database) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'custody-bench-'))
  const server = programs === null ? null : await startPostgres(programs)
  const database = await openDatabase({
    ...(server === null ? { dataDir } : { databaseUrl: await server.createDatabase() }),
    timeoutSeconds: 600,
  })
  try {
    await run(database)
  } finally {
    await database.close()
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
