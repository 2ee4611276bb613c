/** Writes the records of an audit pack into an account of its own. There they stay as they are, and go with the session that opened it. */
import type { Database, Queries } from '../database/database.ts'
import { firstReading } from './first-reading.ts'
import { packReader } from './identity.ts'
import { analyzeTransactions } from './indexes.ts'
import { positionStep } from './order.ts'
import type { ListOutcomes } from './outcome.ts'
import { replaceLists } from './replace-lists.ts'
import { type AccountScope, wholeSeconds, write } from './scope.ts'
import { type AccountState, type PackOpened, readAccountState, writtenState } from './state.ts'
import { derivedColumns, derivedOf, recordsetOf, rowsText } from './transaction-columns.ts'
import type { ReceivedTransaction } from './transaction-row.ts'

export interface PackedTransaction extends ReceivedTransaction {
  /** From 1, among records of one id. */
  readonly occurrence: number
  /** Milliseconds since 1970; null where the pack does not know it. */
  readonly recorded_from: number | null
  readonly recorded_before: number | null
  readonly is_unlisted: boolean
}

/** Rows of a new account, in the order of their places. Nobody can ask for them before `endPack`. */
export async function writePackRows(
  scope: AccountScope,
  fence: string,
  rows: readonly PackedTransaction[],
): Promise<void> {
  await write(scope, fence, ({ queries, account }) =>
    queries.query(insertRows, [account, rowsText(rows), String(firstReading)]),
  )
}

const insertRows = `
  insert into custody_store.transaction
    (account, id, occurrence, position, record, first_seen, recorded_from, recorded_before, unlisted_in, ${derivedColumns.join(', ')})
  select $1, id, occurrence, ${positionStep} * (place + 1), record, $3::bigint, recorded_from, recorded_before,
    case when is_unlisted then $3::bigint end, ${derivedOf('given')}
  from ${recordsetOf(2, 'place bigint, occurrence integer, record text, recorded_from bigint, recorded_before bigint, is_unlisted boolean')}`

/** What people and updates added to the records: a pack has it row by row. */
export const packedTables = ['accepted_finding', 'earlier_list', 'unsettled_balances'] as const
export type PackedTable = (typeof packedTables)[number]

/** Each as a JSON object, without the account. */
export async function packedRows(
  queries: Queries,
  account: string,
  table: PackedTable,
): Promise<readonly string[]> {
  const rows = await queries.query<'row'>(
    `select (to_jsonb(kept) - 'account')::text as row from custody_store.${table} as kept where account = $1`,
    [account],
  )
  return rows.map(({ row }) => row ?? '{}')
}

/** When they were told, ISO 8601 UTC: from the first to before the second. */
export interface PackedPeriod {
  readonly from: string
  readonly before: string
}

/** What was told to change in a period, in pieces, each as `packedRows` has it. */
export async function* packedChanges(
  queries: Queries,
  account: string,
  { from, before }: PackedPeriod,
): AsyncGenerator<readonly string[]> {
  let last = [String(Date.parse(from)), '0']
  for (;;) {
    const rows = await queries.query<'reading' | 'place' | 'row'>(
      `select reading, place, (to_jsonb(kept) - 'account')::text as row from custody_store.change as kept
       where account = $1 and (reading, place) > ($2::bigint, $3::integer) and reading < $4::bigint
       order by reading, place limit ${pieceRows}`,
      [account, ...last, String(Date.parse(before))],
    )
    yield rows.map(({ row }) => row ?? '{}')
    const end = rows.at(-1)
    if (end === undefined || rows.length < pieceRows) return
    last = [end.reading ?? '', end.place ?? '']
  }
}

const pieceRows = 1000

/** Of a new account, as `packedChanges` gave them. */
export async function writePackChanges(
  scope: AccountScope,
  fence: string,
  rows: readonly object[],
): Promise<void> {
  await write(scope, fence, ({ queries, account }) => insertPacked(queries, account, 'change', rows))
}

async function insertPacked(
  queries: Queries,
  account: string,
  table: PackedTable | 'change',
  rows: readonly object[],
): Promise<void> {
  await queries.query(
    `insert into custody_store.${table}
     select * from json_populate_recordset(null::custody_store.${table}, $1::json)`,
    [JSON.stringify(rows.map((row) => ({ ...row, account })))],
  )
}

export interface PackEnd {
  readonly lists: ListOutcomes
  readonly tables: ReadonlyMap<PackedTable, readonly object[]>
  readonly state: AccountState
}

/** From now on the account can be asked. */
export async function endPack(
  scope: AccountScope,
  fence: string,
  { lists, tables, state }: PackEnd,
): Promise<void> {
  await write(
    scope,
    fence,
    async (written) => {
      const { queries, account } = written
      await replaceLists(written, lists, null)
      for (const [table, rows] of tables) await insertPacked(queries, account, table, rows)
      await queries.query(
        `update custody_store.account set state = $2, revision = revision + 1, last_reading = $3::bigint,
           kept_rows = counted.kept, listed_rows = counted.listed
         from (
           select count(*) as kept, count(*) filter (where unlisted_in is null) as listed
           from custody_store.transaction where account = $1
         ) as counted
         where account = $1`,
        [account, JSON.stringify(writtenState(state)), String(firstReading)],
      )
    },
    wholeSeconds,
  )
  await analyzeTransactions(scope.database)
}

export interface OpenedPack {
  readonly account: string
  /** Null while it is being written. */
  readonly pack: PackOpened | null
  /** Whether this session opened it. */
  readonly isOwn: boolean
}

/** All that are open, by the digest of the session that asks. */
export async function openedPacks(database: Database, session: string): Promise<readonly OpenedPack[]> {
  const rows = await database.query<'account' | 'state' | 'is_own'>(
    `select account, state, exists (
       select 1 from custody_store.session where session.account = account.account and session.session = $2
     ) as is_own
     from custody_store.account where reader = $1 and is_typed and not is_forgotten`,
    [packReader, session],
  )
  return rows.map(({ account, state, is_own }) => ({
    account: account ?? '',
    pack: readAccountState(state ?? '{}').pack,
    isOwn: is_own === 't',
  }))
}
