/**
 * The wire format of our service (specification, "Resources and their fields"), with what each field means. The specification shows no vault or
 * balance record, so this project settled those. `sync/service` converts the forms of other services.
 */
import * as z from 'zod/mini'
import type { EndpointName } from './endpoints.ts'
import {
  balanceTypes,
  destinationTypes,
  sourceTypes,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from './enumerations.ts'

const text = (meaning: string) => z.string().check(z.describe(meaning))

/** Up to 78 digits, never a JavaScript number. */
const decimalText = (meaning: string) =>
  z.string().check(z.regex(/^-?\d{1,78}(\.\d{1,77})?$/), z.describe(meaning))

const instantText = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    z.describe(
      'When the service read it, at the time of the request: an ISO 8601 UTC instant with milliseconds',
    ),
  )

const assetAndNetwork = {
  asset_id: text('Asset id: a ticker-like code in capitals, perhaps with a suffix for the network'),
  asset_name: text('Asset name'),
  network_id: text('Network id'),
  network_name: text('Network name'),
}

export const transactionSource = z.object({
  source_type: z.enum(sourceTypes).check(z.describe('Kind of source')),
  source_id: text('Its id; empty if it is external'),
  source_name: text('Its name; empty if it is external'),
  source_address: text('Its wallet address'),
})

export const transactionDestination = z.object({
  destination_type: z.enum(destinationTypes).check(z.describe('Kind of destination')),
  destination_id: text('Its id'),
  destination_name: text('Its name'),
  destination_address: text('Its wallet address'),
  memo: text('Memo, tag or note; empty where addresses of this kind have none'),
})

export const transactionDetails = z.object({
  transaction_type: z.enum(transactionTypes).check(z.describe('Type')),
  ...assetAndNetwork,
  amount: decimalText('Amount: a decimal number as text'),
  fee: decimalText('Fee: a decimal number as text'),
  source: transactionSource,
  destination: transactionDestination,
  txn_hash: text('Transaction hash'),
  blockexplorer_link: text('Link to the transaction in a block explorer'),
  note: text('Free text; may be empty'),
})

/** `timestamp` is the retrieval time, not the time of the transaction. */
export const transactionItem = z.object({
  transaction_id: text('Transaction id'),
  timestamp: instantText,
  transaction: transactionDetails,
  status: z.enum(transactionStatuses).check(z.describe('Status')),
})

export const transactionList = z.object({ transactions: z.array(transactionItem) })

export const whitelistAsset = z.object({
  ...assetAndNetwork,
  address: text('Wallet address'),
  memo: text('Memo, tag or note; empty where the asset has none'),
})

export const whitelist = z.object({
  whitelist_id: text('Whitelist id'),
  whitelist_name: text('Whitelist name'),
  whitelist_type: z.enum(whitelistTypes).check(z.describe('Whose addresses they are')),
  assets: z.array(whitelistAsset),
})

export const whitelistList = z.object({ timestamp: instantText, whitelists: z.array(whitelist) })

/** In the asset's unit. Our total = available + processing + staking + claimable; the specification does not promise it. */
export const balanceAmounts = z.object({
  total_balance: decimalText('The sum of the other four'),
  available_balance: decimalText('Free to be moved'),
  processing_balance: decimalText('In transactions that are being approved, signed or broadcast'),
  staking_balance: decimalText('Staked'),
  claimable_balance: decimalText('Staking rewards that were not claimed yet'),
})

export const holding = z.object({ ...assetAndNetwork, balances: balanceAmounts })

export const vault = z.object({
  vault_id: text('Vault id'),
  vault_name: text('Vault name'),
  vault_type: z.enum(vaultTypes).check(z.describe('Type of vault')),
  assets: z.array(holding),
})

export const vaultList = z.object({ timestamp: instantText, vaults: z.array(vault) })

export const balanceList = z.object({
  timestamp: instantText,
  balance_type: z.enum(balanceTypes).check(z.describe('Of which vaults')),
  balance: z.array(holding),
})

interface EndpointAnswer {
  readonly summary: string
  readonly schema: z.ZodMiniType
  /** Parameters that the specification does not show. Another service may refuse them. */
  readonly own?: readonly string[]
}

const ownOfHoldings = ['limit', 'offset', 'asset_id', 'network_id'] as const

export const answers: Readonly<Record<EndpointName, EndpointAnswer>> = {
  transactions: { summary: 'The transactions that match, newest first', schema: transactionList },
  transaction: { summary: 'One transaction, in a list of one', schema: transactionList },
  whitelists: { summary: 'The whitelists that match, by name', schema: whitelistList },
  vaults: {
    summary: 'The vaults that match, by name, each with what it holds',
    schema: vaultList,
    own: ownOfHoldings,
  },
  vault: { summary: 'One vault, in a list of one', schema: vaultList },
  balances: {
    summary: 'What all vaults together hold, by asset and network',
    schema: balanceList,
    own: ownOfHoldings,
  },
  balancesOfType: {
    summary: 'What all vaults of one type hold, by asset and network',
    schema: balanceList,
    own: ownOfHoldings,
  },
}

/** Specification, "Error body". */
export const errorBody = z.object({
  status: text('Always `error`'),
  error_code: text('The code: by this, errors are told apart'),
  error_message: text('What is wrong'),
  details: text('More about it, perhaps the likely cause'),
  help: text('Link to an explanation; may be empty'),
  code: text('The HTTP status, as text'),
})

export type ErrorBody = z.infer<typeof errorBody>
