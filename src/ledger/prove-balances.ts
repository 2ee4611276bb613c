/** No specification says who pays fees, so each rule is tried. The one that leaves exactly zero in the most holdings is taken. */
import type { DayNumber } from '../contract/day.ts'
import { add, type Decimal, subtract, sum, zero } from '../contract/decimal.ts'
import { feeAssetOf, paidFeeAsset } from '../contract/fee-asset.ts'
import { balanceIn, type VaultBalances, type VaultName } from './balances.ts'
import { chargedFee, type FeePart, type FeeRule, feeRules, type MovementKind, pays } from './effects.ts'
import { groupBy } from './group-by.ts'
import {
  type Entry,
  type HoldingKey,
  holdingName,
  isAmount,
  isFee,
  type LedgerHolding,
  type MovementLedger,
  moved,
  netOf,
} from './movement-ledger.ts'

export interface HoldingProof {
  readonly key: HoldingKey
  readonly network_name: string | null
  readonly vault: VaultName | null
  /** The latest balance; null if it is not a decimal. */
  readonly now: Decimal | null
  readonly unreadable: readonly string[]
  /** With the fees that it pays; null is the day of entries without one. */
  readonly days: readonly HoldingDay[]
  /** The balance minus all movements: zero if they explain it. */
  readonly remainder: Decimal | null
  /** Null if the balance is settled: two readings agree on what movements do not explain of it. */
  readonly change: BalanceChange | null
  /** The fees that it would have paid of failed transactions, which are no movements; null without any. */
  readonly failedFees: Pick<Entry, 'sum' | 'count'> | null
  readonly entries: number
  readonly undated: number
  /** Counts transactions that could not be counted in full, and that are of this holding or may have a fee that it pays. */
  readonly faults: number
  /** The last day that ended below zero. */
  readonly belowZero: { readonly day: DayNumber; readonly balance: Decimal } | null
}

export interface HoldingDay {
  readonly day: DayNumber | null
  readonly entries: readonly Entry<MovementKind>[]
}

/** `readAt` is ISO 8601 UTC. */
export interface BalanceChange {
  readonly before: { readonly balance: Decimal; readonly readAt: string }
  readonly after: { readonly balance: Decimal; readonly readAt: string }
}

export interface BalanceProof {
  readonly rule: FeeRule
  /** Only networks on which a vault pays fees. */
  readonly networks: readonly NetworkFees[]
  /** True if completed transactions have fees. */
  readonly hasFees: boolean
  readonly holdings: readonly HoldingProof[]
}

export interface NetworkFees {
  readonly network_id: string | null
  readonly asset_id: string | null
  /** True if it was found by trying: the only evidence is that it leaves zero in more holdings than any other asset. */
  readonly isFound: boolean
  /** Set where no balance that pays such fees is explained, so that nothing confirms the rule. */
  readonly isAssumed?: true
}

/** `changes`: of balances that are not settled, by the names of holdings. `payment` says who pays fees; by default this is found by trying. */
export function proveBalances(
  book: MovementLedger,
  latest: VaultBalances,
  changes: ReadonlyMap<string, BalanceChange> = new Map(),
  payment?: Pick<BalanceProof, 'rule' | 'networks'>,
): BalanceProof {
  const accounts = accountsOf(book, latest)
  const { rule, networks } = payment ?? ruleFor(accounts)
  const assetOf = new Map(networks.map(({ network_id, asset_id }) => [network_id, asset_id]))
  const payers = paidBy(accounts, rule, (network_id) => assetOf.get(network_id) ?? null)
  const vaults = new Map(latest.vaults.map((vault) => [vault.vault_id, vault]))
  const failedFees = failedFeesOf(book, { rule, networks })
  const faults = faultsOf(book, (network_id) => assetOf.get(network_id) ?? feeAssetOf(network_id))
  const others = withoutAccount(payers, accounts).map((account) => ({
    ...account,
    now: balanceIn(latest, account.name, account.key.vault_id),
  }))
  const all = [...accounts, ...others]
  const paidFor = ({ name }: Account) => payers.get(name)?.accounts ?? []
  const confirming = all.filter(
    (account) =>
      payers.has(account.name) && remainderOf(account, chargedIn(paidFor(account), rule))?.digits === 0n,
  )
  const confirmed = new Set(confirming.map(({ key }) => key.network_id))
  return {
    rule,
    networks: networks.map(({ network_id, asset_id, isFound }) => ({
      ...{ network_id, asset_id, isFound },
      ...(!confirmed.has(network_id) && { isAssumed: true }),
    })),
    hasFees: accounts.some(({ fees }) => fees.size > 0),
    holdings: all.map((account): HoldingProof => {
      const { name, key, booked, now } = account
      const paid = paidFor(account)
      const remainder = remainderOf(account, chargedIn(paid, rule))
      const days = daysOf(booked, paid, rule)
      const { network_name = null, unreadable = [] } = latest.held.get(name) ?? {}
      return {
        ...{ key, network_name, unreadable, now, days, remainder },
        vault: vaults.get(key.vault_id) ?? null,
        change: changes.get(name) ?? null,
        failedFees: failedFees.get(name) ?? null,
        entries: entriesIn(days),
        undated: entriesIn(days.filter(({ day }) => day === null)),
        faults: faults.get(name) ?? 0,
        belowZero: now && belowZero(now, days),
      }
    }),
  }
}

