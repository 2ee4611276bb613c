import pg from 'pg'
import { systemCodeOf } from '../../http.ts'
import { type Connection, type Database, DatabaseError, databaseOver } from './database.ts'

export async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: () => (value: string) => value },
  })
  // Without a listener, a connection that breaks ends the whole program. Pending questions fail by themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const take = async () => {
    try {
      return connectionTo(await pool.connect())
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

function connectionTo(client: pg.PoolClient): Connection {
  return {
    async ask(sql, parameters) {
      try {
        return (await (parameters === null ? client.query(sql) : client.query(sql, [...parameters]))).rows
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
    release: (broken) => client.release(broken),
  }
}

function asDatabaseError(error: unknown): DatabaseError {
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  const code = systemCodeOf(error)
  // A refused connection to a name with two addresses is an aggregate without a message.
  return new DatabaseError(error.message || code || error.name, code || undefined, error)
}
