/** By which text each column of transactions is sorted: on screen, and in books. A date is none of the record's own. */
import { nameOrId, type Transaction } from './records.ts'

type Row = Omit<Transaction, 'received'>

export const transactionSortTexts = {
  transaction_type: (row) => row.transaction_type,
  status: (row) => row.status,
  amount: (row) => row.amount,
  asset_id: (row) => row.asset_id,
  network_name: (row) => nameOrId(row.network_name, row.network_id),
  source: ({ source }) =>
    nameOrId(source.source_name, source.source_address || source.source_id || source.source_type),
  destination: ({ destination }) =>
    nameOrId(
      destination.destination_name,
      destination.destination_address || destination.destination_id || destination.destination_type,
    ),
  fee: (row) => row.fee,
  txn_hash: (row) => row.txn_hash,
  transaction_id: (row) => row.transaction_id,
} satisfies Readonly<Record<string, (row: Row) => string | null>>
