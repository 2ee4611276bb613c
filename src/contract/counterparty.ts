/** Sums of the transactions with a party, for its own page and wherever they are shown. */
import type { DateSpan } from './console-api.ts'
import type { Outcome } from './outcomes.ts'

/** `other`: an id that transactions name, of no whitelist and no vault of the account. */
export type PartyKind = 'whitelist' | 'vault' | 'address' | 'other'

/** From the side of the account: sent to the party, or received from it. */
export type Direction = 'sent' | 'received'

/** Of `GET /api/figures/counterparty-uses`. */
export interface CounterpartyFigure {
  /** Null where no record has such an id or address. */
  readonly party: { readonly kind: PartyKind; readonly id: string; readonly name: string | null } | null
  readonly sent: PartyFlow
  readonly received: PartyFlow
  readonly recorded: FirstAndLast | null
  readonly accounts: readonly PartyAccountUse[]
  /** Why transactions may be missing, in sentences. */
  readonly doubts: readonly string[]
  /** ISO 8601 UTC. */
  readonly as_of: string
}

export interface PartyFlow {
  /** Number of transactions by outcome; outcomes without any are left out. */
  readonly counts: readonly { readonly outcome: Outcome; readonly count: number }[]
  readonly totals: readonly PartyTotal[]
}

export interface PartyTotal {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly count: number
  /** Exact decimal text. */
  readonly amount: string
  /** Amounts that are no decimals, which are in no sum. */
  readonly amountless: number
}

/** Within which span the first transaction was recorded, and the last. */
export interface FirstAndLast {
  readonly first: DateSpan
  readonly last: DateSpan
}

/** Of one asset on one network, at one address and with one memo. */
export interface PartyAccountUse {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly address: string | null
  /** As it is listed, or as it was sent with. */
  readonly memo: string | null
  /** Whether the party's whitelist has it now. */
  readonly isListed: boolean
  readonly sent: PartyFlow
  readonly received: PartyFlow
  /** Null where one has no date, and without one. */
  readonly recorded: FirstAndLast | null
}

export function countOf({ counts }: PartyFlow, of?: Outcome): number {
  return counts.reduce((sum, { outcome, count }) => sum + (of === undefined || of === outcome ? count : 0), 0)
}
