/**
 * The wire format of our service (specification, "Resources and their fields"). The specification shows no vault or balance record, so
 * this project settled those. `api/` converts the forms of other services.
 */
import * as z from 'zod/mini'
import {
  balanceTypes,
  destinationTypes,
  sourceTypes,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from './enumerations.ts'

/** Up to 78 digits, never a JavaScript number. */
const decimalText = z.string().check(z.regex(/^-?\d{1,78}(\.\d{1,77})?$/))

/** ISO 8601 UTC with milliseconds, such as `2026-11-01T14:03:22.000Z`. */
const instantText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))

/** Id and name are empty for an external source. */
export const transactionSource = z.object({
  source_type: z.enum(sourceTypes),
  source_id: z.string(),
  source_name: z.string(),
  source_address: z.string(),
})

/** `memo` is empty where the address type has none. */
export const transactionDestination = z.object({
  destination_type: z.enum(destinationTypes),
  destination_id: z.string(),
  destination_name: z.string(),
  destination_address: z.string(),
  memo: z.string(),
})

export const transactionDetails = z.object({
  transaction_type: z.enum(transactionTypes),
  asset_id: z.string(),
  asset_name: z.string(),
  network_id: z.string(),
  network_name: z.string(),
  amount: decimalText,
  fee: decimalText,
  source: transactionSource,
  destination: transactionDestination,
  txn_hash: z.string(),
  blockexplorer_link: z.string(),
  note: z.string(),
})

/** `timestamp` is the retrieval time, not the time of the transaction. */
export const transactionItem = z.object({
  transaction_id: z.string(),
  timestamp: instantText,
  transaction: transactionDetails,
  status: z.enum(transactionStatuses),
})

export const transactionList = z.object({ transactions: z.array(transactionItem) })

export const whitelistAsset = z.object({
  asset_id: z.string(),
  asset_name: z.string(),
  network_id: z.string(),
  network_name: z.string(),
  address: z.string(),
  memo: z.string(),
})

export const whitelist = z.object({
  whitelist_id: z.string(),
  whitelist_name: z.string(),
  whitelist_type: z.enum(whitelistTypes),
  assets: z.array(whitelistAsset),
})

export const whitelistList = z.object({ timestamp: instantText, whitelists: z.array(whitelist) })

/** In the asset's unit. Our total = available + processing + staking + claimable; the specification does not promise it. */
export const balanceAmounts = z.object({
  total_balance: decimalText,
  available_balance: decimalText,
  processing_balance: decimalText,
  staking_balance: decimalText,
  claimable_balance: decimalText,
})

export const holding = z.object({
  asset_id: z.string(),
  asset_name: z.string(),
  network_id: z.string(),
  network_name: z.string(),
  balances: balanceAmounts,
})

export const vault = z.object({
  vault_id: z.string(),
  vault_name: z.string(),
  vault_type: z.enum(vaultTypes),
  assets: z.array(holding),
})

export const vaultList = z.object({ timestamp: instantText, vaults: z.array(vault) })

export const balanceList = z.object({
  timestamp: instantText,
  balance_type: z.enum(balanceTypes),
  balance: z.array(holding),
})

/** Specification, "Error body". `code` is the HTTP status as text. */
export const errorBody = z.object({
  status: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  details: z.string(),
  help: z.string(),
  code: z.string(),
})

export type ErrorBody = z.infer<typeof errorBody>
