/**
 * The movements of holdings by day, added up while transactions are read: what they were read from is not kept, so that memory grows with
 * holdings and days and not with transactions. Fees are kept apart, by the part that each vault has in them, until it is known who pays.
 */
import type { DayNumber } from '../api/dates/day.ts'
import { add, type Decimal, subtract, zero } from '../contract/decimal.ts'
import type { TransactionStatus } from '../contract/enumerations.ts'
import {
  type AmountKind,
  type EffectFault,
  effectsOf,
  type FeePart,
  isOutgoing,
  type MovementKind,
} from './effects.ts'
import { innerMap } from './grouped.ts'
import type { BookedTransaction } from './transaction-table.ts'

/** One asset on one network in one vault. A service may leave any of them out. */
export interface HoldingKey {
  readonly vault_id: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
}

/** What was added up of one kind. Not signed. */
export interface Entry<Kind = EntryKind> {
  readonly kind: Kind
  /** The other vault, of a movement between own vaults. */
  readonly counterpart: string | null
  readonly sum: Decimal
  /** Of how many amounts or fees. */
  readonly count: number
}

/** Amounts by kind, and fees by the part that a vault has in them. */
export type EntryKind = AmountKind | FeePart

/** One holding: what was added up on each day; null is the day of transactions for which none was found. */
export interface BookedHolding {
  readonly key: HoldingKey
  readonly days: ReadonlyMap<DayNumber | null, readonly Entry[]>
}

/** A transaction that does nothing, or not all that it should, because of what it carries. */
export interface Fault {
  readonly transaction_id: string | null
  readonly fault: EffectFault | { readonly kind: 'unknown-status'; readonly value: string | null }
}

/** A transaction that has moved nothing yet. */
export interface OpenTransaction {
  readonly transaction: BookedTransaction
  /** The day on which it was recorded; null where none was found. */
  readonly day: DayNumber | null
}

/** Everything that transactions say about holdings. */
export interface DayBook {
  readonly holdings: readonly BookedHolding[]
  /** Transactions that were entered: all of them, those that are completed, and those without a day, whatever their status. */
  readonly read: number
  readonly completed: number
  readonly undated: number
  /** The first of the faults, and how many there are. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  /** What is in flight: little of a ledger is. */
  readonly inFlight: readonly OpenTransaction[]
}

/** A book that is being filled. */
export interface DayBookKeeper {
  enter(transaction: BookedTransaction, day: DayNumber | null): void
  book(): DayBook
}

/** One text for a holding. */
export function holdingName({ vault_id, asset_id, network_id }: HoldingKey): string {
  return JSON.stringify([vault_id, asset_id, network_id])
}

/** What entries come to: what came in without what went out. */
export function netOf(entries: readonly Entry<MovementKind>[]): Decimal {
  return entries.reduce(moved, zero)
}

/** What is held after an entry. */
export function moved(held: Decimal, { kind, sum }: Entry<MovementKind>): Decimal {
  return isOutgoing(kind) ? subtract(held, sum) : add(held, sum)
}

/** Whether an entry is a fee, and not yet a movement: who pays it is not known. */
export function isFee(entry: Entry): entry is Entry<FeePart> {
  return entry.kind === 'sender' || entry.kind === 'receiver' || entry.kind === 'own'
}

/** Whether an entry is an amount. */
export function isAmount(entry: Entry): entry is Entry<AmountKind> {
  return !isFee(entry)
}

/** An empty book. */
export function createDayBook(): DayBookKeeper {
  const holdings: OpenHolding[] = []
  const byVault = new Map<string | null, Map<string | null, Map<string | null, OpenHolding>>>()
  const faults: Fault[] = []
  const inFlight: OpenTransaction[] = []
  const count = { read: 0, completed: 0, undated: 0, faults: 0 }

  const holdingOf = (vault_id: string | null, { asset_id, network_id }: BookedTransaction): OpenHolding => {
    const ofAsset = innerMap(innerMap(byVault, vault_id), asset_id)
    const known = ofAsset.get(network_id)
    if (known) return known
    const holding = { key: { vault_id, asset_id, network_id }, days: new Map() }
    holdings.push(holding)
    ofAsset.set(network_id, holding)
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
  const blame = (fault: Fault) => {
    count.faults += 1
    if (faults.length < mostListed) faults.push(fault)
  }

  return {
    enter(transaction, day) {
      const { status } = transaction
      count.read += 1
      if (day === null) count.undated += 1
      const stage = status === null ? undefined : stages.get(status)
      if (stage === undefined)
        return blame({
          transaction_id: transaction.transaction_id,
          fault: { kind: 'unknown-status', value: status },
        })
      if (stage === 'void') return
      if (stage === 'underway') {
        inFlight.push({ transaction, day })
        return
      }
      const { amounts, fees, fault } = effectsOf(transaction)
      if (fault) blame({ transaction_id: transaction.transaction_id, fault })
      count.completed += 1
      for (const { vault_id, kind, counterpart, amount } of amounts)
        addTo(holdingOf(vault_id, transaction), day, kind, counterpart, amount)
      for (const { vault_id, part, fee } of fees)
        addTo(holdingOf(vault_id, transaction), day, part, null, fee)
    },
    book: () => ({
      holdings,
      read: count.read,
      completed: count.completed,
      undated: count.undated,
      faults,
      faultCount: count.faults,
      inFlight,
    }),
  }
}

interface OpenHolding {
  readonly key: HoldingKey
  readonly days: Map<DayNumber | null, OpenEntry[]>
}

type OpenEntry = { -readonly [Name in keyof Entry]: Entry[Name] }

/** How far each status has come: it has moved its amount, has moved nothing yet, or never will. */
const stageOf: Readonly<Record<TransactionStatus, 'done' | 'underway' | 'void'>> = {
  pending: 'underway',
  processing: 'underway',
  confirming: 'underway',
  completed: 'done',
  rejected: 'void',
  cancelled: 'void',
  failed: 'void',
}
const stages: ReadonlyMap<string, (typeof stageOf)[TransactionStatus]> = new Map(Object.entries(stageOf))

/** Whether a transaction has come to its end, as far as its status is known. */
export function isFinal(status: string | null): boolean {
  const stage = stages.get(status ?? '')
  return stage === 'done' || stage === 'void'
}

/** What is listed one by one; of more only the number is known. */
const mostListed = 1000
