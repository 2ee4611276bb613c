/**
 * What transactions explain of what vaults hold, from sums of movements, so that no transaction has to be loaded. Effects are linear: those of a
 * group of transactions are the effects of its sums.
 */
import { type Decimal, readDecimal, writeDecimal } from '../contract/decimal.ts'
import { asFields, isMissing, type Transaction, type Vault } from '../contract/normal-records.ts'
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
  const given = vaultsWithBalances(vaults)
  const { holdings, rule, networks } = proveBalances(
    bookOf(sums, changes),
    balancesOf(vaults),
    undefined,
    payment,
  )
  const balances = new Map<string, ComparedBalance>()
  for (const { key, vault, now, remainder } of holdings)
    if (vault && now && remainder && given.has(key.vault_id))
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

/** An empty list of assets says that a vault holds nothing, unless every vault's list is empty: such a service gives no balances here. */
function vaultsWithBalances(vaults: readonly Vault[]): ReadonlySet<string | null> {
  if (vaults.every(({ assets }) => assets.length === 0)) return new Set()
  const given = vaults.filter(({ received }) => !isMissing(asFields(received)?.assets))
  return new Set(given.map(({ vault_id }) => vault_id))
}
