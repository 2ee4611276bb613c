/** Names of lists and reports: in pages, files and the audit log. */

export const listNames = [
  'transactions',
  'vaults',
  'whitelists',
  'balances',
  'balances-cold',
  'balances-warm',
] as const
export type ListName = (typeof listNames)[number]

/** `src/reports/registry.ts` has one for each. */
export type ReportName =
  | 'reconciliation'
  | 'whitelist-review'
  | 'changes'
  | 'statement'
  | 'balance-confirmation'
  | 'sample'
  | 'holding-ledger'
  | 'postings'
  | 'counterparties'
  | 'counterparty'
  | 'fees'
