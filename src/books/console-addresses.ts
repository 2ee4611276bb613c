/** Addresses that the transactions of books show, as the API of the console tells them. */
import { canonicalAddress, chainOf, sameAccount } from '../chains/index.ts'
import {
  type FormerDestination,
  mostAddresses,
  type OwnAddress,
  ownAddressesIn,
} from '../contract/addresses.ts'
import type { AnswerBasis, ListBody } from '../contract/console-api.ts'
import { type BookRow, eachRow, type TransactionTable } from './transaction-table.ts'

type Addresses<Row> = Omit<ListBody<Row>, keyof AnswerBasis>

/** Of one account alone where `address` is given, in every spelling. */
export function ownAddressesOf(table: TransactionTable, address: string | undefined): Addresses<OwnAddress> {
  const isAsked = address === undefined ? () => true : sameAccount(address)
  const rows: BookRow[] = []
  eachRow(table, (row) => {
    if (row.textOf('source_type') === 'vault' || row.textOf('destination_type') === 'vault') rows.push(row)
  })
  return addressPage(ownAddressesIn(rows).filter((own) => isAsked(own.address, own.network_id)))
}

/** Distinct by account, however the address is spelled. Only what was completed: nothing else reached it. */
export function formerDestinationsOf(table: TransactionTable): Addresses<FormerDestination> {
  const byAccount = new Map<string, FormerDestination>()
  eachRow(table, (row) => {
    const address = row.textOf('destination_address')
    if (!address || row.status !== 'completed' || row.textOf('destination_type') === 'vault') return
    const { network_id } = row
    const chain = chainOf(network_id)
    const account = JSON.stringify([chain.name, canonicalAddress(address, chain)])
    const { sent } = byAccount.get(account) ?? { sent: 0 }
    byAccount.set(account, { address, network_id, sent: sent + 1 })
  })
  return addressPage([...byAccount.values()].sort((one, other) => other.sent - one.sent))
}

function addressPage<Row>(all: readonly Row[]): Addresses<Row> {
  const records = all.slice(0, mostAddresses)
  return {
    ...{ records, total: all.length, undecided: 0 },
    ...{ has_next: records.length < all.length, no_records: null },
  }
}
