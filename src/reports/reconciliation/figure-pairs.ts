/** Compares figures of vaults, balances and transactions that should agree, in exact decimals. Says which differ, not which is wrong. */

import { counted, countText } from '../../contract/count-text.ts'
import { type Decimal, readDecimal, subtract, sumOfAll, writeDecimal, zero } from '../../contract/decimal.ts'
import { type BalanceType, balanceTypes, vaultTypes } from '../../contract/enumerations.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import { withSmallInitial } from '../../contract/initials.ts'
import {
  type Amounts,
  amountNames,
  eachAmount,
  type Holding,
  holderOf,
  type Vault,
} from '../../contract/normal-records.ts'
import type { ReportCells } from '../../contract/report.ts'
import { amountLabels, assetOnNetwork } from '../../display/labels.ts'
import { namesOf } from '../../ledger/balances.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { assetKey } from '../../ledger/movement-ledger.ts'
import type { BalanceProof, HoldingProof } from '../../ledger/prove-balances.ts'
import { balancesHref, transactionsHref, vaultHref, vaultsHref } from '../../url/hrefs.ts'
import { changeSentence, lacksFailedFees, remainderText } from '../statements/holding-lines.ts'

/** Vaults and balances, as one reading found them. */
export interface HoldingLists {
  readonly vaults: readonly Vault[]
  readonly balances: Readonly<Record<BalanceType, readonly Holding[]>>
}

/** In the order in which they are shown. */
export const checkNames = [
  /** The balances of cold and warm vaults add up to the balance of all. */
  'cold-and-warm',
  /** The vaults of a type add up to the balance of that type, and all vaults to the balance of all. */
  'vaults-and-balance',
  /** A total is its available, processing, staking and claimable parts. No specification promises it. */
  'total-and-parts',
  /** All transactions of a holding add up to what is held of it. */
  'transactions-and-holding',
] as const
export type CheckName = (typeof checkNames)[number]

/** A component of a balance, or what transactions determine of one: all but claimable rewards, which grow by themselves. */
export type FigureComponent = keyof Amounts | 'without_claimable'

export interface AssetOnNetwork {
  readonly asset_id: string
  readonly network_id: string
}

interface FigurePlace {
  /** "Balance of cold vaults": the same in every reading, and of one place alone. */
  readonly name: string
  readonly short?: string
  /** The list or page that shows what it has of an asset. */
  readonly href?: (asset: AssetOnNetwork) => string
}

interface Figure extends FigurePlace {
  /** Decimal text. Null where the place does not list the asset, or a figure is missing or no decimal number, which is a problem of its record. */
  readonly value: string | null
}

/** `one-sided` where one side does not list the asset, `unreadable` where a figure is missing or no decimal number. */
export type PairVerdict = 'agrees' | 'differs' | 'one-sided' | 'unreadable' | 'changed'

/** Two figures that ought to be the same. */
export interface FigurePair extends AssetOnNetwork {
  readonly check: CheckName
  readonly component: FigureComponent
  readonly left: Figure
  readonly right: Figure
  readonly verdict: PairVerdict
  /** `left - right`, decimal text; null where it cannot be said. */
  readonly difference: string | null
  readonly href: string | null
  /** Why figures cannot be compared although both can be read. */
  readonly why?: string
}

function balancePlace(type: BalanceType): FigurePlace {
  return { name: `Balance of ${type} vaults`, href: (asset) => balancesHref(givenAsset(asset), type) }
}

function givenAsset({ asset_id, network_id }: AssetOnNetwork): Partial<AssetOnNetwork> {
  return { ...(asset_id && { asset_id }), ...(network_id && { network_id }) }
}

function vaultPlace(
  { vault_id: id, vault_name: name }: Pick<Vault, 'vault_id' | 'vault_name'>,
  label = name || id,
): FigurePlace {
  return {
    name: `Vault ${[name, id].filter(Boolean).join(' · ') || 'without name and id'}`,
    short: label || 'a vault without a name',
    ...(id !== null && { href: () => vaultHref(id) }),
  }
}

