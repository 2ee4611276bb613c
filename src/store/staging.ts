import type { Transaction } from '../contract/normal-records.ts'
import type { RowKey } from './outcome.ts'

export interface StagedPage {
  /** Records that no page staged before had. */
  readonly added: number
  /** Records that an earlier pass, or an earlier page of this one, had otherwise. The later stands. */
  readonly differing: readonly DifferingRecord[]
}

export interface DifferingRecord {
  readonly id: string
  readonly before: Transaction
  readonly after: Transaction
}

/** A record of the store that the staged reading does not have, and that is not known to be gone. */
export interface MissingRow extends RowKey {
  /** A complete reading before did not have it either. */
  readonly unlistedBefore: boolean
}
