/** What files are made of, and what they are called after. Pages, facts and the audit log tell them apart by these names. */

export const listNames = [
  'transactions',
  'vaults',
  'whitelists',
  'balances',
  'balances-cold',
  'balances-warm',
] as const
export type ListName = (typeof listNames)[number]

/** What the console makes itself, of several endpoints. */
export const reportNames = [
  'reconciliation',
  'whitelist-review',
  'changes',
  'statement',
  'past-balances',
  'holding-ledger',
  'count',
  'address-history',
  'audit-pack',
] as const
export type ReportName = (typeof reportNames)[number]
