/**
 * Which sessions are looking at an account and how its sync goes, shared between copies of the program. All times are those of the database.
 */
import * as z from 'zod/mini'
import type { Database } from '../database/database.ts'
import { packReader } from './identity.ts'
import { type AccountScope, LeaseLost } from './scope.ts'

const syncStatus = z.object({
  /** Null while nothing is read whole. Times are ISO 8601 UTC, by the clock of the program that reads. */
  reading: z.nullable(
    z.object({
      kind: z.string(),
      begun: z.string(),
      records: z.number(),
      /** From 0 to 1, estimated; null before that can be told. */
      part: z.nullable(z.number()),
    }),
  ),
  /** Since when the service does not answer, and with which code; the code is empty where it has none. */
  silence: z.nullable(z.object({ since: z.string(), code: z.string() })),
  /** The code with which the service refuses the key. While set, kept records are served to nobody. */
  refused: z.nullable(z.string()),
})
export type SyncStatus = z.infer<typeof syncStatus>

export const nothingTold: SyncStatus = { reading: null, silence: null, refused: null }

export function readSyncStatus(text: string | null): SyncStatus {
  return syncStatus.safeParse(JSON.parse(text ?? 'null')).data ?? nothingTold
}

/** Rows of a typed key are kept as long as it has a session. */
export function sessionPresenceOf({ database, account }: AccountScope) {
  return {
    /**
     * `session`: a digest of one in which the account is looked at, and which lasts so many seconds more without activity. Returns until when;
     * null for one that is not new and has ended, and where the account was forgotten.
     */
    async attend(session: string, seconds: number, isNew: boolean): Promise<string | null> {
      // Whoever forgets the account waits for this, or is waited for.
      const [row] = await database.query<'until'>(
        `with looked as (
           update custody_store.lease set looked_at = now() where account = $1 returning account
         )
         insert into custody_store.session (account, session, until)
         select account, $2, now() + interval '1 second' * $3::integer
         from looked join custody_store.account using (account)
         where not is_forgotten and ($4::boolean or exists (
           select 1 from custody_store.session as known where known.account = $1 and known.session = $2))
         on conflict (account, session) do update set until = greatest(session.until, excluded.until)
         returning until::text as until`,
        [account, session, String(seconds), String(isNew)],
      )
      return row?.until ?? null
    },
    /** Ends one session, or all. `until`: unless it lasts longer than that by now. Returns how many go on. */
    async leave(session: string | null, until?: string): Promise<number> {
      const [, [left]] = await database.transaction(async (queries) => [
        await queries.query(
          `delete from custody_store.session where account = $1 and (until <= now()
             or ($2::text is null or session = $2::text) and ($3::text is null or until <= $3::text::timestamptz))`,
          [account, session, until ?? null],
        ),
        await queries.query<'count'>(
          'select count(*) as count from custody_store.session where account = $1',
          [account],
        ),
      ])
      return Number(left?.count ?? 0)
    },
    /** How the sync goes, written by the copy that runs it. */
    async status(): Promise<SyncStatus> {
      const [row] = await database.query<'status'>(
        'select status from custody_store.sync_status where account = $1',
        [account],
      )
      return readSyncStatus(row?.status ?? null)
    },
    async tell(fence: string, status: SyncStatus): Promise<void> {
      const told = await database.query(
        `with held as (
           select account from custody_store.lease where account = $1 and fence = $2::bigint for update
         )
         insert into custody_store.sync_status (account, status) select account, $3 from held
         on conflict (account) do update set status = excluded.status returning account`,
        [account, fence, JSON.stringify(status)],
      )
      if (told.length === 0) throw new LeaseLost()
    },
  }
}

export interface AttendedAccount {
  readonly account: string
  readonly isTyped: boolean
  readonly isPack: boolean
  readonly keyDigest: string
  /** Whoever forgot it may have been killed meanwhile. */
  readonly isForgotten: boolean
  /** Milliseconds since somebody looked at it. */
  readonly lookedAgo: number
  readonly sessions: number
  /** A typed key or a pack without a session. It is spared for a minute: its session may just be beginning. */
  readonly isOver: boolean
}

const sparedMilliseconds = 60_000

export async function attendedAccounts(database: Database): Promise<readonly AttendedAccount[]> {
  const rows = await database.query<
    'account' | 'is_typed' | 'reader' | 'key_digest' | 'is_forgotten' | 'ago' | 'sessions'
  >(
    `select account, is_typed, reader, key_digest, is_forgotten, (1000 * extract(epoch from now() - looked_at))::bigint as ago,
       (select count(*) from custody_store.session where session.account = account.account and until > now()) as sessions
     from custody_store.account left join custody_store.lease using (account)`,
  )
  return rows.map((row) => ({
    account: row.account ?? '',
    isTyped: row.is_typed === 't' && row.reader !== packReader,
    isPack: row.is_typed === 't' && row.reader === packReader,
    keyDigest: row.key_digest ?? '',
    isForgotten: row.is_forgotten === 't',
    lookedAgo: Number(row.ago),
    sessions: Number(row.sessions),
    isOver: row.is_typed === 't' && row.sessions === '0' && Number(row.ago) > sparedMilliseconds,
  }))
}
