/** The reconciliation of books that were read already. */
import type { Transaction } from '../../api/records.ts'
import type { Books } from '../../books/books.ts'
import { eachTransaction } from '../../books/transaction-table.ts'
import { inFlight } from './movements.ts'
import { reconcile } from './reconcile.ts'
import { reconcileMovements } from './reconcile-movements.ts'
import type { Reported } from './report.ts'

/** Compares what is held as it was read last, and where anything does not agree, also as it was read before. */
export async function reconcileBooks(books: Books): Promise<Reported> {
  const { service, account, holdings, transactions } = books
  const [latest, before] = [holdings.at(-1), holdings.at(-2)]
  if (!latest) throw new Error('Books have what is held.')
  const result = await reconcile(async (reading) => (reading === 0 ? (before ?? latest) : latest))
  const records: Transaction[] = []
  eachTransaction(transactions.table, (each) => {
    const isOpen = inFlight.some((status) => status === each.status)
    const isStake = /^(un)?stake$/.test(each.transaction_type ?? '') && each.status === 'completed'
    if (isOpen || isStake) records.push({ ...each, received: null })
  })
  const { begun, ended, rows, pages, doubts } = transactions
  const { vaults } = latest
  const compared = await reconcileMovements({}, async () => ({
    vaults,
    transactions: { records, begun, ended, rows, pages },
    doubts: [...new Set([...vaults.doubts, ...doubts])],
  }))
  return { result, against: { state: 'compared', ...compared }, service, account, filter: {} }
}
