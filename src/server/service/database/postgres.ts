import pg from 'pg'
import type { Database, Queries, Row } from './database.ts'
import { DatabaseError } from './database.ts'

/** Opens a pool of connections to a PostgreSQL server. Throws where it cannot be reached or is not in UTF-8. */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: () => (value: string) => value },
  })
  // Without a listener, a connection that breaks while it is idle ends the whole program. The next query finds out.
  pool.on('error', () => {})
  const database = overPool(pool)
  try {
    const [encoding] = await database.query<'server_encoding'>('show server_encoding')
    if (encoding?.server_encoding !== 'UTF8')
      throw new DatabaseError(`The database must be in UTF8, not in ${encoding?.server_encoding}.`)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

function overPool(pool: pg.Pool): Database {
  let closing: Promise<void> | undefined
  return {
    ...queriesOf(pool),
    async transaction(work) {
      const client = await connect(pool)
      const queries = queriesOf(client)
      let broken: Error | undefined
      try {
        await queries.script('begin')
        const result = await work(queries)
        await queries.script('commit')
        return result
      } catch (error) {
        await queries.script('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        // A connection that cannot even roll back is not given to the next.
        client.release(broken)
      }
    },
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw asDatabaseError(error)
  }
}

function queriesOf(connection: pg.Pool | pg.PoolClient): Queries {
  return {
    async query<Column extends string>(sql: string, parameters: readonly (string | null)[] = []) {
      try {
        const { rows } = await connection.query<Row<Column>>(sql, [...parameters])
        return rows
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
    async script(sql) {
      try {
        await connection.query(sql)
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
  }
}

function asDatabaseError(error: unknown): DatabaseError {
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // A refused connection to a name with two addresses comes as an aggregate without a message.
  return new DatabaseError(error.message || code || error.name, code, error)
}
