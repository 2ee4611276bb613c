/** Names of lists and reports: in pages, files and the audit log. */
import type { PeriodReportName } from './period-reports.ts'

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
  | PeriodReportName
  | 'reconciliation'
  | 'whitelist-review'
  | 'changes'
  | 'statement'
  | 'balance-confirmation'
  | 'sample'
  | 'holding-ledger'
  | 'counterparty'
