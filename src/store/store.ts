/** The records of all accounts, in the schema `custody_store` of a database. */
import { randomUUID } from 'node:crypto'
import { type Database, DatabaseError } from '../database/database.ts'
import { type AccountStore, accountStore } from './account-store.ts'
import { databaseText, fromDatabaseText, textIn } from './database-text.ts'
import { deleteRows } from './delete-rows.ts'
import { type AccountIdentity, type AccountReader, accountKey, keyDigest, packReader } from './identity.ts'
import { makeIndexes } from './indexes.ts'
import { KeptAddresses } from './kept-addresses.ts'
import { KeptSums } from './kept-sums.ts'
import { keptLists } from './lists.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { type OpenedPack, openedPacks } from './pack-records.ts'
import { renewRows } from './renew-rows.ts'
import { afterMoments, wholeSeconds } from './scope.ts'
import { type AttendedAccount, attendedAccounts } from './session-presence.ts'
import { type AccountState, readAccountState } from './state.ts'

export interface Store {
  /** Which version the tables had when this program opened them, 0 where there were none. Null where they were up to date. */
  readonly upgradedFrom: number | null
  /** Finds or creates an account. Returns its key. */
  account(identity: AccountIdentity): Promise<string>
  /** The key of an account that the store need not have. */
  keyOf(identity: AccountIdentity): string
  /** Equal for all accounts of the key that identity has. */
  keyDigestOf(identity: AccountIdentity): string
  accounts(): Promise<readonly AccountSummary[]>
  of(account: string): AccountStore
  /** All opened packs, and which of them a session opened: by its digest. */
  packs(session: string): Promise<readonly OpenedPack[]>
  /** All accounts, to decide which to read. */
  attendance(): Promise<readonly AttendedAccount[]>
  /** Whoever writes it loses the lease first. False for an account that the store does not have. */
  forget(account: string): Promise<boolean>
  /**
   * Makes the columns of rows anew that an older rule made. Changes no record and no revision. Returns how many rows it made; runs as long as
   * there are such rows, beside everything else.
   */
  renewRows(signal?: AbortSignal): Promise<number>
}

export interface AccountSummary {
  readonly account: string
  readonly service: string
  readonly reader: AccountReader
  readonly accountId: string | null
  /** Those that are gone included. */
  readonly rows: number
  readonly state: AccountState
}

/** Brings the schema up to date first. Throws for a schema that a newer version made. */
export async function openStore(database: Database): Promise<Store> {
  const before = await migrate(database, migrations)
  // A program that was killed may have left it.
  await makeIndexes(database)
  const secret = await secretOf(database)
  const kept = { sums: new KeptSums(), addresses: new KeptAddresses() }
  return {
    upgradedFrom: before < migrations.length ? before : null,
    account: (identity) => findAccount(database, identity, secret),
    keyOf: (identity) => accountKey(identity, keyDigest(identity.apiKey, secret)),
    keyDigestOf: ({ apiKey }) => keyDigest(apiKey, secret),
    accounts: () => listAccounts(database),
    packs: (session) => openedPacks(database, session),
    attendance: () => attendedAccounts(database),
    of: (account) => accountStore(database, account, kept),
    forget: (account) => {
      kept.sums.forget(account)
      kept.addresses.forget(account)
      return forgetAccount(database, account)
    },
    renewRows: (signal) => renewRows(database, signal),
  }
}

/**
 * For a program that keeps nothing: an earlier one may have been killed. Forgets the typed keys and packs whose sessions are over; returns how many
 * there still are. Makes no schema where there is none.
 */
export async function forgetLeftKeys(database: Database): Promise<number> {
  const accounts = await attendedAccounts(database).catch((error: unknown) => {
    if (error instanceof DatabaseError && missing.has(error.code ?? '')) return []
    throw error
  })
  let left = 0
  for (const { account, isTyped, isPack, isForgotten, isOver } of accounts)
    if (isOver || isForgotten) await forgetAccount(database, account)
    else if (isTyped || isPack) left += 1
  return left
}

/** A table, a schema. */
const missing: ReadonlySet<string> = new Set(['42P01', '3F000'])

