import type { Database, TransactionQueries } from '../database/database.ts'
import { type AccountState, nextWrite, readAccountState } from './state.ts'

/** What every query of one account gets. `account` is its key, and the first parameter of each statement. */
export interface AccountScope {
  readonly database: Database
  readonly account: string
}

/** Another program writes this account now, or the account was forgotten. What was to be written was not. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('Another program took over this account.')
  }
}

/** What a writer has to itself until its transaction ends. */
export interface WrittenAccount {
  readonly queries: TransactionQueries
  readonly account: string
  /** `written_at` of each transaction that sums count otherwise then. */
  readonly writtenAt: number
  readonly lastReading: number
  readonly keptRows: number
  readonly listedRows: number
  /** As it was before. */
  readonly state: AccountState
}

/**
 * Runs one transaction as the lease holder; throws `LeaseLost` if another program has the lease. Writers of an account, and takers of its
 * lease, wait for each other. `seconds`: for each statement.
 */
export function write<Result>(
  { database, account }: AccountScope,
  fence: string,
  work: (written: WrittenAccount) => Promise<Result>,
  seconds: number = writeSeconds,
): Promise<Result> {
  return afterMoments(database, () =>
    database.transaction(
      async (queries) => {
        const [row] = await queries.query<'last_reading' | 'kept_rows' | 'listed_rows' | 'state'>(
          `select last_reading, kept_rows, listed_rows, state
           from custody_store.account where account = $1 and fence = $2::bigint and not is_forgotten for update`,
          [account, fence],
        )
        if (!row) throw new LeaseLost()
        const state = readAccountState(row.state ?? '{}')
        return await work({
          ...{ queries, account, state, writtenAt: nextWrite(state) },
          lastReading: Number(row.last_reading),
          keptRows: Number(row.kept_rows),
          listedRows: Number(row.listed_rows),
        })
      },
      { purpose: 'sync', seconds },
    ),
  )
}

/** For everything that changes what a report may be reading: the embedded database reads it in many questions. */
export function afterMoments<Result>(
  { lock }: Pick<Database, 'lock'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return lock === null ? work() : lock.write(work)
}

const writeSeconds = 60

/** To apply a million records takes minutes. */
export const wholeSeconds = 1800

/**
 * Of the row in `custody_store.account`. Answers are kept by revision: the time keeps a database that was restored from counting anew what
 * it counted before.
 */
export const nextRevision = 'greatest(revision + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)'

export function revisionText(epoch: string, revision: number): string {
  return `${epoch}.${revision}`
}
