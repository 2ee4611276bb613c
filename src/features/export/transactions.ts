import { askTransactionIds, noneWhereRefused } from '../../api/dates/asking.ts'
import { dateFilterOf } from '../../api/dates/date-filter.ts'
import { listTransactions, type Records } from '../../api/endpoints.ts'
import { normaliseTransaction } from '../../api/normalise.ts'
import type { Transaction } from '../../api/records.ts'
import { datedTransactionList, transactionList } from '../../api/walk/lists.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { feeAssetAssumption, feeAssetOf } from '../../contract/fee-asset.ts'
import { transactionHref } from '../../url/hrefs.ts'
import { transactionsList } from '../../url/lists.ts'
import { inUtc, type ListExport, type Pinned } from './list-export.ts'

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

/** How the requests are made, and the reader's clock. */
export interface PinOptions {
  readonly ask?: <T>(request: () => Promise<T>) => Promise<T>
  readonly now?: () => number
}

/**
 * Sets `end_date` to the present, by the service's clock where its records carry the time of the answer, else by the reader's. It
 * is set only where that changes nothing: the newest transaction must be the same with it and without, which it is not where a
 * clock is slow or the service reads dates in another way. Without it the list can be read whole as well. `first` asks for the
 * first record of a filter, and `ask` makes that request: a refusal of the date is an answer to it, and no failure.
 */
export async function pinEndDate(
  filter: Filter<'transactions'>,
  first: (filter: Filter<'transactions'>) => Promise<Records<Transaction>>,
  { ask = (request) => request(), now = Date.now }: PinOptions = {},
): Promise<Pinned<Filter<'transactions'>>> {
  const unpinned = { filter, endDate: null }
  if (filter.end_date !== undefined) return unpinned
  const firstOf = async (asked: typeof filter) => (await first(asked).catch(noneWhereRefused))?.records ?? []
  const [newest] = await ask(() => firstOf(filter))
  if (!newest) return unpinned
  const endDate = instantOf(newest.timestamp) ?? new Date(now()).toISOString()
  const pinned = { filter: { ...filter, end_date: endDate }, endDate }
  const [same] = await ask(() => firstOf(pinned.filter))
  const isSame = same !== undefined && same.transaction_id === newest.transaction_id
  return isSame && newest.transaction_id !== null ? pinned : unpinned
}

function instantOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text))
    return null
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}
