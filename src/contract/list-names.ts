/** Names of lists and reports: in pages, files, the store and the audit log. */
import { type ListName, sortColumns } from './console-api.ts'
import { type BalanceType, balanceTypes } from './enumerations.ts'
import type { PeriodReportName } from './period-reports.ts'

/** Beside the transactions: of thousands of records at most, and replaced whole. */
export type WholeListName = Exclude<ListName, 'transactions'>

// Object.keys forgets the names.
export const listNames = Object.keys(sortColumns) as ListName[]

/** Of each type of vaults. */
export const balanceLists = {
  all: 'balances',
  cold: 'balances-cold',
  warm: 'balances-warm',
} as const satisfies Readonly<Record<BalanceType, ListName>>

/** Undefined for any other list. */
export function balanceTypeOf(name: ListName): BalanceType | undefined {
  return balanceTypes.find((type) => balanceLists[type] === name)
}

/** As packs and the report of a sync have it: `balances.cold`. */
export function listKey(name: ListName): string {
  const type = balanceTypeOf(name)
  return type === undefined ? name : `balances.${type}`
}

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
