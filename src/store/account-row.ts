/** An account's own row: its state, its revision, and what is known of its service. */
import * as z from 'zod/mini'
import { listNames } from '../contract/list-names.ts'
import type { Queries } from '../database/database.ts'
import { type DateFilter, type ServiceProfile, unknownService } from '../sync/service/service-profile.ts'
import { type AccountScope, nextRevision, revisionText, type WrittenAccount, write } from './scope.ts'
import { readSyncStatus, type SyncStatus } from './session-presence.ts'
import { type AccountState, readAccountState, type StateNote, withWrite, writtenState } from './state.ts'

/** What only reads the row: a database, or what is asked within a transaction of it. */
interface ReadScope {
  readonly database: Queries
  readonly account: string
}

export async function accountState(scope: ReadScope): Promise<AccountState> {
  return readAccountState((await accountRow(scope))?.state ?? '{}')
}

/** Another text once anything that can be asked for changed, days when they are told; null for an account that the store does not have. */
export async function accountRevision({ database, account }: ReadScope): Promise<string | null> {
  const [row] = await database.query<'epoch' | 'revision'>(
    'select epoch, revision from custody_store.account where account = $1 and not is_forgotten',
    [account],
  )
  return row ? revisionText(row.epoch ?? '', Number(row.revision)) : null
}

export interface RecordsVersion extends Pick<AccountState, 'untoldDays' | 'writes'> {
  readonly epoch: string
  readonly revision: number
}

export async function recordsVersion(scope: ReadScope): Promise<RecordsVersion | null> {
  const row = await accountRow(scope)
  if (!row) return null
  const { untoldDays, writes } = readAccountState(row.state ?? '{}')
  return { epoch: row.epoch ?? '', revision: Number(row.revision), untoldDays, writes }
}

export function areSameVersions(one: RecordsVersion, other: RecordsVersion): boolean {
  return (
    one.epoch === other.epoch &&
    one.revision === other.revision &&
    one.untoldDays === other.untoldDays &&
    one.writes.at(-1) === other.writes.at(-1)
  )
}

/** Everything that a console asks for again and again, in one question. */
export interface AccountStanding {
  readonly revision: string
  readonly state: AccountState
  readonly status: SyncStatus
  readonly rows: number
}

/** Null for an account that the store does not have. */
export async function accountStanding({ database, account }: AccountScope): Promise<AccountStanding | null> {
  const [row] = await database.query<'epoch' | 'revision' | 'listed_rows' | 'state' | 'status'>(
    `select epoch, revision, listed_rows, state, status
     from custody_store.account left join custody_store.sync_status using (account)
     where account = $1 and not is_forgotten`,
    [account],
  )
  if (!row) return null
  return {
    revision: revisionText(row.epoch ?? '', Number(row.revision)),
    state: readAccountState(row.state ?? '{}'),
    status: readSyncStatus(row.status ?? null),
    rows: Number(row.listed_rows),
  }
}

export async function listedRows(scope: AccountScope): Promise<number> {
  return Number((await accountRow(scope))?.listed_rows ?? 0)
}

export async function profileOf(scope: AccountScope): Promise<ServiceProfile> {
  const parsed = profileForm.safeParse(JSON.parse((await accountRow(scope))?.profile ?? '{}'))
  return parsed.success ? parsed.data : unknownService
}

export interface AccountOwner {
  readonly service: string
  /** Null if the service has none. */
  readonly accountId: string | null
  /** The key was typed by a person, and the account id with it. */
  readonly isTyped: boolean
  readonly transactions: number
}

export async function accountOwner({ database, account }: ReadScope): Promise<AccountOwner> {
  const [row] = await database.query<'service' | 'account_id' | 'is_typed' | 'listed_rows' | 'state'>(
    'select service, account_id, is_typed, listed_rows, state from custody_store.account where account = $1',
    [account],
  )
  const transactions = Number(row?.listed_rows ?? 0)
  const { pack } = readAccountState(row?.state ?? '{}')
  if (pack !== null)
    return { service: pack.service, accountId: pack.account, isTyped: pack.is_typed, transactions }
  return {
    service: row?.service ?? '',
    accountId: row?.account_id ?? null,
    isTyped: row?.is_typed === 't',
    transactions,
  }
}

async function accountRow({ database, account }: ReadScope) {
  const [row] = await database.query<'epoch' | 'revision' | 'listed_rows' | 'state' | 'profile'>(
    `select epoch, revision, listed_rows, state, profile from custody_store.account
     where account = $1 and not is_forgotten`,
    [account],
  )
  return row
}

export async function learn(scope: AccountScope, fence: string, profile: ServiceProfile): Promise<void> {
  await write(scope, fence, async ({ queries, account }) => {
    await queries.query('update custody_store.account set profile = $2 where account = $1', [
      account,
      JSON.stringify(profile),
    ])
  })
}

/** Merges what is given into the state. */
export async function note(scope: AccountScope, fence: string, stateNote: StateNote): Promise<void> {
  await write(scope, fence, (written) => writeNote(written, stateNote))
}

/** `isNews`: something else changed that can be asked for. What waits for moments can be answered after a note of them, too. */
export async function writeNote(
  written: WrittenAccount,
  stateNote: Partial<AccountState>,
  isNews = stateNote.moments !== undefined,
): Promise<void> {
  await writeState(written, { ...stateNote, ...(isNews && { untoldDays: 0 }) }, isNews)
  if (!isNews) return
  const { queries, account } = written
  await queries.query(`update custody_store.account set revision = ${nextRevision} where account = $1`, [
    account,
  ])
}

/**
 * Finding days takes minutes. If each one raised the revision, every open page would ask again each time. So `tellDays`, or other news,
 * raises it for all of them.
 */
export async function writeDays(
  written: WrittenAccount,
  stateNote: StateNote,
  isNews: boolean,
): Promise<void> {
  const { untoldDays } = written.state
  await writeState(written, { ...stateNote, ...(isNews && { untoldDays: untoldDays + 1 }) }, isNews)
}

/** Raises the revision where days were found since it was raised. */
export async function tellDays(scope: AccountScope, fence: string): Promise<void> {
  await write(scope, fence, async (written) => {
    if (written.state.untoldDays > 0) await writeNote(written, {}, true)
  })
}

async function writeState(
  { queries, account, state, writtenAt }: WrittenAccount,
  change: Partial<AccountState>,
  isNews: boolean,
): Promise<void> {
  const after = { ...state, ...change }
  const writes = isNews ? withWrite(after.writes, writtenAt) : after.writes
  await queries.query('update custody_store.account set state = $2 where account = $1', [
    account,
    JSON.stringify(writtenState({ ...after, writes })),
  ])
}

const dateFields = {
  off: z.nullable(z.enum(['refused', 'nowhere', 'ignored', 'ahead', 'zone', 'request'])),
  form: z.enum(['day', 'instant', 'next-day']),
  days: z.enum(['utc', 'service']),
  formOfLinks: z.enum(['day', 'instant', 'next-day']),
  isEpoch: z.exactOptional(z.literal(true)),
} satisfies Record<keyof DateFilter, unknown>

const profileFields = {
  mostRows: z.number(),
  takenRows: z.exactOptional(z.number()),
  turns: z.partialRecord(z.enum(listNames), z.boolean()),
  dates: z.exactOptional(z.object(dateFields)),
} satisfies Record<keyof ServiceProfile, unknown>

/** A field that is not named here is lost between two jobs. */
const profileForm = z.object(profileFields)
