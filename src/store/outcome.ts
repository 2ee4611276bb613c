/** What a reading of a service hands over, and what came of it. */
import type { ListedRecords } from '../contract/console-api.ts'
import type { WholeListName } from '../contract/list-names.ts'
import type { ListEnd, StateNote } from './state.ts'
import type { ReceivedTransaction } from './transaction-row.ts'
import type { UnprovedBalance } from './unproved-balances.ts'

/** A record of the store. Records without an id all have the empty one. */
export interface RowKey {
  readonly id: string
  /** From 1, among records of one id. */
  readonly occurrence: number
}

/** `refused`: the code with which the service refuses the list. `texts`: exactly as each record stood in the answer. */
export type ListOutcome<R> =
  | { readonly records: readonly R[]; readonly texts: readonly string[]; readonly end: ListEnd }
  | { readonly refused: string }

/** A list that is not given stays as it is. */
export type ListOutcomes = { readonly [Name in WholeListName]?: ListOutcome<ListedRecords[Name]> }

interface Outcome {
  readonly begun: string
  readonly ended: string
  readonly requests: number
  /** Records whose absence the service confirmed by their ids. */
  readonly gone: readonly RowKey[]
  readonly lists: ListOutcomes
  /** Takes the place of those that were kept. Where it is not given, they stay. */
  readonly unsettled?: readonly UnprovedBalance[]
  readonly state?: StateNote
}

/**
 * A whole reading, staged before. Only a `complete` one says of a record that it is no longer listed: one that the last pass did not have.
 * The order is that of the last pass; records that only an earlier one had come after it.
 */
export interface WholeOutcome extends Outcome {
  readonly transactions: ListEnd
  /** `newsAsOf` of the account when the reading began. Updates may be applied meanwhile. */
  readonly since: string | null
  /** Doubts that this reading resolves: those at its start, and its own. Doubts of a concurrent update stay. */
  readonly answered: readonly string[]
  /** False if more passes of the same reading follow: then what is staged is kept. */
  readonly isLast: boolean
}

/** `first` and `last` are in the service's order: `first` before all records that the store lists, `last` after them. */
export interface UpdateOutcome extends Outcome {
  readonly first: readonly ReceivedTransaction[]
  readonly last: readonly ReceivedTransaction[]
  /** New right after a record that the store lists, in the service's order. Where there is no room for them, they are left out. */
  readonly between?: readonly FollowingTransactions[]
  /** Records that the store has, as they are now. Others are left out. */
  readonly changed: readonly ReceivedTransaction[]
  readonly doubts: readonly string[]
  /** Of what transactions do not explain of a balance: what it was before, and is in two updates that agree. */
  readonly unexplained?: readonly UnexplainedBalance[]
}

export interface UnexplainedBalance {
  readonly id: string
  readonly name: string
  readonly asset_id: string | null
  readonly network_id: string | null
  /** Decimal text. */
  readonly before: string
  readonly after: string
  /** The balance changed after this: ISO 8601 UTC. */
  readonly since: string
}

export interface FollowingTransactions {
  /** The id of a listed record. */
  readonly after: string
  readonly rows: readonly ReceivedTransaction[]
}

/** Counts of records. Those without an id are counted among `added` alone. */
export interface Applied {
  /** Null where nothing changed: then only the state was written. */
  readonly reading: number | null
  /** Another text whenever anything that can be asked for changed. */
  readonly revision: string
  readonly added: number
  readonly changed: number
  readonly gone: number
  readonly unlisted: number
  /** They were gone or unlisted. */
  readonly returned: number
}
