import type { AcceptedFinding } from '../contract/accepted-findings.ts'
import type { FormerDestination, OwnAddress } from '../contract/addresses.ts'
import type { ChangeCount, ChangedKind, KeptRecord, RecordChange } from '../contract/changes.ts'
import type { TotalsColumn } from '../contract/console-api.ts'
import type { Transaction, Vault } from '../contract/normal-records.ts'
import type { Database, WorkOptions } from '../database/database.ts'
import type { ServiceProfile } from '../sync/service/service-profile.ts'
import { acceptedFindings, acceptFindings, withdrawAcceptance } from './accepted.ts'
import {
  type AccountStanding,
  accountRevision,
  accountStanding,
  accountState,
  learn,
  listedRows,
  note,
  profileOf,
  tellDays,
} from './account-row.ts'
import { applyUpdate } from './apply-update.ts'
import { applyWhole } from './apply-whole.ts'
import { clearDays, type DaysOptions, type DaysSet, type RecordedSpan, setDays, undatedRows } from './days.ts'
import { dropChanges } from './drop-changes.ts'
import { makeIndexes } from './indexes.ts'
import type { KeptSums } from './kept-sums.ts'
import { look, releaseLease, renewLease, takeLease } from './lease.ts'
import { vaultHoldings } from './lists.ts'
import { type RecordsMoment, readMoment } from './moment.ts'
import {
  dropMoments,
  endSpans,
  type StraddlingSpan,
  straddlingIds,
  straddlingSpans,
  wantedMoments,
  wantMoments,
  widenToDays,
} from './moments.ts'
import type { Applied, UpdateOutcome, WholeOutcome } from './outcome.ts'
import {
  endPack,
  type PackEnd,
  type PackedTransaction,
  writePackChanges,
  writePackRows,
} from './pack-records.ts'
import { type CompletedMeanwhile, completedMeanwhile, keptRecord } from './queries/beside-changes.ts'
import type { RowRange } from './queries/conditions.ts'
import { type ChangeRange, historyQueries, type ToldChanges, type ToldPlace } from './queries/history.ts'
import {
  type BalanceQuery,
  balancePage,
  type RecordPage,
  type VaultQuery,
  vaultPage,
  type WhitelistQuery,
  whitelistPage,
} from './queries/lists.ts'
import { type AddressRows, formerDestinations, ownAddresses } from './queries/own-addresses.ts'
import { type AccountNames, accountNames, type EndCounts, endCounts, idsOfHashes } from './queries/search.ts'
import type { TransactionQuery } from './queries/transaction-query.ts'
import {
  type ListedTransaction,
  type TransactionCount,
  type TransactionTotal,
  transactionCount,
  transactionPage,
  transactionTotals,
} from './queries/transactions.ts'
import {
  firstIds,
  type InFlightTransaction,
  idsFrom,
  inFlight,
  lastId,
  openIds,
  recordsOf,
  rowsOf,
  type StoredRow,
  undatedIds,
  unlistedRows,
} from './rows.ts'
import { type SessionPresence, sessionPresenceOf } from './session-presence.ts'
import { beginStaging, type MissingRow, missingRows, type StagedPage, stage } from './staging.ts'
import type { AccountState, StateNote } from './state.ts'
import type { MovementSum } from './sums.ts'
import type { ReceivedTransaction } from './transaction-row.ts'
import { readUnprovedBalances, type UnprovedBalance } from './unproved-balances.ts'
import { type CountedColumn, valueCounts } from './value-counts.ts'
import { dropOtherWebhooks, type KeptWebhook, keepWebhook, keptWebhooks } from './webhooks.ts'

/**
 * The records of one account. Whoever writes has the lease, and names its fence: where another program took it over, the write throws
 * `LeaseLost` and changes nothing. Ids are as the service gave them.
 */
export interface AccountStore extends SessionPresence {
  state(): Promise<AccountState>
  /** Another text once anything that can be asked for changed, days when they are told; null for an account that the store does not have. */
  revision(): Promise<string | null>
  /** State, revision and status at once; null for an account that the store does not have. */
  standing(): Promise<AccountStanding | null>
  profile(): Promise<ServiceProfile>

  /** For so many seconds of the database's clock. Returns the fence; null while another holds the lease, or still writes. */
  takeLease(holder: string, seconds: number): Promise<string | null>
  /** True where somebody waits for moments. */
  renewLease(fence: string, seconds: number): Promise<boolean>
  /** Does nothing where the lease is lost. */
  releaseLease(fence: string): Promise<void>
  look(): Promise<void>

