import type { DateForm } from './day.ts'

/**
 * `GET`: how far the records of the session's account are read, and how well they are known. `POST`: reads what is new, and answers with the
 * revision once that is done, or after some seconds.
 */
export const syncPath = '/api/sync'

/**
 * Why no records are kept. `off` and `none`: by the settings SYNC and KEEP_RECORDS. `database`: it does not answer, or cannot be used. `full`: as many typed keys
 * as the gateway follows are followed already. `refused`: the service refuses the key.
 */
export type NothingKept = 'off' | 'none' | 'database' | 'full' | 'refused'

/** All times are ISO 8601 UTC, by the gateway's clock. */
export interface SyncReport {
  readonly not_kept: NothingKept | null
  /** When the latest reading or update that is in the records began. Null before the first. */
  readonly as_of: string | null
  /** The last whole reading. `completeness` and `doubts`: of the transactions, with what updates, filters and dates have shown since. */
  readonly read_whole: {
    readonly begun: string
    readonly ended: string
    readonly completeness: 'complete' | 'read-once' | 'partial'
    readonly doubts: readonly string[]
  } | null
  /** Transactions that are kept and counted, though the last complete reading of the list did not have them. */
  readonly unlisted: number
  /** What is being read whole now. `records`: transactions of the current pass so far; `part`: from 0 to 1, estimated. */
  readonly reading: {
    readonly kind: string
    readonly begun: string
    readonly records: number
    readonly part: number | null
  } | null
  /** Lists that cannot be read, such as `balances.cold`, with the service's code, or with what it answers instead: `HTTP 404`, say. */
  readonly refused_lists: Readonly<Record<string, string>>
  /** Lists other than transactions that may be incomplete, with the reasons. */
  readonly doubtful_lists: Readonly<Record<string, readonly string[]>>
  /** Null before they were looked for. `off`: why no record has a date. `undated`: how many records have no day yet. */
  readonly dates: {
    readonly off: string | null
    readonly form: DateForm
    readonly days: 'utc' | 'service'
    readonly undated: number | null
    readonly is_complete: boolean
  } | null
  /** Since when the service does not answer. `code`: or what it answers instead, such as `HTTP 404`. */
  readonly silence: { readonly since: string; readonly code: string } | null
}
