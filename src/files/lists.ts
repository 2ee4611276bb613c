/** What the files of each list hold, and how a list becomes ready to be read whole. */

import { type AskIds, askTransactionIds, dateFilterOf } from '../api/dates/date-filter.ts'
import { type DatedList, pinEndDate } from '../api/dates/dated-list.ts'
import {
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../api/normalise.ts'
import { amountNames, type Holding, type Transaction, type Vault, type Whitelist } from '../api/records.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import {
  datedTransactionList,
  wholeBalances,
  wholeTransactions,
  wholeVaults,
  wholeWhitelists,
} from '../api/walk/lists.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { feeAssetAssumption, feeAssetOf } from '../contract/fee-asset.ts'
import type { ListName } from '../contract/file-names.ts'
import { balancesList, listOfEndpoint, transactionsList, vaultsList, whitelistsList } from '../url/lists.ts'
import {
  type Asking,
  type ExportColumn,
  type FileRow,
  inUtc,
  type ListExport,
  type ListFilter,
  type ListQuery,
} from './list-export.ts'

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
  totals: {
    by: ['asset_id', 'network_id', 'transaction_type', 'status', 'fee_asset'],
    sums: ['amount', 'fee'],
  },
  remarks: [feeAssetAssumption],
  whole: wholeTransactions,
  dated: datedTransactionList,
  pinEnd: (filter, asking) => pinEndDate(filter, askIdsOf(asking), asking),
  heedsDates: async (asking) => {
    const filter = await dateFilterOf(asking.session ?? null, askIdsOf(asking), asking)
    return filter === null || filter.off === null
  },
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

function askIdsOf({ session, ask }: Asking): AskIds {
  const ids = askTransactionIds(session)
  return (...asked) => ask(() => ids(...asked))
}

/** Whitelists: one row for each address; one with empty cells for a whitelist without any. */
export const whitelistsExport: ListExport<Whitelist> = {
  name: 'whitelists',
  of: whitelistsList,
  columns: [
    { name: 'whitelist_id', label: 'Whitelist id' },
    { name: 'whitelist_name', label: 'Whitelist' },
    { name: 'whitelist_type', label: 'Type' },
    { name: 'asset_id', label: 'Asset' },
    { name: 'asset_name', label: 'Asset name' },
    { name: 'network_id', label: 'Network' },
    { name: 'network_name', label: 'Network name' },
    { name: 'address', label: 'Address' },
    { name: 'memo', label: 'Memo' },
  ],
  shownBy: {
    whitelist_name: ['whitelist_name'],
    whitelist_type: ['whitelist_type'],
    assets: ['asset_id', 'asset_name'],
    networks: ['network_id', 'network_name'],
  },
  identity: ['whitelist_id', 'asset_id', 'network_id', 'address', 'memo'],
  totals: { by: ['whitelist_type', 'asset_id', 'network_id'], sums: [] },
  whole: wholeWhitelists,
  rowsOf: ({ whitelist_id, whitelist_name, whitelist_type, assets }) => {
    const addresses: readonly FileRow[] =
      assets.length === 0
        ? [noAddress]
        : assets.map(({ asset_id, asset_name, network_id, network_name, address, memo }) => ({
            asset_id,
            asset_name,
            network_id,
            network_name,
            address,
            memo,
          }))
    return addresses.map((row) => ({ whitelist_id, whitelist_name, whitelist_type, ...row }))
  },
  normalise: normaliseWhitelist,
  received: ({ received }) => received,
  hasOthers: ({ others, assets }) => others.length > 0 || assets.some((entry) => entry.others.length > 0),
}

const noAddress: FileRow = {
  asset_id: null,
  asset_name: null,
  network_id: null,
  network_name: null,
  address: null,
  memo: null,
}

/** Asset, network and the five components. */
const holdingColumns: readonly ExportColumn[] = [
  { name: 'asset_id', label: 'Asset' },
  { name: 'asset_name', label: 'Asset name' },
  { name: 'network_id', label: 'Network' },
  { name: 'network_name', label: 'Network name' },
  { name: 'total_balance', label: 'Total' },
  { name: 'available_balance', label: 'Available' },
  { name: 'processing_balance', label: 'Processing' },
  { name: 'staking_balance', label: 'Staking' },
  { name: 'claimable_balance', label: 'Claimable' },
]

