import { connect } from 'node:net'
import pg from 'pg'
import { type Connection, databaseOver, type Statement, serverLimit } from './connection.ts'
import { type Database, DatabaseError, type DatabaseRow, failureCode, type Purpose } from './database.ts'

/** The most connections that a program opens for each purpose. It opens them as it needs them. */
const poolSizes: Readonly<Record<Purpose, number>> = { list: 10, sync: 4, report: 4 }

/** `timeoutSeconds`: for a connection, and for each statement. */
export async function openPostgres(databaseUrl: string, timeoutSeconds: number): Promise<Database> {
  const poolOf = (purpose: Purpose) => openPool(databaseUrl, poolSizes[purpose], 1000 * timeoutSeconds)
  const pools: Readonly<Record<Purpose, pg.Pool>> = {
    list: poolOf('list'),
    sync: poolOf('sync'),
    report: poolOf('report'),
  }
  const end = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()))
  }
  const take = async (purpose: Purpose, _limit: number | null, signal: AbortSignal | undefined) =>
    connectionOf(await clientOf(pools[purpose], signal))
  const database = databaseOver(take, end, timeoutSeconds, null)
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

function openPool(connectionString: string, max: number, limit: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: limit,
    keepAlive: true,
    // The system's own delay is two hours.
    keepAliveInitialDelayMillis: 10_000,
    // A question, its transaction and its limit are one round trip.
    pipeline: true,
    types: { getTypeParser: () => (value: string) => value },
  })
  // Without a listener, a connection that breaks ends the whole program. Pending questions fail by themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A client that comes after its asker has gone goes back to the pool. */
function clientOf(pool: pg.Pool, signal: AbortSignal | undefined): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort)
    pool
      .connect()
      .then((client) => {
        if (signal?.aborted) client.release()
        else resolve(client)
      })
      .catch((error: unknown) => reject(asDatabaseError(error)))
      .finally(() => signal?.removeEventListener('abort', onAbort))
  })
}

function connectionOf(client: pg.PoolClient): Connection {
  let broken: Error | undefined
  const ask = async ({ sql: text, parameters }: Statement): Promise<DatabaseRow<string>[]> => {
    try {
      // Without values it may hold several statements, and then there are several results.
      const result = await client.query({ text, ...(parameters && { values: [...parameters] }) })
      return 'rows' in result ? result.rows : []
    } catch (error) {
      const failure = asDatabaseError(error)
      // PostgreSQL did not say so itself, and may still answer to this question.
      if (!(error instanceof pg.DatabaseError)) broken = failure
      throw failure
    }
  }
  const script = (sql: string) => ask({ sql, parameters: null })
  return {
    ask,
    async askAlone(statement, limit) {
      if (limit === null) return await ask(statement)
      const limited = `set local statement_timeout = ${serverLimit(limit)}`
      // A script is a transaction by itself.
      if (statement.parameters === null) return await script(`${limited}; ${statement.sql}`)
      // Sent at once. After a question that fails, what ends the transaction undoes it.
      const sent = [script(`begin; ${limited}`), ask(statement), script('commit')] as const
      const failure = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') throw failure.reason
      return await sent[1]
    },
    cancel: () => cancelOn(client),
    release(error) {
      const failure = error ?? broken
      client.release(failure)
      // Otherwise the library waits for all answers before it hangs up, and a server that hangs gives none.
      if (failure !== undefined) socketOf(client)?.destroy()
    },
  }
}

const cancelRequest = 80_877_102

/**
 * Resolves when the server has received the request to cancel. It identifies the query on another connection, which poolers support, unlike
 * `pg_cancel_backend`. It is not encrypted, like those of PostgreSQL before version 17; if something refuses it, the timeout ends the query.
 */
function cancelOn(client: pg.PoolClient): Promise<void> {
  const request = new DataView(new ArrayBuffer(16))
  for (const [index, value] of [16, cancelRequest, ...keyOf(client)].entries())
    request.setInt32(4 * index, value)
  const { host, port } = client
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.setTimeout(10_000, () => socket.destroy())
    socket.resume()
    socket.write(new Uint8Array(request.buffer))
  })
}

/** What the server gave the connection, which the library's types leave out. */
function keyOf(client: pg.PoolClient): readonly number[] {
  const known = 'processID' in client && 'secretKey' in client
  return known ? [Number(client.processID), Number(client.secretKey)] : []
}

/** Which the library's types leave out. */
function socketOf(client: pg.PoolClient): pg.Connection['stream'] | undefined {
  const connection = 'connection' in client ? client.connection : undefined
  return connection instanceof pg.Connection ? connection.stream : undefined
}

function asDatabaseError(error: unknown): DatabaseError {
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  const code = failureCode(error)
  // A refused connection to a name with two addresses is an aggregate without a message.
  return new DatabaseError(error.message || code || error.name, code, error)
}
