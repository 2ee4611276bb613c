/** What the check asks the books: which addresses are trusted, and how often one was used. */
import type { Usage } from '../../addresses/verdict.ts'
import type { Whitelist } from '../../api/records.ts'
import type { Books } from '../../books/books.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { sameAccount } from '../../chains/index.ts'
import { transactionStatuses } from '../../contract/enumerations.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    trusted: typeof trustedRecords
    'address-usage': typeof addressUsage
  }
}

export interface TrustedRecords {
  readonly whitelists: readonly Whitelist[]
  readonly areAllWhitelists: boolean
  /** One for each own address, its vault and asset. */
  readonly transactions: readonly BookedTransaction[]
}

/** The records that tell the addresses of whitelists and own vaults. */
export function trustedRecords({ whitelists, transactions }: Books): TrustedRecords {
  const told = new Set<string>()
  const telling: BookedTransaction[] = []
  eachRow(transactions.table, (row) => {
    const { source, destination, network_id, asset_id } = row
    const before = told.size
    if (source.source_type === 'vault')
      told.add(JSON.stringify([source.source_address, source.source_id, network_id, asset_id]))
    if (destination.destination_type === 'vault')
      told.add(
        JSON.stringify([destination.destination_address, destination.destination_id, network_id, asset_id]),
      )
    if (told.size > before) telling.push(row.whole())
  })
  return {
    whitelists: whitelists.records,
    areAllWhitelists: whitelists.completeness === 'complete',
    transactions: telling,
  }
}

/** In every spelling. */
export function addressUsage({ transactions }: Books, address: string): Usage {
  const isSame = sameAccount(address)
  const completed = { sent: 0, received: 0 }
  const notCompleted = { sent: 0, received: 0 }
  let unknown = 0
  eachRow(transactions.table, ({ source, destination, network_id, status }) => {
    const isSent = isSame(destination.destination_address, network_id)
    const isReceived = isSame(source.source_address, network_id)
    if (!isSent && !isReceived) return
    const counts = status === 'completed' ? completed : notCompleted
    if (isSent) counts.sent += 1
    if (isReceived) counts.received += 1
    if (transactionStatuses.every((known) => known !== status)) unknown += 1
  })
  return { ...completed, notCompleted, unknown, atLeast: transactions.completeness !== 'complete' }
}
