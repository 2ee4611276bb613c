/**
 * Adds up the movements of holdings by day. It takes transactions one by one, or groups of those that differ in nothing but their amounts, with
 * the sums of these: effects are linear. Fees are kept apart by the vault's part in them until it is known who pays.
 */
import type { DayNumber } from '../contract/day.ts'
import { add, type Decimal, subtract, zero } from '../contract/decimal.ts'
import { transactionStatuses } from '../contract/enumerations.ts'
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

/** One transaction, or several that differ in nothing else, with the sums of their amounts and fees. */
export type LedgerMovement = MovedTransaction &
  Pick<Transaction, 'transaction_id' | 'status' | 'asset_id' | 'network_id'>

/** How many transactions a movement is, and how many of them have a fee. */
export interface MovementSize {
  readonly transactions: number
  readonly fees: number
}

type FeeSum = Pick<Entry, 'sum' | 'count'>

export interface MovementLedger {
  readonly holdings: readonly LedgerHolding[]
  /** Only the first faults are listed; `faultCount` counts all. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  /** Counts of faults that may touch a holding, by its name: those of transactions of its asset whose party is its vault. */
  readonly faultsOf: ReadonlyMap<string, { readonly key: HoldingKey; readonly count: number }>
  /** Of failed transactions, by the names of the holdings that they were to move, and the vault's part. They are no movements. */
  readonly failedFees: ReadonlyMap<
    string,
    { readonly key: HoldingKey; readonly parts: ReadonlyMap<FeePart, FeeSum> }
  >
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

export function createMovementLedger() {
  const holdings = new Map<string, OpenHolding>()
  const faults: Fault[] = []
  const faultsOf = new Map<string, { readonly key: HoldingKey; count: number }>()
  const failedFees = new Map<string, { readonly key: HoldingKey; readonly parts: Map<FeePart, FeeSum> }>()
  let faultCount = 0

  const enterInto = (key: HoldingKey, day: DayNumber | null, { kind, counterpart, sum, count }: Entry) => {
    const name = holdingName(key)
    const holding = holdings.get(name) ?? { key, days: new Map<DayNumber | null, OpenEntry[]>() }
    holdings.set(name, holding)
    const entries = holding.days.get(day) ?? []
    holding.days.set(day, entries)
    const entry = entries.find((each) => each.kind === kind && each.counterpart === counterpart)
    if (!entry) entries.push({ kind, counterpart, sum, count })
    else {
      entry.sum = add(entry.sum, sum)
      entry.count += count
    }
  }
  const recordFault = (movement: LedgerMovement, fault: Fault['fault'], times: number) => {
    const { transaction_id, asset_id, network_id } = movement
    faultCount += times
    if (faults.length < mostListed) faults.push({ transaction_id, fault })
    for (const vault_id of partiesOf(movement)) {
      const key = { vault_id, asset_id, network_id }
      const blamed = faultsOf.get(holdingName(key)) ?? { key, count: 0 }
      blamed.count += times
      faultsOf.set(holdingName(key), blamed)
    }
  }

  return {
    enter(
      movement: LedgerMovement,
      day: DayNumber | null,
      { transactions, fees: feeCount }: MovementSize = { transactions: 1, fees: 1 },
    ): void {
      const { status, asset_id, network_id } = movement
      if (!statuses.has(status))
        recordFault(movement, { kind: 'unknown-status', value: status }, transactions)
      for (const { vault_id, part, fee } of status === 'failed' ? effectsOf(movement).fees : []) {
        const key = { vault_id, asset_id, network_id }
        const { parts } = failedFees.get(holdingName(key)) ?? { parts: new Map<FeePart, FeeSum>() }
        const before = parts.get(part) ?? { sum: zero, count: 0 }
        parts.set(part, { sum: add(before.sum, fee), count: before.count + feeCount })
        failedFees.set(holdingName(key), { key, parts })
      }
      if (status !== 'completed') return
      const { amounts, fees, fault } = effectsOf(movement)
      if (fault) recordFault(movement, fault, transactions)
      for (const { vault_id, kind, counterpart, amount: sum } of amounts)
        enterInto({ vault_id, asset_id, network_id }, day, { kind, counterpart, sum, count: transactions })
      for (const { vault_id, part: kind, fee: sum } of fees)
        enterInto({ vault_id, asset_id, network_id }, day, { kind, counterpart: null, sum, count: feeCount })
    },
    book: (): MovementLedger => ({
      holdings: [...holdings.values()],
      ...{ faults, faultCount, faultsOf, failedFees },
    }),
  }
}

const statuses: ReadonlySet<string | null> = new Set(transactionStatuses)

/** Also of a party whose type is unknown: its id may be that of a vault. */
function partiesOf({ source, destination }: LedgerMovement): ReadonlySet<string | null> {
  const { source_type, source_id } = source
  const { destination_type, destination_id } = destination
  return new Set([
    ...(source_type === 'vault' || source_id !== null ? [source_id] : []),
    ...(destination_type === 'vault' || destination_id !== null ? [destination_id] : []),
  ])
}

interface OpenHolding {
  readonly key: HoldingKey
  readonly days: Map<DayNumber | null, OpenEntry[]>
}

type OpenEntry = { -readonly [Name in keyof Entry]: Entry[Name] }

const mostListed = 1000
