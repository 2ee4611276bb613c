/**
 * What the transactions say that each vault holds in processing and in staking, beside what the vault says. By these rules, which
 * no specification promises: what leaves a vault and is in flight is in processing, with its fee in the network's own asset; what
 * was staked and not unstaked is in staking, where what is being unstaked is in processing already. A change of pool moves nothing
 * but its fee.
 */
import type { Transaction, Vault } from '../../api/records.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import type { HoldingKey, Reading } from './books.ts'
import { type Comparison, comparison } from './compare.ts'

/** Vaults, and the transactions that say what they hold in processing and staking. */
export interface Movements {
  readonly vaults: Reading<Vault>
  /** Those in flight; and the completed stakes and unstakes. */
  readonly transactions: Reading<Transaction>
  /** Why not all transactions are there, in sentences; none where it is proved that they are. */
  readonly doubts: readonly string[]
}

/** The statuses of what is in flight. */
export const inFlight = ['pending', 'processing', 'confirming'] as const

/** Two comparisons for each holding that a vault lists, and for what transactions alone know of. */
export function compareMovements({ vaults, transactions }: Movements): readonly Comparison[] {
  const holdings = new Map<string, Sums>()
  const sumsOf = (vaultId: string | null, { asset_id, network_id }: Key): Sums => {
    const name = JSON.stringify([vaultId, asset_id ?? '', network_id ?? ''])
    const known = holdings.get(name)
    if (known) return known
    const key = { asset_id: asset_id ?? '', network_id: network_id ?? '' }
    const sums: Sums = { vaultId, name: null, key, processing: zero, staking: zero, held: null }
    holdings.set(name, sums)
    return sums
  }
  for (const vault of vaults.records)
    for (const held of vault.assets) {
      const sums = sumsOf(vault.vault_id, held)
      sums.name = vault.vault_name
      const { processing_balance: processing, staking_balance: staking } = held.balances
      // A holding that is listed twice counts twice, as it does in the balances.
      sums.held = sums.held
        ? { processing: sumOf(sums.held.processing, processing), staking: sumOf(sums.held.staking, staking) }
        : { processing, staking }
    }
  for (const transaction of transactions.records) enter(transaction, sumsOf)
  return [...holdings.values()].flatMap(comparisonsOf)
}

/** Fees of networks whose own asset is not known: they are in no figure, and the networks are named. */
export function networksWithoutFeeAsset({ transactions }: Movements): readonly string[] {
  const networks = transactions.records
    .filter((transaction) => isInFlight(transaction) && transaction.source.source_type === 'vault')
    .filter(({ fee, network_id }) => readDecimal(fee)?.digits !== 0n && feeAssetOf(network_id) === null)
  return [...new Set(networks.map(({ network_id }) => network_id ?? 'an unnamed network'))].sort()
}

type Key = { readonly [name in keyof HoldingKey]: string | null }

interface Sums {
  readonly vaultId: string | null
  name: string | null
  readonly key: HoldingKey
  /** Null where one of the addends is missing or is no decimal. */
  processing: Decimal | null
  staking: Decimal | null
  /** What the vault says; null where it does not list the holding. */
  held: { readonly processing: string | null; readonly staking: string | null } | null
}

function isInFlight({ status }: Transaction): boolean {
  return inFlight.some((known) => known === status)
}

function enter(transaction: Transaction, sumsOf: (vaultId: string | null, key: Key) => Sums): void {
  const { transaction_type: type, source, destination, network_id } = transaction
  const amount = readDecimal(transaction.amount)
  if (source.source_type === 'vault' && isInFlight(transaction)) {
    const from = sumsOf(source.source_id, transaction)
    if (type !== 'change pool') from.processing = plus(from.processing, amount)
    if (type === 'unstake') from.staking = minus(from.staking, amount)
    const feeAsset = feeAssetOf(network_id)
    const fee = readDecimal(transaction.fee)
    if (feeAsset !== null && fee?.digits !== 0n) {
      const payer = sumsOf(source.source_id, { asset_id: feeAsset, network_id })
      payer.processing = plus(payer.processing, fee)
    }
  }
  if (transaction.status !== 'completed') return
  const own = source.source_type === 'vault' ? source.source_id : destination.destination_id
  if (type !== 'stake' && type !== 'unstake') return
  const sums = sumsOf(own, transaction)
  sums.staking = type === 'stake' ? plus(sums.staking, amount) : minus(sums.staking, amount)
}

function plus(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one && other && add(one, other)
}

function minus(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one && other && subtract(one, other)
}

function sumOf(one: string | null, other: string | null): string | null {
  const sum = plus(readDecimal(one), readDecimal(other))
  return sum && writeDecimal(sum)
}

function comparisonsOf({ vaultId: id, name, key, held, ...sums }: Sums): Comparison[] {
  const parts = ['processing', 'staking'] as const
  return parts.map((part) => {
    const sum = sums[part]
    return comparison(
      'transactions-and-vault',
      key,
      `${part}_balance`,
      { place: { kind: 'transactions', part, vault: { id, name } }, value: sum && writeDecimal(sum) },
      { place: { kind: 'vault', id, name }, value: held ? held[part] : null },
      held === null,
    )
  })
}
