import pg from 'pg'
import {
  type Connection,
  type ConnectionUse,
  type Database,
  DatabaseError,
  databaseOver,
  failureCode,
} from './database.ts'

/** A query has `timeoutSeconds`. Scripts and transactions take what they need: they create tables and load records. */
export async function openPostgres(databaseUrl: string, timeoutSeconds: number): Promise<Database> {
  const limit = 1000 * timeoutSeconds
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: limit,
    keepAlive: true,
    // The system's own delay is two hours.
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: () => (value: string) => value },
  })
  // Without a listener, a connection that breaks ends the whole program. Pending questions fail by themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const take = async (use: ConnectionUse) => {
    try {
      return connectionTo(await pool.connect(), use === 'query' ? limit : 0)
    } catch (error) {
      throw asDatabaseError(error)
    }
  }
  const database = databaseOver(take, () => pool.end())
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

/** `limit`: milliseconds for each answer; 0 for no limit. Not `statement_timeout`, a state of the session, which PgBouncer does not take. */
function connectionTo(client: pg.PoolClient, limit: number): Connection {
  let broken: Error | undefined
  return {
    async ask(text, parameters) {
      try {
        // Without values it may hold several statements.
        const query = { text, query_timeout: limit, ...(parameters && { values: [...parameters] }) }
        return (await client.query(query)).rows
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
  const code = failureCode(error)
  // A refused connection to a name with two addresses is an aggregate without a message.
  return new DatabaseError(error.message || code || error.name, code, error)
}
