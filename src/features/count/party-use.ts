/** What went to a party and came from it, from the books: a whitelisted address, or the other end of a transaction. */

import type { Books } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import { sameAccount } from '../../chains/index.ts'
import { dayText } from '../../contract/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import type { ViewControl } from '../../work/views.ts'
import type { PartyAsked, PartyFlow, PartyUse, PartyUses } from './party.ts'
import { Totals } from './totals.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'party-use': typeof partyUse
  }
}

/** `isDated` asks the service for the days of these transactions, and no others. */
export async function partyUse(
  books: Books,
  { parties, isDated }: { readonly parties: readonly PartyAsked[]; readonly isDated: boolean },
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<PartyUses> {
  const { failure } = books.transactions.days
  const found = usesIn(books, parties)
  const { ids } = found
  if (!isDated || failure !== null || ids.size === 0) return { ...found, rows: ids.size, off: failure }
  const divided = await divide(allDays(books), ids)
  return { ...usesIn(divided, parties), rows: ids.size, off: divided.transactions.days.failure }
}

function usesIn({ transactions: { table } }: Books, parties: readonly PartyAsked[]) {
  const ids = new Set<string>()
  const open = parties.map((party) => ({
    isAt: endTest(party),
    isOf: ({ asset_id, network_id }: BookRow) =>
      party.asset === null || (asset_id === party.asset.asset_id && network_id === party.asset.network_id),
    sent: openFlow(),
    received: openFlow(),
    days: [] as (number | null)[],
  }))
  eachRow(table, (row, day) => {
    const { source, destination, network_id, transaction_id } = row
    for (const { isAt, isOf, sent, received, days } of open) {
      if (!isOf(row)) continue
      const isSent = isAt(destination.destination_address, destination.destination_id, network_id)
      const isReceived = isAt(source.source_address, source.source_id, network_id)
      if (isSent) sent.add(row)
      if (isReceived) received.add(row)
      if (!isSent && !isReceived) continue
      days.push(day)
      ids.add(transaction_id ?? '')
    }
  })
  const uses = open.map(
    ({ sent, received, days }): PartyUse => ({
      sent: sent.flow(),
      received: received.flow(),
      ...endsOf(days),
    }),
  )
  return { uses, ids }
}

function endTest({ address, id }: PartyAsked) {
  if (address === null) return (_address: string | null, ownId: string | null) => id !== null && ownId === id
  const isSame = sameAccount(address)
  return (own: string | null, _id: string | null, network: string | null) => isSame(own, network)
}

/** Null if one has no day: it may be the first or the last. */
function endsOf(days: readonly (number | null)[]): Pick<PartyUse, 'first' | 'last'> {
  const known = days.filter((day) => day !== null)
  if (known.length === 0 || known.length < days.length) return { first: null, last: null }
  const [first, last] = known.reduce(([low, high], day) => [Math.min(low, day), Math.max(high, day)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number])
  return { first: dayText(first), last: dayText(last) }
}

function openFlow() {
  let count = 0
  const totals = new Totals(['asset_id', 'network_id'], ['amount'])
  return {
    add({ asset_id, network_id, amount, status }: BookRow) {
      count += 1
      if (status === 'completed') totals.add({ asset_id, network_id, amount })
    },
    flow: (): PartyFlow => ({
      count,
      totals: totals.groups().map(({ values: [asset_id = null, network_id = null], sums: [sum] }) => ({
        ...{ asset_id, network_id },
        amount: sum ? writeDecimal(sum.sum) : '0',
        unreadable: sum?.unreadable ?? 0,
      })),
    }),
  }
}