/** Every comparison within one reading of what is held, in the order of checks, assets and components. */
export function compareHoldings({ balances, vaults }: HoldingLists): readonly FigurePair[] {
  const sumsOf = (held: readonly Holding[]) => (held.every(namesAsset) ? sumByAsset(held) : null)
  const total = (type: BalanceType): Side => [balancePlace(type), sumsOf(balances[type])]
  const splitHref = (asset: AssetOnNetwork) => {
    const listing = vaultTypes.find((type) =>
      balances[type].some((held) => assetKey(assetOf(held)) === assetKey(asset)),
    )
    return balancesHref(givenAsset(asset), listing)
  }
  const split: Side = [
    { name: 'Balances of cold vaults and warm vaults together', href: splitHref },
    sumsOf(vaultTypes.flatMap((type) => balances[type])),
  ]
  const ofType = (type: BalanceType): Side => {
    const chosen = vaults.filter(({ vault_type }) => type === 'all' || vault_type === type)
    const asked = type === 'all' ? {} : { vault_type: type }
    const href = (asset: AssetOnNetwork) => vaultsHref({ ...asked, ...givenAsset(asset) })
    const name = `Holdings of ${type} vaults together`
    const isListed = chosen.every(({ lacksAssets }) => !lacksAssets)
    return [{ name, href }, isListed ? sumByAsset(chosen.flatMap(({ assets }) => assets)) : null]
  }
  return [
    ...bothSides('cold-and-warm', split, total('all')),
    ...[...vaultTypes, 'all' as const].flatMap((type) =>
      bothSides('vaults-and-balance', ofType(type), total(type)),
    ),
    ...listsOf({ balances, vaults }).flatMap(({ place, holdings }) =>
      holdings.filter(namesAsset).map((held) => totalAndParts(placeOf(place, held), held)),
    ),
  ]
}

/** Rows of some services are of a vault, and have its assets within. */
function namesAsset({ asset_id, network_id }: Holding): boolean {
  return asset_id !== null || network_id !== null
}

function placeOf(list: FigurePlace, held: Holding): FigurePlace {
  const holder = holderOf(held)
  return holder === null ? list : { ...list, name: `${list.name}, in ${holder}` }
}

/** Every list of holdings: the balances, then each vault. */
export function listsOf({ balances, vaults }: HoldingLists) {
  const named = namesOf(vaults)
  return [
    ...balanceTypes.map((type) => ({ place: balancePlace(type), holdings: balances[type] })),
    ...vaults.map((vault, index) => ({
      place: vaultPlace(vault, named[index]?.label),
      holdings: vault.assets,
    })),
  ]
}

/** Each holding against all of its transactions. A balance that is not settled proves nothing yet, whatever its transactions add up to. */
export function compareTransactions(balanceProof: BalanceProof): readonly FigurePair[] {
  return balanceProof.holdings.toSorted(byName).map((holding) => {
    const { key, vault, now, remainder, change, faults } = holding
    const vault_name = vault?.vault_name ?? null
    const place = {
      ...vaultPlace({ vault_id: key.vault_id, vault_name }, vault?.label),
      href: () => movementsHref(holding, balanceProof),
    }
    const pair = pairOf(
      { check: 'transactions-and-holding', ...assetOf(key), component: 'without_claimable' },
      [
        { name: `Transactions of ${withSmallInitial(place.name)}` },
        now && remainder && subtract(now, remainder),
      ],
      [place, now],
    )
    if (pair.verdict === 'differs' && faults > 0)
      return {
        ...{ ...pair, verdict: 'unreadable', difference: null },
        why: `${counted(faults, 'transaction was', 'transactions were')} not counted in full: a type, status, party, amount or fee is unknown or cannot be read.`,
      }
    if (change && pair.verdict !== 'unreadable')
      return { ...pair, verdict: 'changed', why: changeSentence(change, remainder) }
    return remainder && lacksFailedFees(holding) ? { ...pair, why: remainderText(holding, remainder) } : pair
  })
}

