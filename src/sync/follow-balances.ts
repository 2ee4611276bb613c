/**
 * Holds what vaults hold against the reading before, by what transactions do not explain of it. While the transactions are those that move a
 * balance, that stays the same. What it became in one reading alone is unsettled: a transaction may be missing, or a balance be too early.
 */

import { compare, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../contract/decimal.ts'
import type { Vault } from '../contract/normal-records.ts'
import { balanceIn, balancesOf } from '../ledger/balances.ts'
import { holdingName } from '../ledger/movement-ledger.ts'
import type { MovementSum } from '../store/sums.ts'
import type { UnprovedBalance } from '../store/unproved-balances.ts'
import { type ComparedBalance, type MovementChanges, proveStoredBalances } from './prove-balances.ts'

export interface VaultsRead {
  readonly vaults: readonly Vault[]
  /** ISO 8601 UTC. */
  readonly readAt: string
}

export interface KeptBalances extends VaultsRead {
  readonly sums: readonly MovementSum[]
  readonly unsettled: readonly UnprovedBalance[]
}

export interface FollowedBalances {
  /** In place of those that the store has. */
  readonly unsettled: readonly UnprovedBalance[]
  /** Whether some of them were not in an update before. */
  readonly isNew: boolean
  /** What two readings agree on, and transactions do not explain. */
  readonly unexplained: readonly BalanceJump[]
}

/** What transactions do not explain of a balance, before and after it changed. */
export interface BalanceJump extends Pick<ComparedBalance, 'key' | 'vault' | 'remainder'> {
  readonly before: Decimal
  /** When the balance was last what transactions explain: ISO 8601 UTC. */
  readonly since: string
}

/**
 * `changes`: transactions beyond those of the store. `isPartial`: some are known to be missing, so that nothing is told yet. Fees are paid as the
 * latest balances show: they are the better evidence.
 */
export function followBalances(
  kept: KeptBalances,
  latest: VaultsRead,
  changes: MovementChanges,
  isPartial = false,
): FollowedBalances {
  const { balances, payment } = proveStoredBalances(kept.sums, latest.vaults, changes)
  const earlier = proveStoredBalances(kept.sums, kept.vaults, undefined, payment).balances
  const open = new Map(kept.unsettled.map((balance) => [holdingName(balance), balance]))
  const unsettled = kept.unsettled.filter((balance) => !balances.has(holdingName(balance)))
  const unexplained: BalanceJump[] = []
  let isNew = false
  for (const [name, now] of balances) {
    const was = earlier.get(name) ?? unlisted
    const before = open.get(name)
    const { key, vault, balance, remainder } = now
    // A balance that was read twice, and that transactions explain now.
    const isExplained = remainder.digits === 0n && compare(balance, was.balance) === 0
    const isSettled = [was.remainder, ...remaindersOf(before, was)].some(
      (one) => compare(one, remainder) === 0,
    )
    if (!isSettled && !isExplained) {
      isNew ||= !before?.remainders
      const settledAt = { balance: writeDecimal(was.balance), readAt: kept.readAt }
      unsettled.push({
        ...key,
        before: before?.before ?? settledAt,
        after: { balance: writeDecimal(balance), readAt: latest.readAt },
        remainders: {
          before: before?.remainders?.before ?? writeDecimal(was.remainder),
          after: writeDecimal(remainder),
        },
      })
    } else if (before?.remainders) {
      const [settled = zero, agreed = zero] = decimals(before.remainders.before, before.remainders.after)
      const isConfirmed = compare(remainder, agreed) === 0 && compare(remainder, settled) !== 0
      const isEarly = isPartial || isAwaited(before, { settled, now, readAt: latest.readAt })
      if (isConfirmed && isEarly) unsettled.push(before)
      else if (isConfirmed)
        unexplained.push({ key, vault, remainder, before: settled, since: before.before.readAt })
    }
  }
  return { unsettled, isNew, unexplained }
}

/** Some services take transactions into their balances later: where one moved the holding, its balance has some time to follow. */
function isAwaited(
  { before, after }: UnprovedBalance,
  {
    settled,
    now,
    readAt,
  }: { readonly settled: Decimal; readonly now: ComparedBalance; readonly readAt: string },
): boolean {
  const [moved = zero] = decimals(before.balance).map((balance) => subtract(balance, settled))
  const isMoved = compare(subtract(now.balance, now.remainder), moved) !== 0
  return isMoved && Date.parse(readAt) - Date.parse(after.readAt) < longestLag
}

/** Milliseconds. */
const longestLag = 120_000

/** Of a holding that the reading before did not list: services leave out empty ones. */
const unlisted = { balance: zero, remainder: zero }

/** What transactions may not explain of an unsettled balance for it to be settled. */
function remaindersOf(
  unsettled: UnprovedBalance | undefined,
  was: Pick<ComparedBalance, 'balance' | 'remainder'>,
): readonly Decimal[] {
  if (unsettled === undefined) return []
  const { before, after, remainders } = unsettled
  if (remainders) return decimals(remainders.before, remainders.after)
  const moved = subtract(was.balance, was.remainder)
  return decimals(before.balance, after.balance).map((balance) => subtract(balance, moved))
}

function decimals(...texts: readonly string[]): readonly Decimal[] {
  return texts.flatMap((text) => readDecimal(text) ?? [])
}

/** What changed between two readings with all transactions read in between. Which of these came before the change, the next update shows. */
export function changedBalances(before: VaultsRead, after: VaultsRead): readonly UnprovedBalance[] {
  const [was, is] = [before, after].map(({ vaults }) => balancesOf(vaults))
  if (!was || !is) return []
  return [...new Map([...was.held, ...is.held])].flatMap(([name, { key }]) => {
    const [one, other] = [balanceIn(was, name, key.vault_id), balanceIn(is, name, key.vault_id)]
    if (!one || !other || compare(one, other) === 0) return []
    return {
      ...key,
      before: { balance: writeDecimal(one), readAt: before.readAt },
      after: { balance: writeDecimal(other), readAt: after.readAt },
      remainders: null,
    }
  })
}

export function unexplainedSentence([example, ...others]: readonly BalanceJump[]): string | null {
  if (!example) return null
  const { key, vault, before, remainder } = example
  const holding = `The balance of ${key.asset_id ?? 'an asset without an id'} in ${vault}`
  const sentence = `${holding} differs by ${writeDecimal(remainder)} from what its transactions add up to, and differed by ${writeDecimal(before)} before`
  return others.length === 0
    ? `${sentence}.`
    : `${sentence}. ${others.length === 1 ? '1 other balance has' : `${others.length} other balances have`} changed too.`
}
