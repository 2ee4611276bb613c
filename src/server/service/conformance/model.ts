/** What the books of the fixture answer, worked out plainly and apart from any service. */
import { add, readDecimal, writeDecimal, zero } from '../../../contract/decimal.ts'
import type { TransactionRow } from '../database/tables.ts'
import { fixtureBooks, fixtureTransactions } from '../testing/books.ts'
import { requestTime } from '../testing/service.ts'
import type { Query } from './expectations.ts'

export const transactionFilters = [
  'transaction_id',
  'source_id',
  'source_address',
  'asset_id',
  'network_id',
  'transaction_type',
  'destination_id',
  'destination_address',
  'status',
] as const

/** Newest first, ties by id; only those recorded from one instant on and before another. */
export function listedTransactions(filter: Query, from = '', before = '9') {
  return fixtureTransactions
    .filter((row) => row.recorded_at >= from && row.recorded_at < before)
    .filter((row) => transactionFilters.every((name) => (filter[name] ?? row[name]) === row[name]))
    .toSorted(
      (one, other) =>
        order(other.recorded_at, one.recorded_at) || order(one.transaction_id, other.transaction_id),
    )
    .map(itemOf)
}

/** By name and then id. A vault is listed with everything that it holds, whatever the filter. */
export function listedVaults(filter: Query) {
  return fixtureBooks.vaults
    .filter(({ vault_type }) => (filter.vault_type ?? vault_type) === vault_type)
    .toSorted((one, other) => order(one.vault_name, other.vault_name) || order(one.vault_id, other.vault_id))
    .map(({ vault_id, vault_name, vault_type }) => {
      const assets = holdings.filter((row) => row.vault_id === vault_id).toSorted(byAsset)
      return { vault_id, vault_name, vault_type, assets: assets.map((row) => heldOf(row, row.amounts)) }
    })
    .filter(({ assets }) => hasEntry(assets, filter))
}

/** By name and then id. A whitelist is listed with all its addresses, whatever the filter. */
export function listedWhitelists(filter: Query) {
  return fixtureBooks.whitelists
    .filter(({ whitelist_type }) => (filter.whitelist_type ?? whitelist_type) === whitelist_type)
    .toSorted(
      (one, other) =>
        order(one.whitelist_name, other.whitelist_name) || order(one.whitelist_id, other.whitelist_id),
    )
    .map(({ whitelist_id, whitelist_name, whitelist_type }) => {
      const entries = fixtureBooks.whitelistAddresses.filter((row) => row.whitelist_id === whitelist_id)
      const assets = entries.map((row) => ({ ...assetOf(row), address: row.address, memo: row.memo }))
      return { whitelist_id, whitelist_name, whitelist_type, assets }
    })
    .filter(({ assets }) => hasEntry(assets, filter))
}

/** Sums over all vaults, or over those of a type, by asset and network. */
export function listedBalances(type: string, filter: Query) {
  const typeOf = new Map(fixtureBooks.vaults.map(({ vault_id, vault_type }) => [vault_id, vault_type]))
  return fixtureBooks.assets.toSorted(byAsset).flatMap((asset) => {
    const rows = holdings.filter(
      (row) => byAsset(row, asset) === 0 && (type === 'all' || typeOf.get(row.vault_id) === type),
    )
    if (rows.length === 0 || !hasEntry([asset], filter)) return []
    return [
      heldOf(
        asset,
        [0, 1, 2, 3].map((part) => sumOf(rows.map(({ amounts }) => amounts[part] ?? ''))),
      ),
    ]
  })
}

interface Asset {
  readonly asset_id: string
  readonly network_id: string
}

const holdings = fixtureBooks.holdings().map((row) => ({
  ...row,
  amounts: [row.available_balance, row.processing_balance, row.staking_balance, row.claimable_balance],
}))

/** Whether one and the same entry fits both. */
function hasEntry(entries: readonly Asset[], { asset_id, network_id }: Query): boolean {
  if (asset_id === undefined && network_id === undefined) return true
  return entries.some(
    (entry) =>
      (asset_id ?? entry.asset_id) === entry.asset_id &&
      (network_id ?? entry.network_id) === entry.network_id,
  )
}

function heldOf(asset: Asset, amounts: readonly string[]) {
  const [available_balance, processing_balance, staking_balance, claimable_balance] = amounts.map((each) =>
    sumOf([each]),
  )
  const total_balance = sumOf(amounts)
  return {
    ...assetOf(asset),
    balances: { total_balance, available_balance, processing_balance, staking_balance, claimable_balance },
  }
}

function sumOf(amounts: readonly string[]): string {
  return writeDecimal(amounts.map((amount) => readDecimal(amount) ?? zero).reduce(add, zero))
}

function assetOf(row: Asset) {
  const asset = fixtureBooks.assets.find((each) => byAsset(each, row) === 0)
  return {
    asset_id: row.asset_id,
    asset_name: asset?.asset_name,
    network_id: row.network_id,
    network_name: asset?.network_name,
  }
}

function itemOf(row: TransactionRow) {
  return {
    transaction_id: row.transaction_id,
    timestamp: requestTime,
    transaction: {
      transaction_type: row.transaction_type,
      ...assetOf(row),
      amount: row.amount,
      fee: row.fee,
      source: {
        source_type: row.source_type,
        source_id: row.source_id,
        source_name: row.source_name,
        source_address: row.source_address,
      },
      destination: {
        destination_type: row.destination_type,
        destination_id: row.destination_id,
        destination_name: row.destination_name,
        destination_address: row.destination_address,
        memo: row.memo,
      },
      txn_hash: row.txn_hash,
      blockexplorer_link: row.blockexplorer_link,
      note: row.note,
    },
    status: row.status,
  }
}

function byAsset(one: Asset, other: Asset): number {
  return order(one.asset_id, other.asset_id) || order(one.network_id, other.network_id)
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