/** By asset, as other checks, and then by vault. */
function byName(one: HoldingProof, other: HoldingProof): number {
  const [a, b] = [one, other].map(({ key, vault }) => {
    return JSON.stringify([key.asset_id ?? '', key.network_id ?? '', vault?.label ?? '', key.vault_id])
  })
  return a === b || a === undefined || b === undefined ? 0 : a < b ? -1 : 1
}

/**
 * The list of what moved a holding, or of what explains that it is short. An asset in which fees are paid moves with every transaction of its network. What could not be counted may name
 * the vault in a way that no filter reads, and have any status.
 */
function movementsHref(holding: HoldingProof, { networks }: BalanceProof): string {
  const { vault_id, asset_id, network_id } = holding.key
  const paysFees =
    asset_id === feeAssetOf(network_id) ||
    networks.some((fees) => fees.network_id === network_id && fees.asset_id === asset_id)
  const isCounted = holding.faults === 0
  const isShort = isCounted && lacksFailedFees(holding)
  return transactionsHref({
    ...(asset_id && !paysFees && { asset_id }),
    ...(network_id && { network_id }),
    ...(isCounted && (isShort ? { status: 'failed', fee_over: '0' } : { status: 'completed' })),
    ...(vault_id && (isCounted ? { vault_id } : { text: vault_id })),
  })
}

function totalAndParts(place: FigurePlace, held: Holding): FigurePair {
  const [, ...parts] = amountNames
  const sum = sumOfAll(parts.map((part) => amountOf(held, part)))
  return pairOf(
    { check: 'total-and-parts', ...assetOf(held), component: 'total_balance' },
    [{ name: `Sum of the parts: ${place.name}` }, sum],
    [place, amountOf(held, 'total_balance')],
  )
}

/** Without sums where the service does not say what is held. */
type Side = readonly [place: FigurePlace, sums: ReadonlyMap<string, Sum> | null]

interface Sum {
  readonly asset: AssetOnNetwork
  /** Null where a figure is missing or no decimal number. */
  readonly amounts: Readonly<Record<keyof Amounts, Decimal | null>>
}

function bothSides(check: CheckName, [left, leftSums]: Side, [right, rightSums]: Side): FigurePair[] {
  const assets = new Map(
    [...(leftSums ?? []), ...(rightSums ?? [])].map(([name, { asset }]) => [name, asset]),
  )
  return [...assets]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flatMap(([name, asset]) =>
      amountNames.map((component) =>
        pairOf(
          { check, ...asset, component },
          [left, amountIn(leftSums, name, component)],
          [right, amountIn(rightSums, name, component)],
        ),
      ),
    )
}

function amountIn(sums: Side[1], name: string, component: keyof Amounts): FigureAt[1] {
  return sums === null ? null : sums.get(name)?.amounts[component]
}

/** The amount is undefined if the place does not list the asset. */
type FigureAt = readonly [place: FigurePlace, amount: Decimal | null | undefined]

function pairOf(
  of: Pick<FigurePair, 'check' | 'component' | keyof AssetOnNetwork>,
  [left, one]: FigureAt,
  [right, other]: FigureAt,
): FigurePair {
  const difference = one && other ? subtract(one, other) : null
  const verdict = () => {
    // Services leave out what is empty.
    if (one === undefined || other === undefined)
      return (one ?? other)?.digits === 0n ? 'agrees' : 'one-sided'
    if (!difference) return 'unreadable'
    return difference.digits === 0n ? 'agrees' : 'differs'
  }
  return {
    ...{ ...of, verdict: verdict(), difference: difference && writeDecimal(difference) },
    href: (other === undefined ? left : right).href?.(of) ?? null,
    left: { ...left, value: one ? writeDecimal(one) : null },
    right: { ...right, value: other ? writeDecimal(other) : null },
  }
}

