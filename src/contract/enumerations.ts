/** The specification's closed sets, in its order and spelling. The console shows other values as sent. */

/** Specification, "Vault"; otherwise VAL-00 and BAL-02. */
export const vaultTypes = ['cold', 'warm'] as const
export type VaultType = (typeof vaultTypes)[number]

export const balanceTypes = ['all', ...vaultTypes] as const
export type BalanceType = (typeof balanceTypes)[number]

/** Specification, "Transaction details object"; otherwise TXN-00. */
export const transactionTypes = [
  'withdraw',
  'rebalance',
  'deposit',
  'stake',
  'claim',
  'unstake',
  'change pool',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** Spelling of `change pool` in the text of TXN-00; accepted as the same value. */
export const changePoolAlias = 'changepool'

/** Specification, "States and transitions"; otherwise TXN-01. */
export const transactionStatuses = [
  'pending',
  'processing',
  'confirming',
  'completed',
  'rejected',
  'cancelled',
  'failed',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** In flight: neither completed nor ended otherwise. */
export const openStatuses = [
  'pending',
  'processing',
  'confirming',
] as const satisfies readonly TransactionStatus[]

/** To what a transaction was seen to change: to a status, or from nothing. */
export const changeOutcomes = ['new', ...transactionStatuses] as const
export type ChangeOutcome = (typeof changeOutcomes)[number]

/** Ended without having moved anything. */
export const unmovedStatuses = [
  'rejected',
  'cancelled',
  'failed',
] as const satisfies readonly TransactionStatus[]

export const sourceTypes = ['vault', 'external', 'whitelist', 'network'] as const
export type SourceType = (typeof sourceTypes)[number]

export const destinationTypes = ['vault', 'whitelist', 'network', 'stake pool', 'validator'] as const
export type DestinationType = (typeof destinationTypes)[number]

export const whitelistTypes = ['my_organization', 'third_party'] as const
export type WhitelistType = (typeof whitelistTypes)[number]

export const roles = ['viewer'] as const
export type Role = (typeof roles)[number]
