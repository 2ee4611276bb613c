import type { RowKey } from './outcome.ts'

export interface StoredRow extends RowKey {
  /** Digest of what the record says, without its timestamp and fields outside the specification. See `transactionContent`. */
  readonly content: string
  readonly status: string | null
  /** Not final: in flight, or of an unknown status. */
  readonly isOpen: boolean
  readonly isListed: boolean
  /** Sparse; the service's order, smallest first. */
  readonly position: number
}