function sumByAsset(holdings: readonly Holding[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const held of holdings) {
    const asset = assetOf(held)
    const before = sums.get(assetKey(asset))?.amounts
    const amounts = eachAmount((component) =>
      sumOfAll([before ? before[component] : zero, amountOf(held, component)]),
    )
    sums.set(assetKey(asset), { asset, amounts })
  }
  return sums
}

function amountOf({ balances }: Holding, component: keyof Amounts): Decimal | null {
  return readDecimal(balances[component])
}

function assetOf({ asset_id, network_id }: Pick<Holding, 'asset_id' | 'network_id'>): AssetOnNetwork {
  return { asset_id: asset_id ?? '', network_id: network_id ?? '' }
}

/** The cells of something that is wrong with a record by itself: it explains differences, or hides them. */
export type RecordProblem = ReportCells

/** Everything that is wrong with the records of one reading, vaults first. */
export function problemsOf(reading: HoldingLists): readonly RecordProblem[] {
  const { vaults } = reading
  const withId = vaults.filter(({ vault_id }) => vault_id !== null)
  return [
    ...repeatsIn(withId, ({ vault_id }) => vault_id).map(([vault, times]) => ({
      check: 'vault-repeated',
      problem: `${vaultPlace(vault).name} is listed ${times}. Each one counts.`,
    })),
    ...vaults
      .filter(({ vault_type }) => vaultTypes.every((type) => type !== vault_type))
      .map((vault) => {
        const type = vault.vault_type === null ? 'has no type' : `is of type “${vault.vault_type}”`
        const problem = `${vaultPlace(vault).name} ${type}. It counts among all vaults, but not as cold or warm.`
        return { check: 'vault-type', problem }
      }),
    ...listsOf(reading).flatMap(({ place, holdings }) => [
      ...namelessIn(place, holdings),
      ...repeatsIn(holdings.filter(namesAsset), (held) =>
        JSON.stringify([assetOf(held), holderOf(held)]),
      ).map(([held, times]) => ({
        ...{ check: 'holding-repeated', ...assetOf(held) },
        problem: `${placeOf(place, held).name} lists ${assetName(assetOf(held))} ${times}. Each one counts.`,
      })),
      ...holdings.flatMap((held) => problemsIn(place.name, held)),
    ]),
  ]
}

function namelessIn({ name }: FigurePlace, holdings: readonly Holding[]): readonly RecordProblem[] {
  const { length } = holdings.filter((held) => !namesAsset(held))
  if (length === 0) return []
  const rows = `${counted(length, 'row')} that ${length === 1 ? 'names' : 'name'} no asset`
  return [{ check: 'no-asset', problem: `${name} has ${rows}, so the list cannot be compared.` }]
}

/** The first record of each repeated key, and "2 times". */
function repeatsIn<R>(records: readonly R[], keyOf: (record: R) => unknown): [record: R, times: string][] {
  return [...groupBy(records, keyOf).values()].flatMap((same) => {
    const [first, another] = same
    return first && another ? [[first, `${countText(same.length)} times`]] : []
  })
}

function problemsIn(where: string, held: Holding): readonly RecordProblem[] {
  const asset = assetOf(held)
  return amountNames.flatMap((component) => {
    const right = held.balances[component]
    // A missing figure is no problem: a service may have fewer components.
    if (right === null) return []
    const decimal = readDecimal(right)
    if (decimal && decimal.digits >= 0n) return []
    const label = withSmallInitial(amountLabels[component].label)
    const problem = decimal
      ? `${where}: ${assetName(asset)} has a negative ${label} balance, ${right}.`
      : `${where}: the ${label} balance of ${assetName(asset)} is “${right}”. That is not a decimal number, so it cannot be added or compared.`
    return [{ check: decimal ? 'negative' : 'no-decimal', ...asset, component, right, problem }]
  })
}

/** "USDT on ETH". */
export function assetName({ asset_id, network_id }: AssetOnNetwork): string {
  return assetOnNetwork(asset_id || 'an asset without an id', network_id || 'an unnamed network')
}
