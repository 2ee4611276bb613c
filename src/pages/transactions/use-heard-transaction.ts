import { useEffect, useRef, useState } from 'react'
import type { Transaction } from '../../api/records.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { transactionIdentity } from './identity.ts'
import { changeInWords, statusInWords, transactionInWords } from './transaction-in-words.ts'

const { id, content } = transactionIdentity

/**
 * Says which transaction stands in the place of the one before, where the focus stays while one leafs through them; and what a later reading
 * changed in one that was read alone: of others their list says it. True while the transaction is another than when it was opened.
 */
export function useHeardTransaction(transaction: Transaction, isAlone: boolean): boolean {
  const [opened, setOpened] = useState(transaction)
  const heard = useRef(transaction)
  useEffect(() => {
    const before = heard.current
    heard.current = transaction
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
