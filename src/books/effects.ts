/**
 * What a completed transaction does to the holdings of vaults, and who pays its fee. No specification says either: the table is that of
 * the demonstration's books, and a statement counts as proved only where it leads back to exactly zero (see `settle.ts`).
 *
 * What is stated is available, processing and staking together. So staking, unstaking and a change of pool move nothing but their fee,
 * and what is in flight has moved nothing yet.
 */
import { type Decimal, readDecimal } from '../contract/decimal.ts'
import type { TransactionType } from '../contract/enumerations.ts'
import type { BookedTransaction } from './transaction-table.ts'

/** What a holding is increased and reduced by, in the order of a statement's columns. */
export const movementKinds = ['deposits', 'from_own', 'rewards', 'withdrawals', 'to_own', 'fees'] as const
export type MovementKind = (typeof movementKinds)[number]
export type AmountKind = Exclude<MovementKind, 'fees'>

/** Whether a kind reduces what is held. */
export function isOutgoing(kind: MovementKind): boolean {
  return kind === 'withdrawals' || kind === 'to_own' || kind === 'fees'
}

/** Who has a part in a fee: of what stays within one vault that is always the vault itself. */
export type FeePart = 'sender' | 'receiver' | 'own'

/** One amount that enters or leaves a vault. It is not signed: the kind says which way it goes. */
export interface AmountEffect {
  readonly vault_id: string | null
  readonly kind: AmountKind
  /** The other vault, of a movement between own vaults. */
  readonly counterpart: string | null
  readonly amount: Decimal
}

/** A fee that a vault pays where the service's rule says that this part does. */
export interface FeeEffect {
  readonly vault_id: string | null
  readonly part: FeePart
  readonly fee: Decimal
}

/** What one completed transaction does. */
export interface Effects {
  readonly amounts: readonly AmountEffect[]
  readonly fees: readonly FeeEffect[]
  /** Why it, or its fee, does nothing although it is completed; null where there is no doubt. */
  readonly fault: EffectFault | null
}

/** What a transaction carries that nobody can count. */
export type EffectFault =
  | { readonly kind: 'unknown-type'; readonly value: string | null }
  | { readonly kind: 'unreadable-amount' | 'unreadable-fee'; readonly value: string | null }
  | { readonly kind: 'no-vault' }

/** Of each type: how the amount counts on either side, and whether it stays within one vault, which then pays the fee. */
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

/** How a service takes its fees. The network's own asset is `network`; that of the transaction is `transaction`. */
export interface FeeRule {
  readonly id: 'sender' | 'sender-same-asset' | 'within-amount' | 'receiver' | 'nobody'
  /** Who pays where two parties take part. */
  readonly payer: 'sender' | 'receiver' | null
  readonly asset: 'network' | 'transaction'
}

/**
 * The rules that are tried, the likeliest first: that of the demonstration's books ("the fee left the source vault in the network's own
 * asset"), and those by which others are known to count.
 */
export const feeRules: readonly [FeeRule, ...FeeRule[]] = [
  { id: 'sender', payer: 'sender', asset: 'network' },
  { id: 'sender-same-asset', payer: 'sender', asset: 'transaction' },
  // What arrives is what was sent without the fee.
  { id: 'within-amount', payer: 'receiver', asset: 'transaction' },
  { id: 'receiver', payer: 'receiver', asset: 'network' },
  { id: 'nobody', payer: null, asset: 'network' },
]

/** Whether a vault with this part in a fee pays it. */
export function pays(rule: FeeRule, part: FeePart): boolean {
  return rule.payer !== null && (part === 'own' || part === rule.payer)
}

/** What a completed transaction does, whatever the rule for fees. */
export function effectsOf(transaction: BookedTransaction): Effects {
  const { transaction_type: type, source, destination, amount: amountText, fee: feeText } = transaction
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
      kind: out,
      counterpart: (isInternal && isToVault && to) || null,
      amount,
    })
  if (arrives && amount)
    amounts.push({
      vault_id: isToVault ? to : from,
      kind: into,
      counterpart: (isInternal && isFromVault && from) || null,
      amount,
    })
  const fee = readDecimal(feeText)
  if (fee === null) {
    // The fee of a deposit is its sender's, who is somebody else, and is often not told.
    const isTold = (feeText ?? '') !== '' || type !== 'deposit'
    return { amounts, fees: [], fault: isTold ? { kind: 'unreadable-fee', value: feeText } : null }
  }
  const fees: FeeEffect[] = []
  if (fee.digits === 0n) return { amounts, fees, fault: null }
  if (isOwn) {
    // Rewards arrive at the vault; a stake leaves from it.
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
