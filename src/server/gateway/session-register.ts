/** Records which sessions have ended. The cookie is the session. */
import pg from 'pg'
import { Refusal } from '../http.ts'

/**
 * By subject: the number of account switches since a sign-in, or the time of an owner's sign-in. The register keeps one number per subject;
 * everything up to it has ended, including whatever continues the session later.
 */
export type Positions = ReadonlyMap<string, number>

/** The register cannot know which sessions from before its creation were open, so those have ended. */
export const everybody = 'everybody'

/** Every call throws GTW-14 where the database does not answer. */
export interface SessionRegister {
  /** Milliseconds since 1970, by the clock that all copies share. Every call returns a later moment. */
  now(): Promise<number>
  isOpen(positions: Positions): Promise<boolean>
  /** Ends everything up to these positions. False where all of it had ended before: of several callers, only one gets true. */
  end(positions: Positions): Promise<boolean>
  close(): Promise<void>
}

/** In PostgreSQL, shared by all copies, or in memory. `hours`: how long a session lasts, and its end is remembered. */
export function openSessionRegister(
  databaseUrl: string | undefined,
  hours: number,
): Promise<SessionRegister> {
  return databaseUrl === undefined
    ? Promise.resolve(registerInMemory(hours * 3_600_000))
    : registerInPostgres(databaseUrl, hours)
}

/** Lost when this copy stops. Sessions outlive that. */
function registerInMemory(lasts: number): SessionRegister {
  /** Ordered by `until`. */
  const ends = new Map<string, { readonly upTo: number; readonly until: number }>()
  let latest = 0
  const isOver = (subject: string, position: number) => position <= (ends.get(subject)?.upTo ?? -Infinity)
  return {
    async now() {
      latest = Math.max(Date.now(), latest + 1)
      return latest
    },
    isOpen: async (positions) => ![...positions].some(([subject, position]) => isOver(subject, position)),
    async end(positions) {
      const now = Date.now()
      forgetExpired(ends, ({ until }) => until <= now)
      const ending = [...positions].filter(([subject, position]) => !isOver(subject, position))
      for (const [subject, upTo] of ending) {
        ends.delete(subject)
        ends.set(subject, { upTo, until: now + lasts })
      }
      return ending.length > 0
    },
    async close() {},
  }
}

const databaseMilliseconds = 3000
const mostConnections = 4

async function registerInPostgres(connectionString: string, hours: number): Promise<SessionRegister> {
  const pool = new pg.Pool({
    connectionString,
    max: mostConnections,
    connectionTimeoutMillis: databaseMilliseconds,
    query_timeout: databaseMilliseconds,
  })
  // Without a listener, an idle connection that breaks ends the program. The next query finds out.
  pool.on('error', () => {})
  try {
    for (const statement of schema)
      await pool.query(statement).catch((error: unknown) => {
        // Of two copies that start together one may fail. It succeeds when it asks again.
        if (!(error instanceof pg.DatabaseError)) throw error
        return pool.query(statement)
      })
  } catch (error) {
    await pool.end()
    throw new Error(
      `the database of SESSION_DATABASE_URL cannot be used (${error instanceof Error && error.message ? error.message : 'no connection'})`,
    )
  }
  const query = (sql: string, parameters: unknown[] = []) =>
    pool.query<{ now: number }>(sql, parameters).catch(() => {
      throw new Refusal('GTW-14')
    })
  const asked = (positions: Positions) => [[...positions.keys()], [...positions.values()]]
  return {
    async now() {
      const { rows } = await query(
        `update custody_console_end set up_to = greatest(up_to + 1, ${clock}) where subject = '${latestMoment}'
         returning up_to as now`,
      )
      return rows[0]?.now ?? 0
    },
    async isOpen(positions) {
      const { rowCount } = await query(
        `select 1 from custody_console_end join unnest($1::text[], $2::float8[]) as asked (subject, position)
         using (subject) where up_to >= position limit 1`,
        asked(positions),
      )
      return rowCount === 0
    },
    async end(positions) {
      await query('delete from custody_console_end where kept_until < now()')
      // Ordered, so that two copies that end the same sessions do not deadlock.
      const { rowCount } = await query(
        `insert into custody_console_end as known (subject, up_to, kept_until)
         select subject, position, now() + interval '1 hour' * $3
         from unnest($1::text[], $2::float8[]) as asked (subject, position) order by subject
         on conflict (subject) do update set up_to = excluded.up_to, kept_until = excluded.kept_until
         where known.up_to < excluded.up_to`,
        [...asked(positions), hours],
      )
      return rowCount !== 0
    },
    close: () => pool.end(),
  }
}

/** Kept, since the clock of a standby that takes over may be slow. */
const latestMoment = 'latest moment'

const clock = '(extract(epoch from clock_timestamp()) * 1000)::float8'

const schema = [
  `create table if not exists custody_console_end (
    subject text primary key,
    up_to float8 not null,
    kept_until timestamptz not null
  )`,
  'create index if not exists custody_console_end_kept_until on custody_console_end (kept_until)',
  `insert into custody_console_end
    select subject, ${clock}, 'infinity' from unnest(array['${everybody}', '${latestMoment}']) as subject
    on conflict do nothing`,
]

/** Entries must expire in the order of the map. */
export function forgetExpired<Value>(map: Map<string, Value>, isOver: (value: Value) => boolean): void {
  for (const [key, value] of map) {
    if (!isOver(value)) return
    map.delete(key)
  }
}
