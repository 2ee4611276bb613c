/**
 * Every closed set of values of the specification, in its order and spelling. A service may send other values; the console shows them as
 * they came.
 */

/** `vault_type` (Vault; VAL-00 and BAL-02 otherwise). */
export const vaultTypes = ['cold', 'warm'] as const
export type VaultType = (typeof vaultTypes)[number]

/** `balance_type` in the balance list envelope. */
export const balanceTypes = ['all', ...vaultTypes] as const
export type BalanceType = (typeof balanceTypes)[number]

/** `transaction_type` (Transaction details object; TXN-00 otherwise). */
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

/** The spelling of `change pool` in the error text of TXN-00; accepted as the same value. */
export const changePoolAlias = 'changepool'

/** `status` of a transaction (States and transitions; TXN-01 otherwise). */
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

export const sourceTypes = ['vault', 'external', 'whitelist', 'network'] as const
export type SourceType = (typeof sourceTypes)[number]

export const destinationTypes = ['vault', 'whitelist', 'network', 'stake pool', 'validator'] as const
export type DestinationType = (typeof destinationTypes)[number]

export const whitelistTypes = ['my_organization', 'third_party'] as const
export type WhitelistType = (typeof whitelistTypes)[number]

export const roles = ['viewer'] as const
export type Role = (typeof roles)[number]