  learn(fence: string, profile: ServiceProfile): Promise<void>
  /** Merges what is given into the state. */
  note(fence: string, note: StateNote): Promise<void>

  /** Empties what was staged before. */
  beginStaging(fence: string): Promise<void>
  /**
   * `pass`: from 1. Pages of one pass come in order; the same page may come again. During the first reading, rows can be queried at once, so
   * callers wait until the state knows the account's transactions.
   */
  stage(fence: string, rows: readonly ReceivedTransaction[], pass: number): Promise<StagedPage>
  /** Those that were unlisted latest come first. */
  missing(limit: number): Promise<readonly MissingRow[]>
  /** One transaction: rows, order, lists, state, and a revision if anything changed. */
  applyWhole(fence: string, outcome: WholeOutcome): Promise<Applied>
  applyUpdate(fence: string, outcome: UpdateOutcome): Promise<Applied>

  /** For records that are no reading: those of an opened pack. Nobody can ask for the rows before its end. */
  writePackRows(fence: string, rows: readonly PackedTransaction[]): Promise<void>
  writePackChanges(fence: string, rows: readonly object[]): Promise<void>
  endPack(fence: string, end: PackEnd): Promise<void>

  rowsOf(ids: readonly string[]): Promise<readonly StoredRow[]>
  /** Of listed rows, in the service's order. */
  firstIds(limit: number): Promise<readonly string[]>
  lastId(): Promise<string | null>
  /** Of listed rows, in the service's order, without so many of the first. */
  idsFrom(place: number, limit: number): Promise<readonly string[]>
  size(): Promise<number>
  /** Rows that are kept and counted, though the last complete reading did not have them. */
  unlisted(): Promise<number>
  /** Listed rows that are not final, in the service's order. */
  openIds(limit: number): Promise<readonly string[]>
  /** By id, normalised from the text kept; of several records of one id, the first. */
  records(ids: readonly string[]): Promise<ReadonlyMap<string, Transaction>>

  /**
   * Narrows the spans of records. Records that share an id are left alone: nobody knows which one was in the span. Call `tellDays`
   * afterwards; until then the revision stays the same (as with `endSpans`).
   */
  setDays(
    fence: string,
    spans: readonly RecordedSpan[],
    note?: StateNote,
    options?: DaysOptions,
  ): Promise<DaysSet>
  /** Raises the revision where spans became narrower since it was raised last. */
  tellDays(fence: string): Promise<void>
  /** Those that a first reading went without. Does nothing where all are there. */
  makeIndexes(): Promise<void>
  /** The service's answers contradicted each other: no record has a date. */
  clearDays(fence: string, note?: StateNote): Promise<void>
  /** Rows that are not gone, and have no span within one UTC day. */
  undatedRows(): Promise<number>
  /** Listed ones of these with an id, in the service's order. */
  undatedIds(limit: number): Promise<readonly string[]>

  /** Moments that lie within the spans of records: see `moments.ts`. */
  straddlingSpans(moments: readonly number[], work?: WorkOptions): Promise<readonly StraddlingSpan[]>
  straddlingIds(moments: readonly number[], limit: number): Promise<readonly RecordedSpan[]>
  endSpans(
    fence: string,
    latest: number,
    options: { readonly limit: number; readonly isOfDatedAlone: boolean },
  ): Promise<number>
  widenToDays(fence: string, note: StateNote): Promise<void>
  wantedMoments(): Promise<readonly number[]>
  wantMoments(moments: readonly number[]): Promise<void>
  dropMoments(moments: readonly number[]): Promise<void>

