/** What one transaction does to holdings, once it is known who pays fees. The movements of a statement are the sums of these. */
import { type Decimal, readDecimal, subtract, zero } from '../contract/decimal.ts'
import type { Transaction } from '../contract/normal-records.ts'
import {
  chargedFee,
  effectsOf,
  isOutgoing,
  type MovedTransaction,
  type MovementKind,
  pays,
} from './effects.ts'
import type { HoldingKey } from './movement-ledger.ts'
import type { BalanceProof } from './prove-balances.ts'

/** Who pays fees, as `proveBalances` found it. */
export type FeePayment = Pick<BalanceProof, 'rule' | 'networks'>

export interface HoldingMovement {
  readonly key: HoldingKey
  readonly kind: MovementKind
  /** The other vault of a movement between own vaults. */
  readonly counterpart: string | null
  /** What it adds to the holding: negative where it leaves. */
  readonly amount: Decimal
}

export type PaidTransaction = MovedTransaction & Pick<Transaction, 'status' | 'asset_id' | 'network_id'>

/** None where it is not completed, and of what cannot be counted. */
export function movementsOf(
  transaction: PaidTransaction,
  { rule, networks }: FeePayment,
): readonly HoldingMovement[] {
  const { status, asset_id, network_id } = transaction
  if (status !== 'completed') return []
  const { amounts, fees } = effectsOf(transaction)
  const paidIn = networks.find((network) => network.network_id === network_id)?.asset_id ?? null
  const feeAsset = rule.asset === 'transaction' ? asset_id : paidIn
  // If the asset is unknown, so is the payer.
  const isPayerKnown = rule.asset === 'transaction' || paidIn !== null
  return [
    ...amounts.map(({ vault_id, kind, counterpart, amount }) => ({
      ...{ key: { vault_id, asset_id, network_id }, kind, counterpart },
      amount: isOutgoing(kind) ? subtract(zero, amount) : amount,
    })),
    ...fees
      .filter(({ part }) => isPayerKnown && pays(rule, part))
      .map(({ vault_id, fee }) => ({
        ...{ key: { vault_id, asset_id: feeAsset, network_id }, kind: 'fees' as const, counterpart: null },
        amount: subtract(zero, chargedFee(rule, fee)),
      })),
  ]
}

/** What a completed stake or unstake changes within a holding, whose balance it leaves as it is. */
export interface StakedMovement {
  readonly key: HoldingKey
  readonly kind: 'stake' | 'unstake'
  /** What it adds to the staked part. */
  readonly staked: Decimal
}

export function stakedIn(transaction: PaidTransaction): StakedMovement | null {
  const { status, transaction_type: kind, asset_id, network_id, source, destination } = transaction
  const amount = readDecimal(transaction.amount)
  if (status !== 'completed' || amount === null || (kind !== 'stake' && kind !== 'unstake')) return null
  const isFromVault = source.source_type === 'vault'
  if (!isFromVault && destination.destination_type !== 'vault') return null
  const vault_id = isFromVault ? source.source_id : destination.destination_id
  return {
    key: { vault_id, asset_id, network_id },
    kind,
    staked: kind === 'stake' ? amount : subtract(zero, amount),
  }
}