function failedFeesOf(
  book: MovementLedger,
  payment: Pick<BalanceProof, 'rule' | 'networks'>,
): ReadonlyMap<string, Pick<Entry, 'sum' | 'count'>> {
  const all = new Map<string, Pick<Entry, 'sum' | 'count'>>()
  for (const { key, parts } of book.failedFees.values()) {
    const name = holdingName({ ...key, asset_id: paidFeeAsset(payment, key) })
    for (const [part, { sum, count }] of parts) {
      if (!pays(payment.rule, part)) continue
      const before = all.get(name) ?? { sum: zero, count: 0 }
      all.set(name, { sum: add(before.sum, chargedFee(payment.rule, sum)), count: before.count + count })
    }
  }
  return all
}

function entriesIn(days: readonly HoldingDay[]): number {
  return days.flatMap(({ entries }) => entries).reduce((sum, { count }) => sum + count, 0)
}

/** The fee of such a transaction may be paid in the network's own asset. */
function faultsOf(
  book: MovementLedger,
  assetOf: (network_id: string | null) => string | null,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { key, count } of book.faultsOf.values()) {
    const asset_id = assetOf(key.network_id) ?? key.asset_id
    for (const name of new Set([holdingName(key), holdingName({ ...key, asset_id })]))
      counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return counts
}

/** Totals before it is known who pays fees. */
interface Account {
  readonly name: string
  readonly key: HoldingKey
  readonly booked: LedgerHolding | null
  readonly now: Decimal | null
  readonly net: Decimal
  readonly fees: ReadonlyMap<FeePart, Decimal>
}

function accountsOf(book: MovementLedger, latest: VaultBalances): readonly Account[] {
  const booked = new Map(book.holdings.map((holding) => [holdingName(holding.key), holding]))
  const keys = new Map([...booked, ...latest.held].map(([name, { key }]) => [name, key]))
  return [...keys].map(([name, key]) => {
    const holding = booked.get(name) ?? null
    const fees = new Map<FeePart, Decimal>()
    let net = zero
    for (const entries of holding?.days.values() ?? [])
      for (const entry of entries)
        if (isFee(entry)) fees.set(entry.kind, add(fees.get(entry.kind) ?? zero, entry.sum))
        else if (isAmount(entry)) net = moved(net, entry)
    return { name, key, booked: holding, now: balanceIn(latest, name, key.vault_id), net, fees }
  })
}

/** If several rules are equally good, the likeliest wins. */
function ruleFor(accounts: readonly Account[]): Pick<BalanceProof, 'rule' | 'networks'> {
  const networks = [...groupBy(accounts, ({ key }) => key.network_id)]
  const sums = accounts.flatMap(({ fees }) => [...fees.values()])
  const areNegative = sums.length > 0 && sums.every(({ digits }) => digits < 0n)
  const tried = feeRules.map((each) => {
    const rule: FeeRule = areNegative ? { ...each, isNegative: true } : each
    const fees = networks.map(([network_id, members]) => feesOf(network_id, members, rule))
    return {
      rule,
      networks: fees,
      unexplained: fees.reduce((sum, { unexplained }) => sum + unexplained, 0),
    }
  })
  const { rule, networks: fees } = tried.reduce((best, each) =>
    each.unexplained < best.unexplained ? each : best,
  )
  return {
    rule,
    networks: fees
      .filter(({ hasFees }) => hasFees)
      .map(({ network_id, asset_id, isFound }) => ({ network_id, asset_id, isFound })),
  }
}

