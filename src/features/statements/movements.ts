/**
 * The movements of one holding in a period, with what it held after each. The balance begins with that of the statement and must agree with it
 * at the end of every day: so it is known whether these are the transactions of which the statement was made.
 */
import type { DayNumber, DayRange } from '../../api/dates/day.ts'
import type { Transaction } from '../../api/records.ts'
import { type HoldingKey, netOf } from '../../books/day-book.ts'
import { effectsOf, isOutgoing, pays } from '../../books/effects.ts'
import type { SettledHolding, Settlement } from '../../books/settle.ts'
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'
import { balanceAt } from './statement.ts'

/** What one transaction did to a holding. Null where it did nothing of the kind; one may bring an amount in and take its fee out. */
export interface Movement {
  readonly day: DayNumber
  readonly transaction: Transaction
  readonly amountIn: Decimal | null
  readonly amountOut: Decimal | null
  readonly fee: Decimal | null
}

/** A movement, and what was held after it. */
export interface BalancedMovement extends Movement {
  /** Null where today's balance is not known. */
  readonly balance: Decimal | null
}

/** The movements of a period. */
export interface Movements {
  /** The first of them, the oldest first: by day, and within a day what came in before what went out, for no service tells the time. */
  readonly first: readonly BalancedMovement[]
  /** How many there are. */
  readonly count: number
  /** How many have no day in the statement: recorded since it was read, or never found on any. They are in none of the figures. */
  readonly undated: number
  /** The first day of which these are not the movements of the statement; null where they are, on every day. */
  readonly differsOn: DayNumber | null
}

/** Whose movements, and of which days. */
export interface MovementScope {
  readonly holding: SettledHolding
  readonly settlement: Pick<Settlement, 'rule' | 'networks'>
  readonly period: DayRange
  /** The day of a transaction in the statement. */
  dayOf(id: string): DayNumber | null
}

/** Takes transactions as they are read, keeps the first movements, and counts the others. */
export interface MovementCollector {
  /** Takes each transaction once, as the service lists them: the newest first. */
  add(transactions: readonly Transaction[]): void
  movements(): Movements
}

/** So many movements are kept one by one: no more fit beside everything else in memory. */
const mostMovements = 50_000

/** Collects the movements of a holding. What is no movement of it, or of another day, is left out. */
export function collectMovements(scope: MovementScope, most = mostMovements): MovementCollector {
  const { holding, period, dayOf } = scope
  const doneBy = effectOn(holding.key, scope.settlement)
  const kept: Placed[] = []
  const days = new Map<DayNumber, DayTotal>()
  let seen = 0
  let count = 0
  let undated = 0

  const cut = () => {
    kept.sort(inOrder)
    kept.splice(most)
  }
  const take = (transaction: Transaction) => {
    const effect = doneBy(transaction)
    if (effect === null) return
    const { entries, ...moved } = effect
    const day = transaction.transaction_id === null ? null : dayOf(transaction.transaction_id)
    if (day === null) undated += 1
    if (day === null || day < period.first || day > period.last) return
    const net = subtract(moved.amountIn ?? zero, add(moved.amountOut ?? zero, moved.fee ?? zero))
    const before = days.get(day) ?? noTotal
    days.set(day, { net: add(before.net, net), entries: before.entries + entries })
    count += 1
    kept.push({ day, transaction, ...moved, net, place: seen++ })
    if (kept.length >= 2 * most) cut()
  }
  return {
    add: (transactions) => transactions.forEach(take),
    movements() {
      cut()
      let balance = balanceAt(holding, period.first - 1)
      return {
        first: kept.map(({ net, place: _, ...movement }) => {
          balance = balance && add(balance, net)
          return { ...movement, balance }
        }),
        count,
        undated,
        differsOn: firstDifference(days, holding, period),
      }
    },
  }
}

interface Placed extends Movement {
  readonly net: Decimal
  /** When it came, among all. */
  readonly place: number
}

/** What the movements of a day come to, and of how many amounts and fees. */
interface DayTotal {
  readonly net: Decimal
  readonly entries: number
}

const noTotal: DayTotal = { net: zero, entries: 0 }

function inOrder(one: Placed, other: Placed): number {
  return (
    one.day - other.day ||
    Number(one.net.digits < 0n) - Number(other.net.digits < 0n) ||
    other.place - one.place
  )
}

/** What a transaction does to a holding, and in how many amounts and fees; null for nothing. */
function effectOn(key: HoldingKey, settlement: MovementScope['settlement']) {
  const { rule } = settlement
  const isForOthers = paysForOthers(key, settlement)
  const isHere = (effect: { readonly vault_id: string | null }) => effect.vault_id === key.vault_id
  return (transaction: Transaction) => {
    if (transaction.status !== 'completed' || transaction.network_id !== key.network_id) return null
    const { amounts, fees } = effectsOf(transaction)
    const isAsset = transaction.asset_id === key.asset_id
    const isPayer = rule.asset === 'transaction' ? isAsset : isForOthers
    const moved = amounts.filter((each) => isAsset && isHere(each))
    const paid = fees.filter((each) => isPayer && isHere(each) && pays(rule, each.part))
    if (moved.length + paid.length === 0) return null
    return {
      entries: moved.length + paid.length,
      amountIn: sumOf(moved.filter(({ kind }) => !isOutgoing(kind)).map(({ amount }) => amount)),
      amountOut: sumOf(moved.filter(({ kind }) => isOutgoing(kind)).map(({ amount }) => amount)),
      fee: sumOf(paid.map(({ fee }) => fee)),
    }
  }
}

/** Whether a holding pays the fees of other assets too, as the one in which its network takes them. */
export function paysForOthers(
  { asset_id, network_id }: HoldingKey,
  { rule, networks }: MovementScope['settlement'],
): boolean {
  return (
    rule.asset === 'network' &&
    asset_id !== null &&
    networks.some((each) => each.network_id === network_id && each.asset_id === asset_id)
  )
}

function sumOf(amounts: readonly Decimal[]): Decimal | null {
  return amounts.length === 0 ? null : amounts.reduce(add)
}

/** The first day on which movements are not those of the statement, by their number or what they come to. */
function firstDifference(
  days: ReadonlyMap<DayNumber, DayTotal>,
  holding: SettledHolding,
  { first, last }: DayRange,
): DayNumber | null {
  const settled = new Map(
    holding.days.flatMap(({ day, entries }): [DayNumber, DayTotal][] =>
      day === null || day < first || day > last
        ? []
        : [[day, { net: netOf(entries), entries: entries.reduce((sum, { count }) => sum + count, 0) }]],
    ),
  )
  const differing = [...new Set([...days.keys(), ...settled.keys()])].filter((day) => {
    const [one, other] = [days.get(day) ?? noTotal, settled.get(day) ?? noTotal]
    return one.entries !== other.entries || subtract(one.net, other.net).digits !== 0n
  })
  return differing.length === 0 ? null : differing.reduce((one, other) => Math.min(one, other))
}
