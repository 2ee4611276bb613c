import type { NothingKept, SyncReport } from './sync.ts'

/** `GET`: whether the records of the session's account have changed. A few hundred bytes: a tab in sight asks every five seconds. */
export const revisionPath = '/api/revision'

/** All times are ISO 8601 UTC. */
export interface Revision extends Pick<SyncReport, 'reading' | 'refused_lists' | 'silence'> {
  /** Only compared for equality. Null before there are records. */
  readonly revision: string | null
  readonly not_kept: NothingKept | null
  /** When the latest update in the records began. */
  readonly as_of: string | null
  /** When the last whole reading ended, and how well the list of transactions is known since. */
  readonly read_whole: string | null
  readonly completeness: 'complete' | 'read-once' | 'partial' | null
  /** Null until lists can be asked for. */
  readonly transactions: number | null
  /** Null before dates were looked for. `off`: why no record has one. */
  readonly dates: Pick<NonNullable<SyncReport['dates']>, 'off' | 'days' | 'is_complete'> | null
  /**
   * Progress of dates that reports wait for: transactions that may still be on either side of a moment, now and when the first report asked.
   * Null if no report waits.
   */
  readonly moments: { readonly missing: number; readonly sought: number } | null
}
