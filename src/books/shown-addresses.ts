/** Addresses that the transactions of an open pack show, as the gateway answers them from its store. */
import { canonicalAddress, chainOf, sameAccount } from '../chains/index.ts'
import {
  addressEndpoints,
  type FormerDestination,
  mostAddresses,
  type OwnAddress,
  ownAddressesIn,
} from '../contract/addresses.ts'
import type { AnswerBasis, ListBody } from '../contract/console-api.ts'
import { readQuery } from '../contract/query.ts'
import { type BookRow, openBlocks, type TransactionTable } from './transaction-table.ts'

type Addresses<Row> = Omit<ListBody<Row>, keyof AnswerBasis>

/** Null for another path. */
export function shownAddresses(
  table: TransactionTable,
  path: string,
  query: string,
): Addresses<OwnAddress> | Addresses<FormerDestination> | null {
  const { ownAddresses, formerDestinations } = addressEndpoints
  if (path === formerDestinations.path) return answerOf(destinationsIn(rowsOf(table)))
  if (path !== ownAddresses.path) return null
  const asked = readQuery(ownAddresses, query).filter.get('address')
  const own = ownAddressesIn(rowsOf(table))
  const isSame = asked === undefined ? () => true : sameAccount(asked)
  return answerOf(own.filter(({ address, network_id }) => isSame(address, network_id)))
}

function answerOf<Row>(rows: readonly Row[]): Addresses<Row> {
  const records = rows.slice(0, mostAddresses)
  const total = rows.length
  return { records, total, undecided: 0, has_next: records.length < total, no_records: null }
}

function* rowsOf(table: TransactionTable): Generator<BookRow> {
  for (const block of openBlocks(table)) for (let row = 0; row < block.rows; row += 1) yield block.rowAt(row)
}

function destinationsIn(rows: Iterable<BookRow>): readonly FormerDestination[] {
  const found = new Map<string, FormerDestination>()
  for (const { status, network_id, destination } of rows) {
    const { destination_type: type, destination_address: address } = destination
    if (status !== 'completed' || type === 'vault' || !address?.trim()) continue
    const chain = chainOf(network_id)
    const key = JSON.stringify([chain.name, canonicalAddress(address, chain)])
    const before = found.get(key) ?? { address, network_id, sent: 0 }
    found.set(key, { ...before, sent: before.sent + 1 })
  }
  return [...found.values()].sort((one, other) => other.sent - one.sent)
}
