/** The movements of one holding in a period, with what it held after each: of the books of which the statement is made, so that both agree. */
import type { DayNumber, DayRange } from '../../api/dates/day.ts'
import type { HoldingKey } from '../../books/day-book.ts'
import { effectsOf, isOutgoing, pays } from '../../books/effects.ts'
import type { SettledHolding, Settlement } from '../../books/settle.ts'
import {
  type BookedTransaction,
  eachTransaction,
  type TransactionTable,
} from '../../books/transaction-table.ts'
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'
import { balanceAt } from './statement.ts'

/** What one transaction did to a holding. Null where it did nothing of the kind; one may bring an amount in and take its fee out. */
export interface Movement {
  readonly day: DayNumber
  readonly transaction: BookedTransaction
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
  /** How many have no day, and so are in none of the figures. */
  readonly undated: number
}

/** Whose movements, of which transactions and days. */
export interface MovementScope {
  readonly table: TransactionTable
  readonly holding: SettledHolding
  readonly settlement: Pick<Settlement, 'rule' | 'networks'>
  readonly period: DayRange
}

/** So many movements are kept one by one: no more fit beside everything else in memory. */
const mostMovements = 50_000

/** The movements of a holding. The books have the newest transaction first. */
export function movementsOf(
  { table, holding, settlement, period }: MovementScope,
  most = mostMovements,
): Movements {
  const doneBy = effectOn(holding.key, settlement)
  const kept: Placed[] = []
  let count = 0
  let undated = 0
  const cut = () => {
    kept.sort(inOrder)
    kept.splice(most)
  }
  eachTransaction(table, (transaction, day) => {
    if (day !== null && (day < period.first || day > period.last)) return
    const moved = doneBy(transaction)
    if (moved === null) return
    if (day === null) {
      undated += 1
      return
    }
    const net = subtract(moved.amountIn ?? zero, add(moved.amountOut ?? zero, moved.fee ?? zero))
    kept.push({ day, transaction, ...moved, net, place: count })
    count += 1
    if (kept.length >= 2 * most) cut()
  })
  cut()
  let balance = balanceAt(holding, period.first - 1)
  return {
    first: kept.map(({ net, place: _, ...movement }) => {
      balance = balance && add(balance, net)
      return { ...movement, balance }
    }),
    count,
    undated,
  }
}

interface Placed extends Movement {
  readonly net: Decimal
  /** When it came, among all. */
  readonly place: number
}

function inOrder(one: Placed, other: Placed): number {
  return (
    one.day - other.day ||
    Number(one.net.digits < 0n) - Number(other.net.digits < 0n) ||
    other.place - one.place
  )
}

/** What a transaction does to a holding; null for nothing. */
function effectOn(key: HoldingKey, settlement: MovementScope['settlement']) {
  const { rule } = settlement
  const isForOthers = paysForOthers(key, settlement)
  const isHere = (effect: { readonly vault_id: string | null }) => effect.vault_id === key.vault_id
  return (transaction: BookedTransaction) => {
    if (transaction.status !== 'completed' || transaction.network_id !== key.network_id) return null
    const { amounts, fees } = effectsOf(transaction)
    const isAsset = transaction.asset_id === key.asset_id
    const isPayer = rule.asset === 'transaction' ? isAsset : isForOthers
    const moved = amounts.filter((each) => isAsset && isHere(each))
    const paid = fees.filter((each) => isPayer && isHere(each) && pays(rule, each.part))
    if (moved.length + paid.length === 0) return null
    return {
      amountIn: sumOf(moved.filter(({ kind }) => !isOutgoing(kind)).map(({ amount }) => amount)),
      amountOut: sumOf(moved.filter(({ kind }) => isOutgoing(kind)).map(({ amount }) => amount)),
      fee: sumOf(paid.map(({ fee }) => fee)),
    }
  }
}

/** Whether a holding pays the fees of other assets too, as the one in which its network takes them. */
function paysForOthers(
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
