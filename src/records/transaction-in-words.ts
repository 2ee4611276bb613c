import type { Transaction } from '../api/records.ts'
import { labelOf, statusLabels, typeLabels } from './labels.ts'
import { withHiddenNamed } from './untrusted-text.ts'

/** "Deposit 44962.806205 XRP". Grouped digits would be read aloud as several numbers. */
export function transactionInWords({
  transaction_type,
  amount,
  asset_id,
}: Pick<Transaction, 'transaction_type' | 'amount' | 'asset_id'>): string {
  const type = labelOf(typeLabels, transaction_type) ?? (transaction_type || 'Transaction')
  return withHiddenNamed([type, amount, asset_id].filter(Boolean).join(' '))
}

export function statusInWords({ status }: Pick<Transaction, 'status'>): string {
  return labelOf(statusLabels, status)?.label ?? withHiddenNamed(status || 'no status')
}

/** "Deposit 44962.806205 XRP: Completed". */
export function changeInWords(now: Transaction, before: Transaction): string {
  const transaction = transactionInWords(now)
  return now.status === before.status ? `${transaction} has changed` : `${transaction}: ${statusInWords(now)}`
}
