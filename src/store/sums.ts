/**
 * Completed transactions, added up as `effectsOf` needs them: effects are linear, so that those of a group are those of one transaction with
 * its sums. Also those of an unknown status, which nobody can count.
 */
export interface MovementSum {
  /** `completed`, or one that the specification does not have. */
  readonly status: string | null
  readonly transaction_type: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly source_type: string | null
  /** Null for an end that is known to be no vault, unless the group has a fault. */
  readonly source_id: string | null
  readonly destination_type: string | null
  readonly destination_id: string | null
  /** `given`: `amount` is the exact sum. `absent`: null. `unreadable`: one of the texts that are no decimals. */
  readonly amount: string | null
  readonly amountForm: ValueForm
  readonly fee: string | null
  readonly feeForm: ValueForm
  readonly count: number
  /** Transactions with a fee that is not zero. */
  readonly feeCount: number
  /** The id of one of them. */
  readonly example: string
}

export type ValueForm = 'given' | 'absent' | 'unreadable'
