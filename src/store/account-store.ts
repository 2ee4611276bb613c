import type { Transaction, Vault } from '../contract/normal-records.ts'
import type { ServiceProfile } from '../sync/service-profile.ts'
import type { Attendance } from './attendance.ts'
import type { DaysSet, RecordedSpan, WideSpan } from './days.ts'
import type { Applied, UpdateOutcome, WholeOutcome } from './outcome.ts'
import type { StoredRow } from './rows.ts'
import type { MissingRow, StagedPage } from './staging.ts'
import type { AccountState, StateNote } from './state.ts'
import type { MovementSum } from './sums.ts'
import type { ReceivedTransaction } from './transaction-row.ts'

/**
 * The records of one account. Whoever writes has the lease, and names its fence: where another program took it over, the write throws
 * `LeaseLost` and changes nothing. Ids are as the service gave them.
 */
export interface AccountStore extends Attendance {
  state(): Promise<AccountState>
  /** Another text whenever anything that can be asked for changed; null for an account that the store does not have. */
  revision(): Promise<string | null>
  profile(): Promise<ServiceProfile>

  /** For so many seconds of the database's clock. Returns the fence; null while another holds the lease, or still writes. */
  takeLease(holder: string, seconds: number): Promise<string | null>
  renewLease(fence: string, seconds: number): Promise<void>
  /** Does nothing where the lease is lost. */
  releaseLease(fence: string): Promise<void>
  /** Somebody looks at the account. */
  look(): Promise<void>

  learn(fence: string, profile: ServiceProfile): Promise<void>
  /** Merges what is given into the state. */
  note(fence: string, note: StateNote): Promise<void>

  /** Empties what was staged before. */
  beginStaging(fence: string): Promise<void>
  /** `pass`: from 1. Pages of one pass come in the order of their places. The same page may come again. */
  stage(fence: string, rows: readonly ReceivedTransaction[], pass: number): Promise<StagedPage>
  /** Those that were unlisted latest come first. */
  missing(limit: number): Promise<readonly MissingRow[]>
  /** One transaction: rows, order, lists, state, and a revision if anything changed. */
  applyWhole(fence: string, outcome: WholeOutcome): Promise<Applied>
  applyUpdate(fence: string, outcome: UpdateOutcome): Promise<Applied>

  rowsOf(ids: readonly string[]): Promise<readonly StoredRow[]>
  /** Of listed rows, in the service's order. */
  firstIds(limit: number): Promise<readonly string[]>
  lastId(): Promise<string | null>
  /** Listed rows. */
  size(): Promise<number>
  /** Listed rows that are not final, in the service's order. */
  openIds(limit: number): Promise<readonly string[]>
  /** By id, normalised from the text kept; of several records of one id, the first. */
  records(ids: readonly string[]): Promise<ReadonlyMap<string, Transaction>>

  /** Narrows the spans of records. A record whose id others share is left alone: nothing tells which one was in the span. */
  setDays(fence: string, spans: readonly RecordedSpan[], note?: StateNote): Promise<DaysSet>
  /** The service's answers contradicted each other: no record has a date. */
  clearDays(fence: string, note?: StateNote): Promise<void>
  /** Rows that are not gone, by spans that are unknown or longer than so many milliseconds: unknown first, then the latest. */
  wideSpans(longest: number, limit: number): Promise<readonly WideSpan[]>

  movementSums(): Promise<readonly MovementSum[]>
  /** The vaults as they were read last. */
  vaultHoldings(): Promise<readonly Vault[]>
}
