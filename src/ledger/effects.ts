/**
 * Effects of a completed transaction on vaults, by the rules of the demonstration, since none are shown, nor who pays a fee
 * (specification, "What transactions do to balances"). A statement is proved only if it leads back to exactly zero (see `prove-balances.ts`). Balances
 * include processing and staking, so a stake, an unstake and a change of pool move only their fee.
 */
import { type Decimal, readDecimal, subtract, zero } from '../contract/decimal.ts'
import type { TransactionType } from '../contract/enumerations.ts'
import type { Destination, Source, Transaction } from '../contract/normal-records.ts'

/** In the order of a statement's columns. */
export const movementKinds = ['deposits', 'from_own', 'rewards', 'withdrawals', 'to_own', 'fees'] as const
export type MovementKind = (typeof movementKinds)[number]
export type AmountKind = Exclude<MovementKind, 'fees'>

export function isOutgoing(kind: MovementKind): boolean {
  return kind === 'withdrawals' || kind === 'to_own' || kind === 'fees'
}

/** A vault's part in a fee. `own`: the transaction stays within one vault, which pays. */
export type FeePart = 'sender' | 'receiver' | 'own'

/** Without a sign: the kind gives the direction. */
export interface AmountEffect {
  readonly vault_id: string | null
  readonly kind: AmountKind
  readonly counterpart: string | null
  readonly amount: Decimal
}

/** A vault pays it if the service's rule charges this part. */
export interface FeeEffect {
  readonly vault_id: string | null
  readonly part: FeePart
  /** With the sign with which it was sent. */
  readonly fee: Decimal
}

export interface Effects {
  readonly amounts: readonly AmountEffect[]
  readonly fees: readonly FeeEffect[]
  /** Why a completed transaction, or its fee, has no effect; null if nothing is in doubt. */
  readonly fault: EffectFault | null
}

export type EffectFault =
  | { readonly kind: 'unknown-type'; readonly value: string | null }
  | { readonly kind: 'unreadable-amount' | 'unreadable-fee'; readonly value: string | null }
  | { readonly kind: 'no-vault' }

/** How the amount counts on each side. `isOwn`: it stays within one vault, which pays the fee. */
interface TypeRule {
  readonly source?: AmountKind
  readonly destination?: AmountKind
  readonly isOwn: boolean
}
const ruleOf: Readonly<Record<TransactionType, TypeRule>> = {
  deposit: { destination: 'deposits', isOwn: false },
  withdraw: { source: 'withdrawals', isOwn: false },
  rebalance: { source: 'to_own', destination: 'from_own', isOwn: false },
  claim: { destination: 'rewards', isOwn: true },
  stake: { isOwn: true },
  unstake: { isOwn: true },
  'change pool': { isOwn: true },
}
const rulesOfTypes: ReadonlyMap<string, TypeRule> = new Map(Object.entries(ruleOf))

export interface FeeRule {
  readonly id: 'sender' | 'sender-same-asset' | 'within-amount' | 'receiver' | 'nobody'
  readonly payer: 'sender' | 'receiver' | null
  readonly asset: 'network' | 'transaction'
  /** Paid fees are sent with a minus sign. */
  readonly isNegative?: true
}

/** Likeliest first. The first is the demonstration's rule; other services are known to use the rest. */
export const feeRules: readonly [FeeRule, ...FeeRule[]] = [
  { id: 'sender', payer: 'sender', asset: 'network' },
  { id: 'sender-same-asset', payer: 'sender', asset: 'transaction' },
  // The amount that arrives is the amount sent minus the fee.
  { id: 'within-amount', payer: 'receiver', asset: 'transaction' },
  { id: 'receiver', payer: 'receiver', asset: 'network' },
  { id: 'nobody', payer: null, asset: 'network' },
]

export function pays(rule: FeeRule, part: FeePart): boolean {
  return rule.payer !== null && (part === 'own' || part === rule.payer)
}

/** What a vault pays of a fee, or of a sum of fees, as sent. */
export function chargedFee({ isNegative }: FeeRule, fee: Decimal): Decimal {
  return isNegative ? subtract(zero, fee) : fee
}

/** Also several transactions that differ in nothing else, with the sums of their amounts and fees: effects are linear. */
export type MovedTransaction = Pick<Transaction, 'transaction_type' | 'amount' | 'fee'> & {
  readonly source: Pick<Source, 'source_type' | 'source_id'>
  readonly destination: Pick<Destination, 'destination_type' | 'destination_id'>
  /** Of a withdrawal or a deposit that is the other side of one of an own vault: that vault. */
  readonly own_vault?: string | null
}

/** The effects are the same under every fee rule. */
export function effectsOf(transaction: MovedTransaction): Effects {
  const { transaction_type: type, source, destination, amount: amountText, fee: feeText } = transaction
  const { own_vault: otherSide = null } = transaction
  const rule = type === null ? undefined : rulesOfTypes.get(type)
  if (!rule) return nothing({ kind: 'unknown-type', value: type })
  const { source: out, destination: into, isOwn } = rule
  const isFromVault = source.source_type === 'vault'
  const isToVault = destination.destination_type === 'vault'
  const [from, to] = [source.source_id, destination.destination_id]
  const leaves = out !== undefined && isFromVault
  const arrives = into !== undefined && (isToVault || (isOwn && isFromVault))
  const isMovement = out !== undefined || into !== undefined
  if ((!isFromVault && !isToVault) || (isMovement && !leaves && !arrives))
    return nothing({ kind: 'no-vault' })
  const amount = readDecimal(amountText)
  if (amount === null && isMovement) return nothing({ kind: 'unreadable-amount', value: amountText })
  const amounts: AmountEffect[] = []
  const isInternal = out === 'to_own'
  if (leaves && amount)
    amounts.push({
      vault_id: from,
      kind: otherSide === null ? out : 'to_own',
      counterpart: otherSide ?? ((isInternal && isToVault && to) || null),
      amount,
    })
  if (arrives && amount)
    amounts.push({
      vault_id: isToVault ? to : from,
      kind: otherSide === null ? into : 'from_own',
      counterpart: otherSide ?? ((isInternal && isFromVault && from) || null),
      amount,
    })
  const fee = readDecimal(feeText)
  if (fee === null) {
    // The sender of a deposit is somebody else and pays its fee, which is often not given.
    const isTold = (feeText ?? '') !== '' || type !== 'deposit'
    return { amounts, fees: [], fault: isTold ? { kind: 'unreadable-fee', value: feeText } : null }
  }
  const fees: FeeEffect[] = []
  if (fee.digits === 0n) return { amounts, fees, fault: null }
  if (isOwn) {
    // Rewards arrive at the vault; a stake leaves it.
    const isAtDestination = into ? isToVault : !isFromVault
    fees.push({ vault_id: isAtDestination ? to : from, part: 'own', fee })
  } else {
    if (isFromVault) fees.push({ vault_id: from, part: 'sender', fee })
    if (isToVault) fees.push({ vault_id: to, part: 'receiver', fee })
  }
  return { amounts, fees, fault: null }
}

function nothing(fault: EffectFault): Effects {
  return { amounts: [], fees: [], fault }
}