/** Also counts the holdings that this asset leaves unexplained. */
function feesOf(network_id: string | null, members: readonly Account[], rule: FeeRule) {
  const unexplainedWith = (asset_id: string | null) => {
    const paid = paidBy(members, rule, () => asset_id)
    const unexplained = members.filter(
      (member) => remainderOf(member, chargedIn(paid.get(member.name)?.accounts ?? [], rule))?.digits !== 0n,
    )
    return unexplained.length + withoutAccount(paid, members).length
  }
  const hasFees = chargedIn(members, rule).digits !== 0n
  const assets = new Set(members.map(({ key }) => key.asset_id))
  const proposed = feeAssetOf(network_id)
  const proposal = {
    network_id,
    hasFees,
    asset_id: proposed,
    isFound: false,
    unexplained: unexplainedWith(proposed),
  }
  if (!hasFees || rule.asset === 'transaction' || assets.has(proposed)) return proposal
  const tried = [...assets].map((asset_id) => ({
    ...proposal,
    asset_id,
    isFound: true,
    unexplained: unexplainedWith(asset_id),
  }))
  return tried.reduce((best, each) => (each.unexplained < best.unexplained ? each : best), proposal)
}

/** A holding that pays fees, and the holdings for whose transactions it pays. */
interface Payer {
  readonly key: HoldingKey
  readonly accounts: readonly Account[]
}

/** A holding pays for its own transactions, or, as the network's own asset, for all of the vault's on that network. */
function paidBy(
  accounts: readonly Account[],
  rule: FeeRule,
  assetOf: (network_id: string | null) => string | null,
): ReadonlyMap<string, Payer> {
  const payers = new Map<string, { key: HoldingKey; accounts: Account[] }>()
  for (const account of accounts) {
    const isOwn = rule.asset === 'transaction'
    const asset_id = isOwn ? account.key.asset_id : assetOf(account.key.network_id)
    const isCharged = chargedIn([account], rule).digits !== 0n
    // If the asset is unknown, so is the payer.
    if (!isCharged || (asset_id === null && !isOwn)) continue
    const key = { ...account.key, asset_id }
    const name = holdingName(key)
    const payer = payers.get(name)
    if (payer) payer.accounts.push(account)
    else payers.set(name, { key, accounts: [account] })
  }
  return payers
}

function withoutAccount(
  payers: ReadonlyMap<string, Payer>,
  accounts: readonly Account[],
): readonly Account[] {
  const names = new Set(accounts.map(({ name }) => name))
  return [...payers]
    .filter(([name]) => !names.has(name))
    .map(([name, { key }]) => ({ name, key, booked: null, now: zero, net: zero, fees: new Map() }))
}

function chargedIn(accounts: readonly Account[], rule: FeeRule): Decimal {
  const paid = accounts.flatMap(({ fees }) =>
    [...fees].flatMap(([part, fee]) => (pays(rule, part) ? fee : [])),
  )
  return chargedFee(rule, sum(paid))
}

function remainderOf({ now, net }: Account, fees: Decimal): Decimal | null {
  return now && subtract(now, subtract(net, fees))
}

function daysOf(
  booked: LedgerHolding | null,
  payers: readonly Account[],
  rule: FeeRule,
): readonly HoldingDay[] {
  const days = new Map<DayNumber | null, Entry<MovementKind>[]>()
  const enter = (day: DayNumber | null, entry: Entry<MovementKind>) => {
    const entries = days.get(day)
    if (entries) entries.push(entry)
    else days.set(day, [entry])
  }
  for (const [day, entries] of booked?.days ?? [])
    for (const entry of entries) if (isAmount(entry)) enter(day, entry)
  for (const { booked: payer } of payers)
    for (const [day, entries] of payer?.days ?? [])
      for (const entry of entries)
        if (isFee(entry) && pays(rule, entry.kind))
          enter(day, { ...entry, kind: 'fees', sum: chargedFee(rule, entry.sum) })
  return [...days]
    .map(([day, entries]) => ({ day, entries }))
    .sort((one, other) => (other.day ?? -Infinity) - (one.day ?? -Infinity))
}

function belowZero(now: Decimal, days: readonly HoldingDay[]): HoldingProof['belowZero'] {
  let balance = now
  for (const { day, entries } of days) {
    if (day === null) return null
    if (balance.digits < 0n) return { day, balance }
    balance = subtract(balance, netOf(entries))
  }
  return null
}
