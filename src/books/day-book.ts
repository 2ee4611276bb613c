/**
 * Adds up the movements of holdings by day while transactions are read. It does not keep the transactions, so memory grows with holdings
 * and days. Fees are kept apart by the vault's part in them until it is known who pays.
 */
import type { DayNumber } from '../contract/day.ts'
import { add, type Decimal, subtract, zero } from '../contract/decimal.ts'
import { type OpenStatus, openStatuses, type TransactionStatus } from '../contract/enumerations.ts'
import {
  type AmountKind,
  type EffectFault,
  effectsOf,
  type FeePart,
  isOutgoing,
  type MovementKind,
} from './effects.ts'
import { type BookedTransaction, dayWithin, type TimeSpan } from './transaction-table.ts'

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
export interface BookedHolding {
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

export interface OpenTransaction {
  readonly transaction: BookedTransaction
  readonly day: DayNumber | null
}

export interface DayBook {
  readonly holdings: readonly BookedHolding[]
  /** `undated` counts transactions of every status. */
  readonly read: number
  readonly completed: number
  readonly undated: number
  /** Only the first faults are listed; `faultCount` counts all. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  /** Counts of faults that may touch a holding, by its name: those of transactions of its asset whose party is its vault. */
  readonly faultsOf: ReadonlyMap<string, HoldingFaults>
  /** Listed in full: only a small part of a ledger is in flight. */
  readonly inFlight: readonly OpenTransaction[]
}

export interface DayBookKeeper {
  enter(transaction: BookedTransaction, day: DayNumber | null, span: TimeSpan): void
  book(): DayBook
}

export function holdingName({ vault_id, asset_id, network_id }: HoldingKey): string {
  return JSON.stringify([vault_id, asset_id, network_id])
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

export function createDayBook(): DayBookKeeper {
  const holdings = new Map<string, OpenHolding>()
  const faults: Fault[] = []
  const faultsOf = new Map<string, HoldingFaults>()
  const inFlight: OpenTransaction[] = []
  const count = { read: 0, completed: 0, undated: 0, faults: 0 }

  const holdingOf = (vault_id: string | null, { asset_id, network_id }: BookedTransaction): OpenHolding => {
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
  ) => {
    const entries = days.get(day) ?? []
    if (entries.length === 0) days.set(day, entries)
    const entry = entries.find((each) => each.kind === kind && each.counterpart === counterpart)
    if (!entry) entries.push({ kind, counterpart, sum: amount, count: 1 })
    else {
      entry.sum = add(entry.sum, amount)
      entry.count += 1
    }
  }
  const blame = (transaction: BookedTransaction, fault: Fault['fault']) => {
    const { transaction_id, asset_id, network_id } = transaction
    count.faults += 1
    if (faults.length < mostListed) faults.push({ transaction_id, fault })
    for (const vault_id of partiesOf(transaction)) {
      const key = { vault_id, asset_id, network_id }
      const name = holdingName(key)
      faultsOf.set(name, { key, count: (faultsOf.get(name)?.count ?? 0) + 1 })
    }
  }

  return {
    enter(transaction, day, span) {
      const { status } = transaction
      count.read += 1
      if (day === null) count.undated += 1
      const stage = status === null ? undefined : stages.get(status)
      if (stage === undefined) return blame(transaction, { kind: 'unknown-status', value: status })
      if (stage === 'void') return
      if (stage === 'underway') {
        inFlight.push({ transaction, day: dayWithin(span) })
        return
      }
      const { amounts, fees, fault } = effectsOf(transaction)
      if (fault) blame(transaction, fault)
      count.completed += 1
      for (const { vault_id, kind, counterpart, amount } of amounts)
        addTo(holdingOf(vault_id, transaction), day, kind, counterpart, amount)
      for (const { vault_id, part, fee } of fees)
        addTo(holdingOf(vault_id, transaction), day, part, null, fee)
    },
    book: () => ({
      holdings: [...holdings.values()],
      read: count.read,
      completed: count.completed,
      undated: count.undated,
      faults,
      faultCount: count.faults,
      faultsOf,
      inFlight,
    }),
  }
}

/** Also of a party whose type is unknown: its id may be that of a vault. */
function partiesOf({ source, destination }: BookedTransaction): ReadonlySet<string | null> {
  return new Set([
    ...(source.source_type === 'vault' || source.source_id !== null ? [source.source_id] : []),
    ...(destination.destination_type === 'vault' || destination.destination_id !== null
      ? [destination.destination_id]
      : []),
  ])
}

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

/** False for an unknown status. */
export function isFinal(status: string | null): boolean {
  const stage = stages.get(status ?? '')
  return stage === 'done' || stage === 'void'
}

const mostListed = 1000
