/** What the books of the fixture answer, worked out plainly and apart from any service. */
import { add, readDecimal, writeDecimal, zero } from '../../../contract/decimal.ts'
import { fixtureBooks, fixtureTransactions } from './books.ts'
import { requestTime } from './service.ts'

export type Query = Readonly<Record<string, string | number>>

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
    .filter((row) => fits(row, filter, transactionFilters))
    .toSorted((one, other) => order(other.recorded_at, one.recorded_at) || by('transaction_id')(one, other))
    .map((row) => ({
      transaction_id: row.transaction_id,
      timestamp: requestTime,
      transaction: {
        transaction_type: row.transaction_type,
        ...assetOf(row),
        ...pick(row, ['amount', 'fee']),
        source: pick(row, ['source_type', 'source_id', 'source_name', 'source_address']),
        destination: {
          ...pick(row, ['destination_type', 'destination_id', 'destination_name', 'destination_address']),
          memo: row.memo,
        },
        ...pick(row, ['txn_hash', 'blockexplorer_link', 'note']),
      },
      status: row.status,
    }))
}

/** By name and then id. A vault is listed with everything that it holds, whatever the filter. */
export function listedVaults(filter: Query) {
  return fixtureBooks.vaults
    .filter((vault) => fits(vault, filter, ['vault_type']))
    .toSorted(by('vault_name', 'vault_id'))
    .map((vault) => {
      const held = holdings.filter(({ vault_id }) => vault_id === vault.vault_id).toSorted(byAsset)
      return { ...vault, assets: held.map((holding) => sumOf(holding, [holding])) }
    })
    .filter(({ assets }) => assets.some((entry) => fits(entry, filter, byAssets)) || !isByAsset(filter))
}

/** By name and then id. A whitelist is listed with all its addresses, whatever the filter. */
export function listedWhitelists(filter: Query) {
  return fixtureBooks.whitelists
    .filter((whitelist) => fits(whitelist, filter, ['whitelist_type']))
    .toSorted(by('whitelist_name', 'whitelist_id'))
    .map((whitelist) => {
      const { whitelist_id: id } = whitelist
      const entries = fixtureBooks.whitelistAddresses.filter(({ whitelist_id }) => whitelist_id === id)
      return {
        ...whitelist,
        assets: entries.map((row) => ({ ...assetOf(row), address: row.address, memo: row.memo })),
      }
    })
    .filter(({ assets }) => assets.some((entry) => fits(entry, filter, byAssets)) || !isByAsset(filter))
}

/** Sums over all vaults, or over those of a type, by asset and network. */
export function listedBalances(type: string, filter: Query) {
  const typeOf = new Map(fixtureBooks.vaults.map(({ vault_id, vault_type }) => [vault_id, vault_type]))
  return fixtureBooks.assets
    .filter((asset) => fits(asset, filter, byAssets))
    .toSorted(byAsset)
    .flatMap((asset) => {
      const held = holdings
        .filter((row) => byAsset(row, asset) === 0)
        .filter((row) => type === 'all' || typeOf.get(row.vault_id) === type)
      return held.length === 0 ? [] : [sumOf(asset, held)]
    })
}

interface Asset {
  readonly asset_id: string
  readonly network_id: string
}

const holdings = fixtureBooks.holdings()
const byAssets = ['asset_id', 'network_id'] as const
const byAsset = by<'asset_id' | 'network_id'>('asset_id', 'network_id')
const isByAsset = (filter: Query) => byAssets.some((name) => name in filter)

function fits<Name extends string>(
  row: Readonly<Record<Name, string>>,
  filter: Query,
  names: readonly Name[],
): boolean {
  return names.every((name) => (filter[name] ?? row[name]) === row[name])
}

function sumOf(asset: Asset, held: typeof holdings) {
  const sum = (...names: readonly (keyof (typeof holdings)[number])[]) =>
    writeDecimal(
      held
        .flatMap((row) => names.map((name) => row[name]))
        .reduce((total, amount) => add(total, readDecimal(amount) ?? zero), zero),
    )
  const parts = ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance'] as const
  const amounts = Object.fromEntries(parts.map((part) => [part, sum(part)]))
  return { ...assetOf(asset), balances: { total_balance: sum(...parts), ...amounts } }
}

function assetOf(row: Asset) {
  const asset = fixtureBooks.assets.find((each) => byAsset(each, row) === 0) ?? fixtureBooks.assets[0]
  return {
    asset_id: row.asset_id,
    asset_name: asset?.asset_name,
    network_id: row.network_id,
    network_name: asset?.network_name,
  }
}

function pick<Name extends string>(row: Readonly<Record<Name, string>>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function by<Name extends string>(...names: readonly Name[]) {
  return (one: Readonly<Record<Name, string>>, other: Readonly<Record<Name, string>>) =>
    names.map((name) => order(one[name], other[name])).find((place) => place !== 0) ?? 0
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
