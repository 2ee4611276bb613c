/**
 * What transactions explain of what vaults hold, from sums of movements, so that no transaction has to be loaded. Effects are linear: those of a
 * group of transactions are the effects of its sums.
 */
import { type Decimal, readDecimal, writeDecimal } from '../contract/decimal.ts'
import type { Transaction, Vault } from '../contract/normal-records.ts'
import { balancesOf } from '../ledger/balances.ts'
import {
  createMovementLedger,
  type HoldingKey,
  holdingName,
  type MovementLedger,
} from '../ledger/movement-ledger.ts'
import type { FeePayment } from '../ledger/movements.ts'
import { proveBalances } from '../ledger/prove-balances.ts'
import type { MovementSum } from '../store/sums.ts'

export interface ComparedBalance {
  readonly key: HoldingKey
  readonly vault: string
  readonly balance: Decimal
  /** What the vault holds beyond its movements. */
  readonly remainder: Decimal
}

export interface StoredBalanceProof {
  readonly payment: FeePayment
  /** Those that are given, by the names of the holdings. */
  readonly balances: ReadonlyMap<string, ComparedBalance>
}

/** Transactions that the sums do not have, and those of the sums that they replace. */
export interface MovementChanges {
  readonly added: readonly Transaction[]
  readonly replaced: readonly Transaction[]
}

/**
 * What is not given is not compared: a vault that is not listed, or has no list of assets, and a balance with a component missing. `payment` is
 * by default found by trying.
 */
export function proveStoredBalances(
  sums: readonly MovementSum[],
  vaults: readonly Vault[],
  changes: MovementChanges = { added: [], replaced: [] },
  payment?: FeePayment,
): StoredBalanceProof {
  const { holdings, rule, networks } = proveBalances(
    bookOf(sums, changes),
    balancesOf(vaults),
    undefined,
    payment,
  )
  const balances = new Map<string, ComparedBalance>()
  for (const { key, vault, now, remainder } of holdings)
    if (vault && now && remainder)
      balances.set(holdingName(key), { key, vault: vault.label, balance: now, remainder })
  return { payment: { rule, networks }, balances }
}

function bookOf(sums: readonly MovementSum[], { added, replaced }: MovementChanges): MovementLedger {
  const keeper = createMovementLedger()
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
