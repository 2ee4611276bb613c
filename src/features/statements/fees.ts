/** Who pays fees: holdings with what they were moved by, and for how many of them a rule leaves exactly zero. */
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import type { Balances } from './balances.ts'
import {
  type Book,
  type BookedHolding,
  type HoldingKey,
  holdingName,
  isAmount,
  isFee,
  netOf,
} from './book.ts'
import { type FeePart, type FeeRule, feeRules, pays } from './effects.ts'
import { grouped } from './grouped.ts'

/** Who pays which fees. */
export interface Explanation {
  readonly rule: FeeRule
  /** Of the networks that had fees. */
  readonly networks: readonly NetworkFees[]
  /** Every holding, with those for whose transactions it pays the fees. */
  readonly accounts: readonly { readonly account: Account; readonly pays: readonly Account[] }[]
}

/** In which asset the fees of a network are paid; null where nobody knows. */
export interface NetworkFees {
  readonly network_id: string | null
  readonly asset_id: string | null
  /** Whether it was found by trying: what speaks for it is only that it leaves zero in more holdings than any other. */
  readonly isFound: boolean
}

/** The rule that leaves zero in the most holdings; of several the likeliest. */
export function explain(book: Book, before: Balances, after: Balances): Explanation {
  const accounts = accountsOf(book, before, after)
  const networks = [...grouped(accounts, ({ key }) => key.network_id)]
  const [first, ...others] = feeRules.map((rule) => {
    const fees = networks.map(([network_id, members]) => feesOf(network_id, members, rule))
    return { rule, fees, unexplained: fees.reduce((sum, { unexplained }) => sum + unexplained, 0) }
  })
  if (first === undefined) throw new Error('There is a rule for fees.')
  const { rule, fees } = others.reduce(
    (best, each) => (each.unexplained < best.unexplained ? each : best),
    first,
  )
  const assetOf = new Map(fees.map(({ network_id, asset_id }) => [network_id, asset_id]))
  const payers = paidBy(accounts, rule, (network_id) => assetOf.get(network_id) ?? null)
  return {
    rule,
    networks: fees.filter(({ hasFees }) => hasFees),
    accounts: [...accounts, ...withoutAccount(payers, accounts)].map((account) => ({
      account,
      pays: payers.get(account.name)?.accounts ?? [],
    })),
  }
}

/** A holding with its totals, before it is known who pays fees. */
export interface Account {
  readonly name: string
  readonly key: HoldingKey
  readonly booked: BookedHolding | null
  readonly before: Decimal | null
  readonly after: Decimal | null
  /** All amounts, signed. */
  readonly net: Decimal
  readonly fees: ReadonlyMap<FeePart, Decimal>
}

function accountsOf(book: Book, before: Balances, after: Balances): readonly Account[] {
  const booked = new Map(book.holdings.map((holding) => [holdingName(holding.key), holding]))
  const keys = new Map([...booked, ...before.held, ...after.held].map(([name, { key }]) => [name, key]))
  return [...keys].map(([name, key]) => {
    const holding = booked.get(name) ?? null
    const entries = [...(holding?.days.values() ?? [])].flat()
    const fees = new Map<FeePart, Decimal>()
    for (const { kind, sum } of entries.filter(isFee)) fees.set(kind, add(fees.get(kind) ?? zero, sum))
    return {
      name,
      key,
      booked: holding,
      before: heldIn(before, name),
      after: heldIn(after, name),
      net: netOf(entries.filter(isAmount)),
      fees,
    }
  })
}

/** What is not listed is taken for nothing: services leave out what is empty. */
function heldIn({ held }: Balances, name: string): Decimal | null {
  const holding = held.get(name)
  return holding ? holding.balance : zero
}

/** The asset in which the fees of a network are paid, and how many of its holdings are not explained by that. */
function feesOf(network_id: string | null, members: readonly Account[], rule: FeeRule) {
  const unexplainedWith = (asset_id: string | null) => {
    const paid = paidBy(members, rule, () => asset_id)
    const unexplained = members.filter(
      (member) => !isExplained(member, chargedIn(paid.get(member.name)?.accounts ?? [], rule)),
    )
    return unexplained.length + withoutAccount(paid, members).length
  }
  const hasFees = chargedIn(members, rule).digits !== 0n
  const assets = new Set(members.map(({ key }) => key.asset_id))
  const proposed = feeAssetOf(network_id)
  const known = {
    network_id,
    hasFees,
    asset_id: proposed,
    isFound: false,
    unexplained: unexplainedWith(proposed),
  }
  if (!hasFees || rule.asset === 'transaction' || assets.has(proposed)) return known
  const found = [...assets].map((asset_id) => ({
    ...known,
    asset_id,
    isFound: true,
    unexplained: unexplainedWith(asset_id),
  }))
  return found.reduce((best, each) => (each.unexplained < best.unexplained ? each : best), known)
}

/** Who pays fees, and for whose transactions: each for its own, or, as a network's own asset, for all of the vault's on that network. */
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
    // Where the asset is not known, nobody knows who pays.
    if (!isCharged || (asset_id === null && !isOwn)) continue
    const key = { ...account.key, asset_id }
    const name = holdingName(key)
    const payer = payers.get(name)
    if (payer) payer.accounts.push(account)
    else payers.set(name, { key, accounts: [account] })
  }
  return payers
}

/** A holding that pays fees, and those for whose transactions. */
interface Payer {
  readonly key: HoldingKey
  readonly accounts: readonly Account[]
}

/** Holdings of which nothing is known but that they pay fees. */
function withoutAccount(
  payers: ReadonlyMap<string, Payer>,
  accounts: readonly Account[],
): readonly Account[] {
  const known = new Set(accounts.map(({ name }) => name))
  return [...payers]
    .filter(([name]) => !known.has(name))
    .map(([name, { key }]) => ({
      name,
      key,
      booked: null,
      before: zero,
      after: zero,
      net: zero,
      fees: new Map(),
    }))
}

/** The fees of these holdings' transactions that vaults pay under a rule. */
export function chargedIn(accounts: readonly Account[], rule: FeeRule): Decimal {
  return accounts
    .flatMap(({ fees }) => [...fees])
    .reduce((sum, [part, fee]) => (pays(rule, part) ? add(sum, fee) : sum), zero)
}

/** Whether amounts and fees, taken back from one of the balances, leave exactly zero. */
export function isExplained(
  { before, after, net }: Pick<Account, 'before' | 'after' | 'net'>,
  fees: Decimal,
): boolean {
  return [before, after].some((balance) => balance && subtract(balance, subtract(net, fees)).digits === 0n)
}
