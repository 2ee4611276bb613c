/**
 * From what transactions say and what vaults hold today to a past that can be relied on. Whatever rule a service has for its fees, all
 * that moved, taken back from today's balance, must leave exactly zero: before its first transaction a vault held nothing. The rule that
 * leaves zero in the most holdings is used, and a holding where it leaves anything else is not proved.
 */
import type { DayNumber } from '../../api/dates/day.ts'
import { type Decimal, subtract } from '../../contract/decimal.ts'
import type { Balances, VaultName } from './balances.ts'
import { type Book, type BookedHolding, type Entry, type HoldingKey, isAmount, isFee, netOf } from './book.ts'
import { type FeeRule, type MovementKind, pays } from './effects.ts'
import { type Account, chargedIn, type Explanation, explain, isExplained } from './fees.ts'

/** One holding with its whole past. */
export interface SettledHolding {
  readonly key: HoldingKey
  /** Null where the service lists no such vault. */
  readonly vault: VaultName | null
  /** Today's balance; null where it is no decimal. */
  readonly now: Decimal | null
  /** What it was moved by each day, fees where they belong. Newest first; null is the day of what has none. */
  readonly days: readonly SettledDay[]
  /** What all movements leave of today's balance: zero where they explain it. */
  readonly remainder: Decimal | null
  /** Whether its balance was another one when it was read again, and neither is explained. */
  readonly hasChanged: boolean
  /** Amounts and fees: of all days, and of those that have none. */
  readonly entries: number
  readonly undated: number
  /** The last day at whose end it stood below zero. */
  readonly belowZero: { readonly day: DayNumber; readonly balance: Decimal } | null
}

/** The movements of one day. */
export interface SettledDay {
  readonly day: DayNumber | null
  readonly entries: readonly Entry<MovementKind>[]
}

/** The past of all holdings, under the rule for fees that explains it best. */
export interface Settlement extends Pick<Explanation, 'rule' | 'networks'> {
  readonly holdings: readonly SettledHolding[]
}

/**
 * Settles a book against balances that were read before and after it. A holding whose balance changed meanwhile is taken as it stood
 * where the movements explain it.
 */
export function settle(book: Book, before: Balances, after: Balances): Settlement {
  const { rule, networks, accounts } = explain(book, before, after)
  const vaults = new Map(after.vaults.map((vault) => [vault.vault_id, vault]))
  return {
    rule,
    networks,
    holdings: accounts.map(({ account, pays: payers }) =>
      settled(account, payers, rule, vaults.get(account.key.vault_id) ?? null),
    ),
  }
}

function settled(
  { key, booked, before, after, net }: Account,
  payers: readonly Account[],
  rule: FeeRule,
  vault: VaultName | null,
): SettledHolding {
  const fees = chargedIn(payers, rule)
  const now = isExplained({ before, after: null, net }, fees) ? before : after
  const remainder = now && subtract(now, subtract(net, fees))
  const isSame = before && after ? subtract(before, after).digits === 0n : before === after
  const days = daysOf(booked, payers, rule)
  const count = (counted: readonly SettledDay[]) =>
    counted.flatMap(({ entries }) => entries).reduce((sum, entry) => sum + entry.count, 0)
  return {
    key,
    vault,
    now,
    days,
    remainder,
    hasChanged: !isSame && remainder?.digits !== 0n,
    entries: count(days),
    undated: count(days.filter(({ day }) => day === null)),
    belowZero: now && belowZero(now, days),
  }
}

/** Amounts of the holding itself and the fees that it pays, day by day, the newest first and what has no day last. */
function daysOf(
  booked: BookedHolding | null,
  payers: readonly Account[],
  rule: FeeRule,
): readonly SettledDay[] {
  const days = new Map<DayNumber | null, Entry<MovementKind>[]>()
  const enter = (day: DayNumber | null, entries: readonly Entry<MovementKind>[]) => {
    if (entries.length > 0) days.set(day, [...(days.get(day) ?? []), ...entries])
  }
  for (const [day, entries] of booked?.days ?? []) enter(day, entries.filter(isAmount))
  for (const { booked: payer } of payers)
    for (const [day, entries] of payer?.days ?? [])
      enter(
        day,
        entries
          .filter(isFee)
          .flatMap((entry) => (pays(rule, entry.kind) ? [{ ...entry, kind: 'fees' }] : [])),
      )
  return [...days]
    .map(([day, entries]) => ({ day, entries }))
    .sort((one, other) => (other.day ?? -Infinity) - (one.day ?? -Infinity))
}

function belowZero(now: Decimal, days: readonly SettledDay[]): SettledHolding['belowZero'] {
  let balance = now
  for (const { day, entries } of days) {
    if (day === null) return null
    if (balance.digits < 0n) return { day, balance }
    balance = subtract(balance, netOf(entries))
  }
  return null
}