/** What is added up of holdings, for control. */
const holdingTotals = { by: ['asset_id', 'network_id'], sums: amountNames }

/** The cells of one holding. */
function holdingRow({ asset_id, asset_name, network_id, network_name, balances }: Holding): FileRow {
  return { asset_id, asset_name, network_id, network_name, ...balances }
}

/** The cells where nothing is held. */
const nothingHeld: FileRow = Object.fromEntries(holdingColumns.map(({ name }) => [name, null]))

/** Balances of all vaults or of those of a type: one row for each asset on each network. */
export function balancesExport(type: BalanceType): ListExport<Holding> {
  return {
    name: 'balances',
    of: balancesList(type),
    columns: [{ name: 'balance_type', label: 'Balance of' }, ...holdingColumns],
    shownBy: {
      ...Object.fromEntries(holdingColumns.map(({ name }) => [name, [name]])),
      network_name: ['network_id', 'network_name'],
      parts: ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance'],
    },
    identity: ['balance_type', 'asset_id', 'network_id'],
    totals: holdingTotals,
    whole: (filter, session) => wholeBalances(type, filter, session),
    rowsOf: (record) => [{ balance_type: type, ...holdingRow(record) }],
    normalise: normaliseHolding,
    received: ({ received }) => received,
    hasOthers: ({ others }) => others.length > 0,
  }
}

/** Vaults: one row for each holding; one with empty cells for a vault that holds nothing. */
export const vaultsExport: ListExport<Vault> = {
  name: 'vaults',
  of: vaultsList,
  columns: [
    { name: 'vault_id', label: 'Vault id' },
    { name: 'vault_name', label: 'Vault' },
    { name: 'vault_type', label: 'Type' },
    ...holdingColumns,
  ],
  shownBy: {
    vault_id: ['vault_id'],
    vault_name: ['vault_name'],
    vault_type: ['vault_type'],
    assets: ['asset_id', 'asset_name', 'network_id', 'network_name', 'total_balance'],
    states: ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance'],
  },
  identity: ['vault_id', 'asset_id', 'network_id'],
  totals: holdingTotals,
  whole: wholeVaults,
  rowsOf: ({ vault_id, vault_name, vault_type, assets }) => {
    const held = assets.length === 0 ? [nothingHeld] : assets.map(holdingRow)
    return held.map((row) => ({ vault_id, vault_name, vault_type, ...row }))
  },
  normalise: normaliseVault,
  received: ({ received }) => received,
  hasOthers: ({ others, assets }) => others.length > 0 || assets.some((held) => held.others.length > 0),
}

/** How a list becomes a file. */
export function listExport(name: ListName): ListExport<unknown> {
  return exports[name]
}

/** How the list at this path of the read API becomes a file; null for a path that has no list. */
export function listExportAt(endpoint: string): ListExport<unknown> | null {
  const list = listOfEndpoint(endpoint)
  return list ? listExport(list.name) : null
}

const exports: Readonly<Record<ListName, ListExport<unknown>>> = {
  transactions: transactionsExport,
  vaults: vaultsExport,
  whitelists: whitelistsExport,
  balances: balancesExport('all'),
  'balances-cold': balancesExport('cold'),
  'balances-warm': balancesExport('warm'),
}

/** A list of the service, ready to be read whole. */
export interface ExportSource<R> {
  readonly list: ListExport<R>
  /** The filter as parameters, as it is asked, and the `end_date` that was set in it. */
  readonly parameters: ListFilter
  readonly pinnedEndDate: string | null
  readonly whole: WholeList<R>
  /** The same, to be asked for by date; null for a list without dates. */
  readonly dated: DatedList | null
}

/**
 * A list with a filter, ready to be read whole. Where the list has dates, the end of a filter that has none is set first. Everything is
 * asked in one session alone, if one is named.
 */
export async function exportSource(
  { list: name, filter }: ListQuery,
  asking: Asking,
): Promise<ExportSource<unknown>> {
  const list = listExport(name)
  const pinned = (await list.pinEnd?.(filter, asking)) ?? { filter, endDate: null }
  return {
    list,
    parameters: pinned.filter,
    pinnedEndDate: pinned.endDate,
    whole: list.whole(pinned.filter, asking.session),
    dated: list.dated?.(pinned.filter, asking.session) ?? null,
  }
}
