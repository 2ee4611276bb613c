/**
 * The records as the console holds them: the contract's fields under the contract's names, each as text or null where
 * the service sent none, whatever form it sent them in. Values outside the enumerations stay as they came.
 */
import type {
  balanceAmounts,
  holding,
  transactionDestination,
  transactionDetails,
  transactionItem,
  transactionSource,
  vault,
  whitelist,
  whitelistAsset,
} from '../contract/records.ts'
import type { OtherField, Texts } from './reading.ts'

/** What every record carries beside its own fields. */
interface Received {
  /** What the service sent beside the specification. */
  readonly others: readonly OtherField[]
  /** The record as received, numbers as text. */
  readonly received: unknown
}

export type Source = Texts<typeof transactionSource>
export type Destination = Texts<typeof transactionDestination>

/** One transaction: the item and its details object in one. `timestamp` is when it was retrieved. */
export type Transaction = Texts<typeof transactionItem> &
  Texts<typeof transactionDetails> & { readonly source: Source; readonly destination: Destination } & Received

/** The five components of a holding, decimal text in the asset's unit. */
export type Amounts = Texts<typeof balanceAmounts>

/** One asset on one network: a vault's holding, or a row of a balance list. */
export type Holding = Texts<typeof holding> & { readonly balances: Amounts } & Received

/** One vault with its holdings. */
export type Vault = Texts<typeof vault> & { readonly assets: readonly Holding[] } & Received

/** One address of a whitelist. */
export type WhitelistAsset = Texts<typeof whitelistAsset> & Received

/** One whitelist with its addresses. */
export type Whitelist = Texts<typeof whitelist> & { readonly assets: readonly WhitelistAsset[] } & Received
