import pg from 'pg'
import { systemCodeOf } from '../../http.ts'
import {
  type Connection,
  type ConnectionUse,
  type Database,
  DatabaseError,
  databaseOver,
} from './database.ts'

/** A query has `timeoutSeconds`. Scripts and transactions take what they need: they create tables and load records. */
export async function openPostgres(databaseUrl: string, timeoutSeconds: number): Promise<Database> {
  const limit = 1000 * timeoutSeconds
  const reading = poolOf({
    connectionString: databaseUrl,
    connectionTimeoutMillis: limit,
    // Not `statement_timeout`, which is a state of the session: a pooler such as PgBouncer takes no such connection.
    query_timeout: limit,
  })
  const installing = poolOf({ connectionString: databaseUrl, connectionTimeoutMillis: limit })
  const take = async (use: ConnectionUse) => {
    try {
      return connectionTo(await (use === 'query' ? reading : installing).connect())
    } catch (error) {
      throw asDatabaseError(error)
    }
  }
  const database = databaseOver(take, async () => {
    await Promise.all([reading.end(), installing.end()])
  })
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

function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    keepAlive: true,
    // The system's own delay is two hours.
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: () => (value: string) => value },
  })
  // Without a listener, a connection that breaks ends the whole program. Pending questions fail by themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function connectionTo(client: pg.PoolClient): Connection {
  let broken: Error | undefined
  return {
    async ask(sql, parameters) {
      try {
        return (await (parameters === null ? client.query(sql) : client.query(sql, [...parameters]))).rows
      } catch (error) {
        const failure = asDatabaseError(error)
        // PostgreSQL did not say so itself, and may still answer to this question.
        if (!(error instanceof pg.DatabaseError)) broken = failure
        throw failure
      }
    },
    release: (error) => client.release(error ?? broken),
  }
}

function asDatabaseError(error: unknown): DatabaseError {
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  const code = systemCodeOf(error)
  // A refused connection to a name with two addresses is an aggregate without a message.
  return new DatabaseError(error.message || code || error.name, code || undefined, error)
}
