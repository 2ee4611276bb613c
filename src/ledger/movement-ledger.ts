/**
 * Adds up the movements of holdings by day. It takes transactions one by one, or groups of those that differ in nothing but their amounts, with
 * the sums of these: effects are linear. Fees are kept apart by the vault's part in them until it is known who pays.
 */
import type { DayNumber } from '../contract/day.ts'
import { add, type Decimal, subtract, zero } from '../contract/decimal.ts'
import { type OpenStatus, openStatuses, type TransactionStatus } from '../contract/enumerations.ts'
import type { Transaction } from '../contract/normal-records.ts'
import {
  type AmountKind,
  type EffectFault,
  effectsOf,
  type FeePart,
  isOutgoing,
  type MovedTransaction,
  type MovementKind,
} from './effects.ts'

/** One asset on one network in one vault. A service may omit any of the three. */
export interface HoldingKey {
  readonly vault_id: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
}

/** Without a sign. */
export interface Entry<Kind = EntryKind> {
  readonly kind: Kind
  /** The other vault of a movement between own vaults. */
  readonly counterpart: string | null
  readonly sum: Decimal
  readonly count: number
}

export type EntryKind = AmountKind | FeePart

/** Entries by day; null is the day of transactions without one. */
export interface LedgerHolding {
  readonly key: HoldingKey
  readonly days: ReadonlyMap<DayNumber | null, readonly Entry[]>
}

/** A transaction that cannot be counted, or only in part, because of a value in it. */
export interface Fault {
  readonly transaction_id: string | null
  readonly fault: EffectFault | { readonly kind: 'unknown-status'; readonly value: string | null }
}

export interface HoldingFaults {
  readonly key: HoldingKey
  readonly count: number
}

/** One transaction, or several that differ in nothing else, with the sums of their amounts and fees. */
export type LedgerMovement = MovedTransaction &
  Pick<Transaction, 'transaction_id' | 'status' | 'asset_id' | 'network_id'>

/** How many transactions a movement is, and how many of them have a fee. */
export interface MovementSize {
  readonly transactions: number
  readonly fees: number
}

/** By the vault's part in them. */
export interface FailedFees {
  readonly key: HoldingKey
  readonly parts: ReadonlyMap<FeePart, Pick<Entry, 'sum' | 'count'>>
}

export interface MovementLedger {
  readonly holdings: readonly LedgerHolding[]
  /** `undated` counts transactions of every status. */
  readonly read: number
  readonly completed: number
  readonly undated: number
  /** Only the first faults are listed; `faultCount` counts all. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  /** Counts of faults that may touch a holding, by its name: those of transactions of its asset whose party is its vault. */
  readonly faultsOf: ReadonlyMap<string, HoldingFaults>
  /** Of failed transactions, by the names of the holdings that they were to move. They are no movements. */
  readonly failedFees: ReadonlyMap<string, FailedFees>
}

export interface MovementLedgerWriter {
  enter(movement: LedgerMovement, day: DayNumber | null, size?: MovementSize): void
  book(): MovementLedger
}

export function holdingName({ vault_id, asset_id, network_id }: HoldingKey): string {
  return JSON.stringify([vault_id, asset_id, network_id])
}

/** One asset on one network. */
export function assetKey({ asset_id, network_id }: Omit<HoldingKey, 'vault_id'>): string {
  return JSON.stringify([asset_id, network_id])
}

export function netOf(entries: readonly Entry<MovementKind>[]): Decimal {
  return entries.reduce(moved, zero)
}

export function moved(held: Decimal, { kind, sum }: Entry<MovementKind>): Decimal {
  return isOutgoing(kind) ? subtract(held, sum) : add(held, sum)
}

/** A fee becomes a movement only when it is known who pays it. */
export function isFee(entry: Entry): entry is Entry<FeePart> {
  return entry.kind === 'sender' || entry.kind === 'receiver' || entry.kind === 'own'
}

export function isAmount(entry: Entry): entry is Entry<AmountKind> {
  return !isFee(entry)
}

