/**
 * Proves what vaults hold from sums of movements, so that no transaction has to be loaded. Effects are linear: those of a group of
 * transactions are the effects of its sums.
 */

import { readDecimal, writeDecimal } from '../contract/decimal.ts'
import { asFields, isMissing, type Transaction, type Vault } from '../contract/normal-records.ts'
import { balancesOf } from '../settlement/balances.ts'
import { createDayBook, type DayBook, holdingName } from '../settlement/day-book.ts'
import { settle } from '../settlement/settle.ts'
import type { MovementSum } from '../store/sums.ts'

export interface UnexplainedBalance {
  readonly asset_id: string | null
  readonly network_id: string | null
  /** The vault's name, or its id. */
  readonly vault: string
  /** What the vault holds beyond its movements, as decimal text. */
  readonly remainder: string
}

export interface BalanceProof {
  /** How many balances were given, and could be compared. */
  readonly compared: number
  readonly unexplained: ReadonlyMap<string, UnexplainedBalance>
}

/** Transactions that the sums do not have, and those of the sums that they replace. */
export interface MovementChanges {
  readonly added: readonly Transaction[]
  readonly replaced: readonly Transaction[]
}

/** What is not given is not compared: a vault that is not listed, or has no list of assets, and a balance with a component missing. */
export function proveBalances(
  sums: readonly MovementSum[],
  vaults: readonly Vault[],
  changes: MovementChanges = { added: [], replaced: [] },
): BalanceProof {
  const balances = balancesOf(vaults, '')
  const given = vaultsWithBalances(vaults)
  const unexplained = new Map<string, UnexplainedBalance>()
  let compared = 0
  for (const { key, vault, remainder } of settle(bookOf(sums, changes), balances).holdings) {
    if (vault === null || remainder === null || !given.has(key.vault_id)) continue
    compared += 1
    if (remainder.digits === 0n) continue
    const { asset_id, network_id } = key
    unexplained.set(holdingName(key), {
      asset_id,
      network_id,
      vault: vault.label,
      remainder: writeDecimal(remainder),
    })
  }
  return { compared, unexplained }
}

function bookOf(sums: readonly MovementSum[], { added, replaced }: MovementChanges): DayBook {
  const keeper = createDayBook()
  for (const sum of sums) keeper.enter(sum, null, { transactions: sum.count, fees: sum.feeCount })
  for (const movement of [...added, ...replaced.map(reversed)]) keeper.enter(movement, null)
  return keeper.book()
}

function reversed(transaction: Transaction): Transaction {
  return { ...transaction, amount: negative(transaction.amount), fee: negative(transaction.fee) }
}

function negative(text: string | null): string | null {
  const value = readDecimal(text)
  return value === null ? text : writeDecimal({ ...value, digits: -value.digits })
}

/** An empty list of assets says that a vault holds nothing, unless every vault's list is empty: such a service gives no balances here. */
function vaultsWithBalances(vaults: readonly Vault[]): ReadonlySet<string | null> {
  if (vaults.every(({ assets }) => assets.length === 0)) return new Set()
  const given = vaults.filter(({ received }) => !isMissing(asFields(received)?.assets))
  return new Set(given.map(({ vault_id }) => vault_id))
}

/** Balances that were explained before, or not there, and are not explained now. */
export function lostProofs(before: BalanceProof, after: BalanceProof): readonly UnexplainedBalance[] {
  return [...after.unexplained].flatMap(([name, balance]) => (before.unexplained.has(name) ? [] : balance))
}

export function unexplainedSentence([example, ...others]: readonly UnexplainedBalance[]): string | null {
  if (!example) return null
  const { asset_id, vault, remainder } = example
  const holding = `The balance of ${asset_id ?? 'an asset without an id'} in ${vault} differs by ${remainder} from what its transactions add up to`
  return others.length === 0
    ? `${holding}.`
    : `${holding}, and so ${others.length === 1 ? 'does 1 other' : `do ${others.length} others`}.`
}
