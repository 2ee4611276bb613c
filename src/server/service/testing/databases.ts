import { type Database, openDatabase } from '../database/database.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from './postgres.ts'

/** One of the two databases that the same tests run against. */
export interface DatabaseKind {
  readonly name: string
  /** Opens a new, empty database of this kind. */
  open(): Promise<Database>
  /** Ends what the kind has started. */
  stop(): Promise<void>
}

/** PGlite in memory and, where it is installed, a real PostgreSQL. */
export function databaseKinds(): readonly DatabaseKind[] {
  const embedded: DatabaseKind = {
    name: 'PGlite',
    open: () => openDatabase({ memory: true }),
    stop: async () => {},
  }
  return postgresPrograms === undefined ? [embedded] : [embedded, postgresKind(postgresPrograms)]
}

function postgresKind(programs: string): DatabaseKind {
  let server: Promise<TestPostgres> | undefined
  return {
    name: 'PostgreSQL',
    async open() {
      server ??= startPostgres(programs)
      return await openDatabase({ databaseUrl: await (await server).createDatabase() })
    },
    async stop() {
      await (await server)?.stop()
    },
  }
}
