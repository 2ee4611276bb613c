/** Names used in pages, files and the audit log. */

export const listNames = [
  'transactions',
  'vaults',
  'whitelists',
  'balances',
  'balances-cold',
  'balances-warm',
] as const
export type ListName = (typeof listNames)[number]

/** A report comes from several endpoints. */
export const reportNames = [
  'reconciliation',
  'whitelist-review',
  'changes',
  'statement',
  'balance-confirmation',
  'sample',
  'holding-ledger',
  'postings',
  'counterparties',
  'counterparty',
  'fees',
  'count',
  'audit-pack',
] as const
export type ReportName = (typeof reportNames)[number]