/** Made once: programs that share the database share it. */
async function secretOf(database: Database): Promise<string> {
  const [row] = await database.query<'value'>(
    `insert into custody_store.setting (name, value) values ('key-secret', $1)
     on conflict (name) do update set value = setting.value returning value`,
    [randomUUID() + randomUUID()],
  )
  return row?.value ?? ''
}

async function findAccount(database: Database, identity: AccountIdentity, secret: string): Promise<string> {
  const digest = keyDigest(identity.apiKey, secret)
  const account = accountKey(identity, digest)
  const { service, reader, accountId } = identity
  await finishForgetting(database, account)
  await database.query(
    `with made as (
       insert into custody_store.account (account, service, reader, is_typed, account_id, key_digest, epoch)
       values ($1, $2, $3, $4::boolean, $5, $6, $7) on conflict (account) do nothing returning account
     )
     insert into custody_store.lease (account) select account from made on conflict (account) do nothing`,
    [
      account,
      databaseText(service),
      reader.kind === 'named' ? databaseText(reader.name) : reader.kind === 'pack' ? packReader : '',
      String(reader.kind !== 'named'),
      accountId === null ? null : databaseText(accountId),
      digest,
      randomUUID(),
    ],
  )
  return account
}

async function listAccounts(database: Database): Promise<readonly AccountSummary[]> {
  const rows = await database.query<
    'account' | 'service' | 'reader' | 'is_typed' | 'account_id' | 'kept_rows' | 'state'
  >(
    `select account, service, reader, is_typed, account_id, kept_rows, state from custody_store.account
     where not is_forgotten order by created_at, account`,
  )
  return rows.map((row) => ({
    account: row.account ?? '',
    service: fromDatabaseText(row.service ?? ''),
    reader: readerIn(row.is_typed, row.reader ?? ''),
    accountId: textIn(row.account_id),
    rows: Number(row.kept_rows),
    state: readAccountState(row.state ?? '{}'),
  }))
}

function readerIn(isTyped: string | null, reader: string): AccountReader {
  if (isTyped !== 't') return { kind: 'named', name: fromDatabaseText(reader) }
  return { kind: reader === packReader ? 'pack' : 'typed' }
}

/** False for an account that the store does not have. */
async function forgetAccount(database: Database, account: string): Promise<boolean> {
  // Whoever writes now is waited for, and writes nothing after.
  const found = await afterMoments(database, () =>
    database
      .with({ purpose: 'sync', seconds: wholeSeconds })
      .query(
        'update custody_store.account set is_forgotten = true, fence = fence + 1 where account = $1 returning 1',
        [account],
      ),
  )
  await finishForgetting(database, account)
  return found.length > 0
}

/** For an account that a program was killed in the middle of forgetting, too. Does nothing to any other. */
async function finishForgetting(database: Database, account: string): Promise<void> {
  const queries = database.with({ purpose: 'sync' })
  const half = await queries.query(`select 1 where ${isForgotten}`, [account])
  if (half.length === 0) return
  // The lease is first: without it nobody can say anything of the account any more.
  await queries.query(`delete from custody_store.lease where account = $1 and ${isForgotten}`, [account])
  for (const table of ['staged', 'transaction', 'change'] as const)
    await deleteRows(table, (piece) => piece(queries, account), isForgotten)
  for (const table of smallTables)
    await queries.query(`delete from custody_store.${table} where account = $1 and ${isForgotten}`, [account])
  await queries.query('delete from custody_store.account where account = $1 and is_forgotten', [account])
  // The embedded database never does so by itself: its files would grow with each pack that is opened.
  if (database.lock !== null)
    await database.with({ purpose: 'sync', seconds: null }).script('vacuum custody_store.transaction')
}

const smallTables = new Set([
  ...Object.values(keptLists).flatMap(({ table, entries }) => (entries ? [table, entries.table] : table)),
  ...['list', 'earlier_list', 'reading', 'unconfirmed_change', 'unsettled_balances'],
  ...['session', 'sync_status', 'accepted_finding', 'webhook'],
])

/** Of two programs that forget it, one may be late, and the account begun anew: each statement looks again. */
const isForgotten = 'exists (select 1 from custody_store.account where account = $1 and is_forgotten)'
