/** Which sessions are open. A cookie alone opens none: one that was ended stays ended, whoever kept a copy of its cookie. */
import pg from 'pg'
import { GatewayFailure } from './failure.ts'

/** A session as the register knows it: nothing of it opens one, or tells whose it is. */
export interface RegisteredSession {
  readonly id: string
  /** Keyed digests of whoever signed in, one for each secret of the installation; a session begins under the first. */
  readonly owners: readonly [string, ...string[]]
  /** ISO 8601 UTC instants. */
  readonly begunAt: string
  readonly expiresAt: string
}

/** Knows open sessions from ended ones. Every call throws GTW-14 where that cannot be had. */
export interface SessionRegister {
  add(session: RegisteredSession): Promise<void>
  isOpen(session: RegisteredSession): Promise<boolean>
  end(session: RegisteredSession): Promise<void>
  /** Ends every session of the same owner, this one as well. */
  endEverywhere(session: RegisteredSession): Promise<void>
  /** Does nothing but throw where the others would. */
  check(): Promise<void>
  close(): Promise<void>
}

/** A register in the database of an address, which all copies of the gateway share; in memory where there is no address. */
export function openSessionRegister(databaseUrl: string | undefined): Promise<SessionRegister> {
  return databaseUrl === undefined ? Promise.resolve(registerInMemory()) : registerInPostgres(databaseUrl)
}

/** Remembers what was ended, for this copy of the gateway and until it stops: sessions themselves outlive a restart. */
function registerInMemory(): SessionRegister {
  /** Until when, in milliseconds since 1970, the end has to be remembered: then the session would have expired by itself. */
  const ended = new Map<string, number>()
  const left = new Map<string, { readonly at: number; readonly until: number }>()
  const forget = (now: number) => {
    for (const [id, until] of ended) if (until <= now) ended.delete(id)
    for (const [owner, { until }] of left) if (until <= now) left.delete(owner)
  }
  return {
    async add() {},
    async isOpen({ id, owners, begunAt }) {
      const begun = Date.parse(begunAt)
      return !ended.has(id) && owners.every((owner) => begun > (left.get(owner)?.at ?? 0))
    },
    async end({ id, expiresAt }) {
      forget(Date.now())
      ended.set(id, Date.parse(expiresAt))
    },
    async endEverywhere({ owners, begunAt, expiresAt }) {
      const at = Date.now()
      forget(at)
      // Another one that began before now lasts as long as this one, counted from its own beginning.
      const until = at + Date.parse(expiresAt) - Date.parse(begunAt)
      for (const owner of owners) left.set(owner, { at, until })
    },
    async check() {},
    async close() {},
  }
}

/** How long the database may take: whoever waits longer is told so. */
const databaseMilliseconds = 3000

/** Keeps the open sessions in PostgreSQL. Throws where the database cannot be reached. */
async function registerInPostgres(connectionString: string): Promise<SessionRegister> {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: databaseMilliseconds,
    query_timeout: databaseMilliseconds,
  })
  // Without a listener, a connection that breaks while it is idle ends the whole program. The next query finds out.
  pool.on('error', () => {})
  try {
    await pool.query(schema)
  } catch (error) {
    await pool.end()
    throw new Error(
      `the database of SESSION_DATABASE_URL cannot be used (${error instanceof Error && error.message ? error.message : 'no connection'})`,
    )
  }
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return (await pool.query(sql, [...parameters])).rowCount ?? 0
    } catch {
      throw new GatewayFailure('GTW-14')
    }
  }
  return {
    async add({ id, owners: [owner], expiresAt }) {
      await query('delete from custody_console_session where expires_at < now()', [])
      await query('insert into custody_console_session (id, owner, expires_at) values ($1, $2, $3)', [
        id,
        owner,
        expiresAt,
      ])
    },
    isOpen: async ({ id }) =>
      (await query('select 1 from custody_console_session where id = $1', [id])) === 1,
    async end({ id }) {
      await query('delete from custody_console_session where id = $1', [id])
    },
    async endEverywhere({ owners }) {
      await query('delete from custody_console_session where owner = any($1)', [owners])
    },
    async check() {
      await query('select 1', [])
    },
    close: () => pool.end(),
  }
}

/** One table. The lock is for copies that start at once: "if not exists" alone fails for one of them. */
const schema = `
  begin;
  select pg_advisory_xact_lock(4863021975);
  create table if not exists custody_console_session (
    id uuid primary key,
    owner text not null,
    expires_at timestamptz not null
  );
  create index if not exists custody_console_session_owner on custody_console_session (owner);
  create index if not exists custody_console_session_end on custody_console_session (expires_at);
  commit;`
