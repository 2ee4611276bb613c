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
/** A field that the service sent beside the specification: its path within the record, and its value as text. */
export interface OtherField {
  readonly path: string
  readonly value: string
}

export interface AnySchema {
  readonly shape: Readonly<
    Record<string, { readonly _zod: { readonly def: { readonly type: string }; output: unknown } }>
  >
}

/** The fields of a schema that hold text. */
export type TextKeys<S extends AnySchema> = {
  [K in keyof S['shape']]: S['shape'][K]['_zod']['output'] extends string ? K : never
}[keyof S['shape']] &
  string

/** The text fields of a contract record as the console holds them: null where the service sent none. */
export type Texts<S extends AnySchema> = { readonly [K in TextKeys<S>]: string | null }

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

/** The five components of a holding, in the order in which they are shown. */
export const amountNames = [
  'total_balance',
  'available_balance',
  'processing_balance',
  'staking_balance',
  'claimable_balance',
] as const satisfies readonly (keyof Amounts)[]

/** Something of each of them, under its name. */
export function eachAmount<T>(of: (name: keyof Amounts) => T): Readonly<Record<keyof Amounts, T>> {
  return {
    total_balance: of('total_balance'),
    available_balance: of('available_balance'),
    processing_balance: of('processing_balance'),
    staking_balance: of('staking_balance'),
    claimable_balance: of('claimable_balance'),
  }
}