export function createMovementLedger(): MovementLedgerWriter {
  const holdings = new Map<string, OpenHolding>()
  const faults: Fault[] = []
  const faultsOf = new Map<string, HoldingFaults>()
  const failedFees = new Map<
    string,
    FailedFees & { readonly parts: Map<FeePart, Pick<Entry, 'sum' | 'count'>> }
  >()
  const count = { read: 0, completed: 0, undated: 0, faults: 0 }

  const holdingOf = (vault_id: string | null, { asset_id, network_id }: LedgerMovement): OpenHolding => {
    const key = { vault_id, asset_id, network_id }
    const name = holdingName(key)
    const holding = holdings.get(name) ?? { key, days: new Map() }
    holdings.set(name, holding)
    return holding
  }
  const addTo = (
    { days }: OpenHolding,
    day: DayNumber | null,
    kind: EntryKind,
    counterpart: string | null,
    amount: Decimal,
    times: number,
  ) => {
    const entries = days.get(day) ?? []
    if (entries.length === 0) days.set(day, entries)
    const entry = entries.find((each) => each.kind === kind && each.counterpart === counterpart)
    if (!entry) entries.push({ kind, counterpart, sum: amount, count: times })
    else {
      entry.sum = add(entry.sum, amount)
      entry.count += times
    }
  }
  const blame = (movement: LedgerMovement, fault: Fault['fault'], times: number) => {
    const { transaction_id, asset_id, network_id } = movement
    count.faults += times
    if (faults.length < mostListed) faults.push({ transaction_id, fault })
    for (const vault_id of partiesOf(movement)) {
      const key = { vault_id, asset_id, network_id }
      const name = holdingName(key)
      faultsOf.set(name, { key, count: (faultsOf.get(name)?.count ?? 0) + times })
    }
  }

  const noteFailure = (movement: LedgerMovement, times: number) => {
    const { asset_id, network_id } = movement
    for (const { vault_id, part, fee } of effectsOf(movement).fees) {
      const key = { vault_id, asset_id, network_id }
      const name = holdingName(key)
      const noted = failedFees.get(name) ?? { key, parts: new Map() }
      const before = noted.parts.get(part) ?? { sum: zero, count: 0 }
      noted.parts.set(part, { sum: add(before.sum, fee), count: before.count + times })
      failedFees.set(name, noted)
    }
  }

  return {
    enter(movement, day, { transactions, fees: feeCount } = { transactions: 1, fees: 1 }) {
      const { status } = movement
      count.read += transactions
      if (day === null) count.undated += transactions
      const stage = status === null ? undefined : stages.get(status)
      if (stage === undefined) return blame(movement, { kind: 'unknown-status', value: status }, transactions)
      if (status === failed) noteFailure(movement, feeCount)
      if (stage !== 'done') return
      const { amounts, fees, fault } = effectsOf(movement)
      if (fault) blame(movement, fault, transactions)
      count.completed += transactions
      for (const { vault_id, kind, counterpart, amount } of amounts)
        addTo(holdingOf(vault_id, movement), day, kind, counterpart, amount, transactions)
      for (const { vault_id, part, fee } of fees)
        addTo(holdingOf(vault_id, movement), day, part, null, fee, feeCount)
    },
    book: () => ({
      holdings: [...holdings.values()],
      read: count.read,
      completed: count.completed,
      undated: count.undated,
      faults,
      faultCount: count.faults,
      faultsOf,
      failedFees,
    }),
  }
}

/** Also of a party whose type is unknown: its id may be that of a vault. */
function partiesOf({ source, destination }: LedgerMovement): ReadonlySet<string | null> {
  return new Set([
    ...(source.source_type === 'vault' || source.source_id !== null ? [source.source_id] : []),
    ...(destination.destination_type === 'vault' || destination.destination_id !== null
      ? [destination.destination_id]
      : []),
  ])
}

const failed: TransactionStatus = 'failed'

interface OpenHolding {
  readonly key: HoldingKey
  readonly days: Map<DayNumber | null, OpenEntry[]>
}

type OpenEntry = { -readonly [Name in keyof Entry]: Entry[Name] }

/** Done: it moved its amount. Underway: it has not moved anything yet. Void: it never will. */
const finalStages: Readonly<Record<Exclude<TransactionStatus, OpenStatus>, 'done' | 'void'>> = {
  completed: 'done',
  rejected: 'void',
  cancelled: 'void',
  failed: 'void',
}
const stages: ReadonlyMap<string, 'done' | 'underway' | 'void'> = new Map([
  ...openStatuses.map((status) => [status, 'underway'] as const),
  ...Object.entries(finalStages),
])

const mostListed = 1000
