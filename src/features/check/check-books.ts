/** What the check asks the books: who trusts an address, and how often it was used. */
import { type KnownAddresses, knownAddresses } from '../../addresses/known-addresses.ts'
import { partyOf } from '../../addresses/party.ts'
import { evidenceOf, type Payee, type Usage } from '../../addresses/verdict.ts'
import type { Books } from '../../books/books.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { sameAccount } from '../../chains/index.ts'
import { transactionStatuses } from '../../contract/enumerations.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    check: typeof checkInBooks
  }
}

/** `comparedWith`: the number of trusted addresses. */
export function checkInBooks(books: Books, payee: Payee) {
  const known = trustedIn.get(books) ?? trustedAddresses(books)
  trustedIn.set(books, known)
  return {
    evidence: evidenceOf(payee, known),
    usage: addressUsage(books, payee.address),
    comparedWith: known.size,
    whitelists: books.whitelists.records.length,
    areAllWhitelists: books.whitelists.completeness === 'complete',
  }
}

const trustedIn = new WeakMap<Books, KnownAddresses>()

/** Addresses of whitelists and of own vaults. One transaction names each address, vault and asset. */
function trustedAddresses({ whitelists, transactions }: Books): KnownAddresses {
  const seen = new Set<string>()
  const witnesses: BookedTransaction[] = []
  eachRow(transactions.table, (row) => {
    const before = seen.size
    for (const end of ['source', 'destination'] as const) {
      const { type, address, id, networkId, assetId } = partyOf(row, end)
      if (type === 'vault') seen.add(JSON.stringify([address, id, networkId, assetId]))
    }
    if (seen.size > before) witnesses.push(row.whole())
  })
  return knownAddresses(whitelists.records, witnesses)
}

/** Counts every spelling. */
function addressUsage({ transactions }: Books, address: string): Usage {
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
    if (transactionStatuses.every((one) => one !== status)) unknown += 1
  })
  return { ...completed, notCompleted, unknown, atLeast: transactions.completeness !== 'complete' }
}
