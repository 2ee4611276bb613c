import { askTransactionIds } from '../api/dates/asking.ts'
import { dateFilterOf } from '../api/dates/date-filter.ts'
import { pinEndDate } from '../api/dates/pin-end.ts'
import { listTransactions } from '../api/endpoints.ts'
import { normaliseTransaction } from '../api/normalise.ts'
import type { Transaction } from '../api/records.ts'
import { datedTransactionList, transactionList } from '../api/walk/lists.ts'
import { feeAssetAssumption, feeAssetOf } from '../contract/fee-asset.ts'
import { transactionHref } from '../url/hrefs.ts'
import { transactionsList } from '../url/lists.ts'
import { inUtc, type ListExport } from './list-export.ts'

/** Transactions: one row each. */
export const transactionsExport = {
  name: 'transactions',
  of: transactionsList,
  columns: [
    { name: 'transaction_id', label: 'Transaction id' },
    // The API's `timestamp`: under that name it would be taken for the time of the transaction.
    { name: 'retrieved_at', label: 'Retrieved' },
    { name: 'recorded_on', label: 'Recorded on' },
    { name: 'status', label: 'Status' },
    { name: 'transaction_type', label: 'Type' },
    { name: 'asset_id', label: 'Asset' },
    { name: 'asset_name', label: 'Asset name' },
    { name: 'network_id', label: 'Network' },
    { name: 'network_name', label: 'Network name' },
    { name: 'amount', label: 'Amount' },
    { name: 'fee', label: 'Fee' },
    { name: 'fee_asset', label: 'Fee asset' },
    { name: 'source_type', label: 'Source type' },
    { name: 'source_id', label: 'Source id' },
    { name: 'source_name', label: 'Source name' },
    { name: 'source_address', label: 'Source address' },
    { name: 'destination_type', label: 'Destination type' },
    { name: 'destination_id', label: 'Destination id' },
    { name: 'destination_name', label: 'Destination name' },
    { name: 'destination_address', label: 'Destination address' },
    { name: 'memo', label: 'Memo' },
    { name: 'txn_hash', label: 'Hash' },
    { name: 'blockexplorer_link', label: 'Explorer link' },
    { name: 'note', label: 'Note' },
  ],
  shownBy: {
    transaction_type: ['transaction_type'],
    status: ['status'],
    amount: ['amount'],
    asset_id: ['asset_id'],
    network_name: ['network_id', 'network_name'],
    source: ['source_type', 'source_id', 'source_name', 'source_address'],
    destination: ['destination_type', 'destination_id', 'destination_name', 'destination_address', 'memo'],
    fee: ['fee', 'fee_asset'],
    txn_hash: ['txn_hash'],
    transaction_id: ['transaction_id'],
    timestamp: ['retrieved_at'],
    recorded_on: ['recorded_on'],
  },
  identity: ['transaction_id'],
  recordIdentity: ['transaction_id'],
  totals: {
    by: ['asset_id', 'network_id', 'transaction_type', 'status', 'fee_asset'],
    sums: ['amount', 'fee'],
  },
  remarks: [feeAssetAssumption],
  whole: transactionList,
  dated: datedTransactionList,
  pinEnd: (filter, { signal, session, ask }) =>
    pinEndDate(filter, (first) => listTransactions({ ...first, limit: 1, offset: 0 }, signal, session), {
      ask,
    }),
  heedsDates: async ({ signal, session, ask }) => {
    const ids = askTransactionIds(session)
    const filter = await dateFilterOf(session ?? null, (...asked) => ask(() => ids(...asked)), { signal })
    return filter === null || filter.off === null
  },
  hrefOf: ([id]) => (id ? transactionHref(id) : null),
  rowsOf: (record) => [
    {
      transaction_id: record.transaction_id,
      retrieved_at: inUtc(record.timestamp),
      status: record.status,
      transaction_type: record.transaction_type,
      asset_id: record.asset_id,
      asset_name: record.asset_name,
      network_id: record.network_id,
      network_name: record.network_name,
      amount: record.amount,
      fee: record.fee,
      fee_asset: feeAssetOf(record.network_id),
      ...record.source,
      ...record.destination,
      txn_hash: record.txn_hash,
      blockexplorer_link: record.blockexplorer_link,
      note: record.note,
    },
  ],
  normalise: normaliseTransaction,
  received: ({ received }) => received,
  hasOthers: ({ others }) => others.length > 0,
} satisfies ListExport<Transaction>
