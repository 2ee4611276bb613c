import { useEffect, useRef, useState } from 'react'
import type { Transaction } from '../../api/records.ts'
import { recordIdentity } from '../../list/record-identity.ts'
import { labelOf, statusLabels, typeLabels } from '../../records/labels.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { announce } from '../../ui/inline.tsx'

/**
 * A transaction as it is read aloud: "Deposit 44962.806205 XRP". The amount is as it came: digits that are set apart would be read as several
 * numbers.
 */
export function transactionInWords({ transaction_type, amount, asset_id }: Transaction): string {
  const type = labelOf(typeLabels, transaction_type) ?? (transaction_type || 'Transaction')
  return withHiddenNamed([type, amount, asset_id].filter(Boolean).join(' '))
}

/** Its status by name; as it came where it is in no enumeration. */
export function statusInWords({ status }: Transaction): string {
  return labelOf(statusLabels, status)?.label ?? withHiddenNamed(status || 'no status')
}

/** What became of it between two readings: "Deposit 44962.806205 XRP: Completed". */
export function changeInWords(now: Transaction, before: Transaction): string {
  const transaction = transactionInWords(now)
  return now.status === before.status ? `${transaction} has changed` : `${transaction}: ${statusInWords(now)}`
}

/** How a transaction is known again in another reading, and whether it has changed. */
export const transactionIdentity = recordIdentity<Transaction>((row) => row.transaction_id)

const { id, content } = transactionIdentity

/**
 * Says which transaction stands in the place of the one before, where the focus stays while one leafs through them; and what a later reading
 * changed in one that was read alone: of others their list says it. True while the transaction is another than when it was opened.
 */
export function useAnnounceTransaction(transaction: Transaction, isAlone: boolean): boolean {
  const [opened, setOpened] = useState(transaction)
  const announced = useRef(transaction)
  useEffect(() => {
    const before = announced.current
    announced.current = transaction
    if (before === transaction) return
    if (id(before) !== id(transaction))
      announce(`${transactionInWords(transaction)}, ${statusInWords(transaction)}.`)
    else if (isAlone && content(before) !== content(transaction))
      announce(`${changeInWords(transaction, before)}.`)
  }, [transaction, isAlone])
  if (id(opened) !== id(transaction)) {
    setOpened(transaction)
    return false
  }
  return opened !== transaction && content(opened) !== content(transaction)
}
