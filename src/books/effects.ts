/**
 * What a completed transaction does to the holdings of vaults, and who pays its fee. No specification says either: the table is that of
 * the demonstration's books, and a statement counts as proved only where it leads back to exactly zero (see `proofOf`).
 *
 * What is stated is available, processing and staking together. So staking, unstaking and a change of pool move nothing but their fee,
 * and what is in flight has moved nothing yet.
 */
import { type Decimal, readDecimal, zero } from '../contract/decimal.ts'
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
const effectsByType: Readonly<
  Record<
    TransactionType,
    { readonly source?: AmountKind; readonly destination?: AmountKind; readonly isOwn: boolean }
  >
> = {
  deposit: { destination: 'deposits', isOwn: false },
  withdraw: { source: 'withdrawals', isOwn: false },
  rebalance: { source: 'to_own', destination: 'from_own', isOwn: false },
  claim: { destination: 'rewards', isOwn: true },
  stake: { isOwn: true },
  unstake: { isOwn: true },
  'change pool': { isOwn: true },
}

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
  const type = transaction.transaction_type
  if (type === null || !isKnownType(type)) return nothing({ kind: 'unknown-type', value: type })
  const { source: out, destination: into, isOwn } = effectsByType[type]
  const { source, destination } = partiesOf(transaction)
  // Rewards arrive at the vault; a stake leaves from it.
  const own = into ? (destination ?? source) : (source ?? destination)
  const parts: readonly Part[] = isOwn
    ? [{ party: own, kind: into, part: 'own' }]
    : [
        { party: source, kind: out, part: 'sender', counterpart: destination },
        { party: destination, kind: into, part: 'receiver', counterpart: source },
      ]
  const vaults = parts.flatMap((each) => (each.party ? [{ ...each, party: each.party }] : []))
  const moving = vaults.flatMap((each) => (each.kind ? [{ ...each, kind: each.kind }] : []))
  if (vaults.length === 0 || (moving.length === 0 && (out ?? into) !== undefined))
    return nothing({ kind: 'no-vault' })
  const amount = readDecimal(transaction.amount)
  if (amount === null && moving.length > 0)
    return nothing({ kind: 'unreadable-amount', value: transaction.amount })
  const amounts = moving.map(({ party, kind, counterpart }): AmountEffect => {
    const isInternal = kind === 'to_own' || kind === 'from_own'
    return {
      ...party,
      kind,
      counterpart: (isInternal && counterpart?.vault_id) || null,
      amount: amount ?? zero,
    }
  })
  const fee = readDecimal(transaction.fee)
  if (fee === null) {
    // The fee of a deposit is its sender's, who is somebody else, and is often not told.
    const isTold = (transaction.fee ?? '') !== '' || type !== 'deposit'
    return { amounts, fees: [], fault: isTold ? { kind: 'unreadable-fee', value: transaction.fee } : null }
  }
  const fees = vaults.map(({ party, part }): FeeEffect => ({ ...party, part, fee }))
  return { amounts, fees: fee.digits === 0n ? [] : fees, fault: null }
}

/** One of the parties, with what its type of transaction does to it. */
interface Part {
  readonly party: Party | null
  readonly kind: AmountKind | undefined
  readonly part: FeePart
  readonly counterpart?: Party | null
}

interface Party {
  readonly vault_id: string | null
}

/** The parties that are vaults. */
function partiesOf({ source, destination }: BookedTransaction) {
  const isVault = destination.destination_type === 'vault'
  return {
    source: source.source_type === 'vault' ? { vault_id: source.source_id } : null,
    destination: isVault ? { vault_id: destination.destination_id } : null,
  }
}

function nothing(fault: EffectFault): Effects {
  return { amounts: [], fees: [], fault }
}

function isKnownType(text: string): text is TransactionType {
  return Object.hasOwn(effectsByType, text)
}
