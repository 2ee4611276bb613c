import { isWholeSet } from '../../../testing/cases.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { openEmbedded } from './embedded.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from './postgres.ts'

/** One of the two databases that the same tests run against. */
export interface DatabaseKind {
  readonly name: string
  /** Opens a new, empty database of this kind. */
  open(): Promise<Database>
  /** Ends what the kind has started. */
  stop(): Promise<void>
}

/** PGlite, and in the whole set a real PostgreSQL, where it is installed. */
export function databaseKinds(): readonly DatabaseKind[] {
  return postgresPrograms === undefined || !isWholeSet
    ? [embeddedKind()]
    : [embeddedKind(), postgresKind(postgresPrograms)]
}

/** Opens an empty database for what is the same on both kinds: PostgreSQL where it is installed, because it starts sooner. */
export async function openEither(): Promise<Database> {
  const kind = postgresPrograms === undefined ? embeddedKind() : postgresKind(postgresPrograms)
  const database = await kind.open()
  return {
    ...database,
    async close() {
      await database.close()
      await kind.stop()
    },
  }
}

/** To open another takes a second: one that is closed is emptied, and handed out again. */
function embeddedKind(): DatabaseKind {
  const idle: Database[] = []
  return {
    name: 'PGlite',
    async open() {
      const database = idle.pop() ?? (await openEmbedded())
      return {
        ...database,
        async close() {
          await database.script('drop schema public cascade; create schema public')
          idle.push(database)
        },
      }
    },
    async stop() {
      await Promise.all(idle.map((database) => database.close()))
    },
  }
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
