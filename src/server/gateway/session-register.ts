/** What has ended. A cookie is a session; this says up to where its sign-in, and whoever signed in, are over. */
import pg from 'pg'
import { Refusal } from '../http.ts'

/**
 * Where a session stands, by subject: in its sign-in, at the number of accounts that were switched since; in all that its owner ever
 * began, at the time of that sign-in. The register keeps one number for a subject: everything up to it is over. So an end also holds for
 * whatever comes of a session that it ends, in whichever order the two are noted.
 */
export type Positions = ReadonlyMap<string, number>

/** The subject of everybody's sessions. Those from before the register was made are over: it cannot know which of them had ended. */
export const everybody = 'everybody'

/** Every call throws GTW-14 where the database does not answer. */
export interface SessionRegister {
  /** Milliseconds since 1970, by the one clock that all who share the register begin and end sessions by. */
  now(): Promise<number>
  isOpen(positions: Positions): Promise<boolean>
  /** Ends everything up to these positions. False where all of it was over before: of several who end the same, one is told true. */
  end(positions: Positions): Promise<boolean>
  close(): Promise<void>
}

/**
 * A register in the database of an address, which all copies of the gateway share; in memory where there is no address. `hours`: how
 * long a session lasts, and so for how long its end has to be remembered.
 */
export function openSessionRegister(
  databaseUrl: string | undefined,
  hours: number,
): Promise<SessionRegister> {
  return databaseUrl === undefined
    ? Promise.resolve(registerInMemory(hours * 3_600_000))
    : registerInPostgres(databaseUrl, hours)
}

/** Known to this copy of the gateway until it stops; sessions themselves outlive a restart. */
function registerInMemory(lasts: number): SessionRegister {
  /** In the order of `until`. */
  const ends = new Map<string, { readonly upTo: number; readonly until: number }>()
  let latest = 0
  const isOver = (subject: string, position: number) => position <= (ends.get(subject)?.upTo ?? -Infinity)
  return {
    async now() {
      // What begins in the same millisecond as an end began after it.
      latest = Math.max(Date.now(), latest + 1)
      return latest
    },
    isOpen: async (positions) => ![...positions].some(([subject, position]) => isOver(subject, position)),
    async end(positions) {
      const now = Date.now()
      forgetFirst(ends, ({ until }) => until <= now)
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

/** How long the database may take: whoever waits longer is told so. */
const databaseMilliseconds = 3000

/** Throws where the database cannot be reached. */
async function registerInPostgres(connectionString: string, hours: number): Promise<SessionRegister> {
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
  const query = (sql: string, parameters: unknown[] = []) =>
    pool.query<{ now: number }>(sql, parameters).catch(() => {
      throw new Refusal('GTW-14')
    })
  const asked = (positions: Positions) => [[...positions.keys()], [...positions.values()]]
  return {
    async now() {
      const { rows } = await query(`select ${clock} as now`)
      return rows[0]?.now ?? 0
    },
    async isOpen(positions) {
      const { rowCount } = await query(
        `select from custody_console_end join unnest($1::text[], $2::float8[]) as asked (subject, position)
         using (subject) where up_to >= position limit 1`,
        asked(positions),
      )
      return rowCount === 0
    },
    async end(positions) {
      await query('delete from custody_console_end where kept_until < now()')
      // In one order, so that two who end the same do not wait for each other.
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

const clock = '(extract(epoch from clock_timestamp()) * 1000)::float8'

/** One table. The lock is for copies that start at once: "if not exists" alone fails for one of them. */
const schema = `
  begin;
  select pg_advisory_xact_lock(4863021975);
  create table if not exists custody_console_end (
    subject text primary key,
    up_to float8 not null,
    kept_until timestamptz not null
  );
  create index if not exists custody_console_end_kept_until on custody_console_end (kept_until);
  insert into custody_console_end values ('${everybody}', ${clock}, 'infinity') on conflict do nothing;
  commit;`

/** Removes what is over from a map whose entries are over in their order. */
export function forgetFirst<Value>(map: Map<string, Value>, isOver: (value: Value) => boolean): void {
  for (const [key, value] of map) {
    if (!isOver(value)) return
    map.delete(key)
  }
}