  /** Of listed rows that have a value there, how many have each. */
  valueCounts(column: CountedColumn): Promise<ReadonlyMap<string, number>>
  transactionPage(
    query: TransactionQuery,
    range: RowRange,
    work?: WorkOptions,
  ): Promise<readonly ListedTransaction[]>
  transactionCount(query: TransactionQuery, work?: WorkOptions): Promise<TransactionCount>
  transactionTotals(
    query: TransactionQuery,
    by: readonly TotalsColumn[],
    work?: WorkOptions,
  ): Promise<readonly TransactionTotal[]>
  vaultPage(query: VaultQuery, range: RowRange, work?: WorkOptions): Promise<RecordPage>
  balancePage(query: BalanceQuery, range: RowRange, work?: WorkOptions): Promise<RecordPage>
  whitelistPage(query: WhitelistQuery, range: RowRange, work?: WorkOptions): Promise<RecordPage>
  /** At most so many; of these accounts alone where they are given, in every spelling. */
  ownAddresses(
    limit: number,
    addresses?: readonly string[],
    work?: WorkOptions,
  ): Promise<AddressRows<OwnAddress>>
  formerDestinations(limit: number, work?: WorkOptions): Promise<AddressRows<FormerDestination>>
  names(work?: WorkOptions): Promise<AccountNames>
  /** Of transactions whose hash is one of these, in any case. */
  idsOfHashes(spellings: readonly string[], limit: number, work?: WorkOptions): Promise<readonly string[]>
  endCounts(ids: readonly string[], work?: WorkOptions): Promise<ReadonlyMap<string, EndCounts>>

  /** Of the whitelist review, the earliest first. */
  acceptedFindings(work?: WorkOptions): Promise<readonly AcceptedFinding[]>
  /** A later acceptance replaces an earlier one of the same finding. False for an account that the store does not have. */
  acceptFindings(findings: readonly AcceptedFinding[]): Promise<boolean>
  /** False where it was not accepted. */
  withdrawAcceptance(finding: string): Promise<boolean>

  /** `work` reads one moment and writes nothing to the store. It may run twice: if PostgreSQL rolls the transaction back, it starts again. */
  readMoment<Result>(
    work: (moment: RecordsMoment) => Promise<Result>,
    options?: Pick<WorkOptions, 'signal'>,
  ): Promise<Result>

  movementSums(): Promise<readonly MovementSum[]>
  vaultHoldings(): Promise<readonly Vault[]>
  unsettledBalances(): Promise<readonly UnprovedBalance[]>

  recordChanges(
    kinds: readonly ChangedKind[],
    id: string,
    limit: number,
    work?: WorkOptions,
  ): Promise<readonly RecordChange[]>
  changesTold(range: ChangeRange, limit: number, work?: WorkOptions): Promise<readonly RecordChange[]>
  changeCounts(range: ChangeRange, work?: WorkOptions): Promise<readonly ChangeCount[]>
  lastChange(work?: WorkOptions): Promise<number>
  /** Those seen more than so many days before the latest reading. */
  dropChanges(fence: string, keptDays: number): Promise<void>
  toldChanges(after: ToldPlace, until: number, limit: number): Promise<ToldChanges>

  /** As `queries/beside-changes.ts` has them. */
  keptRecord(kind: ChangedKind, id: string, work?: WorkOptions): Promise<KeptRecord>
  completedMeanwhile(
    vaultId: string,
    limit: number,
    most: number,
    work?: WorkOptions,
  ): Promise<CompletedMeanwhile>

  /** Those that have been in flight since before this at least, in milliseconds since 1970: the longest first. */
  inFlight(since: number, limit: number): Promise<readonly InFlightTransaction[]>

  /** By name. */
  webhooks(): Promise<ReadonlyMap<string, KeptWebhook>>
  keepWebhook(fence: string, webhook: string, kept: KeptWebhook): Promise<void>
  dropOtherWebhooks(fence: string, names: readonly string[]): Promise<void>
}

export function accountStore(database: Database, account: string, sums: KeptSums): AccountStore {
  const scope = { database, account }
  return {
    state: () => accountState(scope),
    revision: () => accountRevision(scope),
    standing: () => accountStanding(scope),
    profile: () => profileOf(scope),
    takeLease: (holder, seconds) => takeLease(scope, holder, seconds),
    renewLease: (fence, seconds) => renewLease(scope, fence, seconds),
    releaseLease: (fence) => releaseLease(scope, fence),
    look: () => look(scope),
    learn: (fence, profile) => learn(scope, fence, profile),
    note: (fence, stateNote) => note(scope, fence, stateNote),
    beginStaging: (fence) => beginStaging(scope, fence),
    stage: (fence, rows, pass) => stage(scope, fence, rows, pass),
    missing: (limit) => missingRows(scope, limit),
    applyWhole: (fence, outcome) => applyWhole(scope, fence, outcome),
    applyUpdate: (fence, outcome) => applyUpdate(scope, fence, outcome),
    writePackRows: (fence, rows) => writePackRows(scope, fence, rows),
    writePackChanges: (fence, rows) => writePackChanges(scope, fence, rows),
    endPack: (fence, end) => endPack(scope, fence, end),
    rowsOf: (ids) => rowsOf(scope, ids),
    firstIds: (limit) => firstIds(scope, limit),
    lastId: () => lastId(scope),
    idsFrom: (place, limit) => idsFrom(scope, place, limit),
    size: () => listedRows(scope),
    unlisted: () => unlistedRows(scope),
    openIds: (limit) => openIds(scope, limit),
    records: (ids) => recordsOf(scope, ids),
    setDays: (fence, spans, stateNote, options) => setDays(scope, fence, spans, stateNote, options),
    tellDays: (fence) => tellDays(scope, fence),
    makeIndexes: () => makeIndexes(database),
    clearDays: (fence, stateNote) => clearDays(scope, fence, stateNote),
    undatedRows: () => undatedRows(scope),
    undatedIds: (limit) => undatedIds(scope, limit),
    straddlingSpans: (moments, work = { purpose: 'sync' }) =>
      straddlingSpans(database.with(work), account, moments),
    straddlingIds: (moments, limit) => straddlingIds(scope, moments, limit),
    endSpans: (fence, latest, options) => endSpans(scope, fence, latest, options),
    widenToDays: (fence, stateNote) => widenToDays(scope, fence, stateNote),
    wantedMoments: () => wantedMoments(scope),
    wantMoments: (moments) => wantMoments(scope, moments),
    dropMoments: (moments) => dropMoments(scope, moments),
    valueCounts: (column) => valueCounts(scope, column),
    transactionPage: (query, range, work = {}) => transactionPage(database.with(work), account, query, range),
    transactionCount: (query, work = {}) => transactionCount(database.with(work), account, query),
    names: (work = {}) => accountNames(database.with(work), account),
    idsOfHashes: (spellings, limit, work = {}) => idsOfHashes(database.with(work), account, spellings, limit),
    endCounts: (ids, work = {}) => endCounts(database.with(work), account, ids),
    transactionTotals: (query, by, work = {}) => transactionTotals(database.with(work), account, query, by),
    vaultPage: (query, range, work = {}) => vaultPage(database.with(work), account, query, range),
    balancePage: (query, range, work = {}) => balancePage(database.with(work), account, query, range),
    whitelistPage: (query, range, work = {}) => whitelistPage(database.with(work), account, query, range),
    ownAddresses: (limit, addresses, work = {}) =>
      ownAddresses(database.with(work), account, limit, addresses),
    formerDestinations: (limit, work = {}) => formerDestinations(database.with(work), account, limit),
    acceptedFindings: (work = {}) => acceptedFindings(database.with(work), account),
    acceptFindings: (findings) => acceptFindings(scope, findings),
    withdrawAcceptance: (finding) => withdrawAcceptance(scope, finding),
    readMoment: (work, options = {}) => readMoment(scope, sums, work, options),
    movementSums: () => readMoment(scope, sums, (moment) => moment.movements([]), {}),
    vaultHoldings: () => vaultHoldings(database, account),
    unsettledBalances: () => readUnprovedBalances(database, account),
    recordChanges: (kinds, id, limit, work = {}) =>
      historyQueries(database.with(work), account).of(kinds, id, limit),
    keptRecord: (kind, id, work = {}) => keptRecord(database.with(work), account, kind, id),
    completedMeanwhile: (vaultId, limit, most, work = {}) =>
      completedMeanwhile(database.with(work), account, vaultId, limit, most),
    changesTold: (range, limit, work = {}) =>
      historyQueries(database.with(work), account).between(range, limit),
    changeCounts: (range, work = {}) => historyQueries(database.with(work), account).counts(range),
    lastChange: (work = {}) => historyQueries(database.with(work), account).lastReading(),
    dropChanges: (fence, keptDays) => dropChanges(scope, fence, keptDays),
    toldChanges: (after, until, limit) =>
      historyQueries(database.with({ purpose: 'sync' }), account).told(after, until, limit),
    inFlight: (since, limit) => inFlight(scope, since, limit),
    webhooks: () => keptWebhooks(scope),
    keepWebhook: (fence, webhook, kept) => keepWebhook(scope, fence, webhook, kept),
    dropOtherWebhooks: (fence, names) => dropOtherWebhooks(scope, fence, names),
    ...sessionPresenceOf(scope),
  }
}
