/**
 * What the books of a custody service promise each other, checked in exact decimals. Pure: books in, comparisons out. It never
 * blames: it says which two figures stand against each other, and where each comes from.
 */

import { type Amounts, amountNames, eachAmount, type Holding, type Vault } from '../../api/records.ts'
import type { HoldingsReading } from '../../books/books.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { type BalanceType, vaultTypes } from '../../contract/enumerations.ts'
import type { Component, HoldingKey } from './books.ts'

/** The kinds of check. */
export type Check =
  /** The balances of cold and warm vaults add up to the balance of all. */
  | 'cold-and-warm'
  /** The vaults of a type add up to the balance of that type, and all vaults to the balance of all. */
  | 'vaults-and-balance'
  /** A total is its available, processing, staking and claimable parts. For information: no specification promises it. */
  | 'total-and-parts'
  /** What transactions say that a vault has in processing and staking, and what it says itself. For information as well. */
  | 'transactions-and-vault'

/** Where a figure comes from. */
export type Place =
  | { readonly kind: 'balance'; readonly type: BalanceType }
  | { readonly kind: 'balances'; readonly types: readonly BalanceType[] }
  | { readonly kind: 'vaults'; readonly type: BalanceType; readonly count: number }
  | VaultPlace
  | {
      readonly kind: 'transactions'
      readonly part: 'processing' | 'staking'
      readonly vault: Omit<VaultPlace, 'kind'>
    }
  | { readonly kind: 'parts'; readonly of: Place }

interface VaultPlace {
  readonly kind: 'vault'
  readonly id: string | null
  readonly name: string | null
}

/** One figure of a comparison. */
export interface Figure {
  readonly place: Place
  /** Decimal text, or a text that is none, with those words; null where the place does not know the asset, or gives no figure. */
  readonly value: string | null
}

/** How two figures stand to each other. */
export type Verdict =
  | 'agrees'
  | 'differs'
  /** One side has the asset and the other does not. */
  | 'one-sided'
  /** A figure is missing or is not a decimal number. */
  | 'unreadable'

/** Two figures that ought to be the same. */
export interface Comparison extends HoldingKey {
  readonly check: Check
  readonly component: Component
  readonly left: Figure
  readonly right: Figure
  readonly verdict: Verdict
  /** `left - right`, decimal text; null where it cannot be said. */
  readonly difference: string | null
}

const [, ...parts] = amountNames

/** Every comparison that the books allow, in the order of checks, assets and components. */
export function compareBooks(books: HoldingsReading): readonly Comparison[] {
  return [...coldAndWarm(books), ...vaultsAndBalances(books), ...totalsAndParts(books)]
}

function coldAndWarm({ balances }: HoldingsReading): Comparison[] {
  const all = sumByHolding(balances.all.records)
  const split = sumByHolding(vaultTypes.flatMap((type) => balances[type].records))
  return bothSides(
    'cold-and-warm',
    { place: { kind: 'balances', types: vaultTypes }, sums: split },
    { place: { kind: 'balance', type: 'all' }, sums: all },
  )
}

function vaultsAndBalances({ balances, vaults }: HoldingsReading): Comparison[] {
  const types: readonly BalanceType[] = [...vaultTypes, 'all']
  return types.flatMap((type) => {
    const chosen = vaults.records.filter((vault) => type === 'all' || vault.vault_type === type)
    return bothSides(
      'vaults-and-balance',
      {
        place: { kind: 'vaults', type, count: chosen.length },
        sums: sumByHolding(chosen.flatMap(({ assets }) => assets)),
      },
      { place: { kind: 'balance', type }, sums: sumByHolding(balances[type].records) },
    )
  })
}

function totalsAndParts({ balances, vaults }: HoldingsReading): Comparison[] {
  const types: readonly BalanceType[] = ['all', ...vaultTypes]
  return [
    ...types.flatMap((type) =>
      balances[type].records.map((held) => totalAndParts(held, { kind: 'balance', type })),
    ),
    ...vaults.records.flatMap((vault) => vault.assets.map((held) => totalAndParts(held, placeOf(vault)))),
  ]
}

function placeOf({ vault_id: id, vault_name: name }: Vault): Place {
  return { kind: 'vault', id, name }
}

function totalAndParts(held: Holding, place: Place): Comparison {
  const sum = addAll(parts.map((part) => addendOf(held.balances[part])))
  return comparison(
    'total-and-parts',
    keyOf(held),
    'total_balance',
    { place: { kind: 'parts', of: place }, value: textOf(sum) },
    { place, value: held.balances.total_balance },
  )
}

interface Side {
  readonly place: Place
  readonly sums: ReadonlyMap<string, Sum>
}

interface Sum {
  readonly key: HoldingKey
  readonly amounts: Readonly<Record<Component, Addend>>
}

/** What is added up: text that is no decimal, or nothing where a figure is missing, makes the whole sum the same. */
type Addend = Decimal | string | null

function bothSides(check: Check, left: Side, right: Side): Comparison[] {
  const keys = new Map([...left.sums, ...right.sums].map(([name, { key }]) => [name, key]))
  return [...keys]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flatMap(([name, key]) => {
      const here = left.sums.get(name)
      const there = right.sums.get(name)
      return amountNames.map((component) =>
        comparison(
          check,
          key,
          component,
          figureOf(left.place, here, component),
          figureOf(right.place, there, component),
          here === undefined || there === undefined,
        ),
      )
    })
}

function figureOf(place: Place, sum: Sum | undefined, component: Component): Figure {
  return { place, value: textOf(sum?.amounts[component] ?? null) }
}

/** Holds two figures against each other. */
export function comparison(
  check: Check,
  key: HoldingKey,
  component: Component,
  left: Figure,
  right: Figure,
  isOneSided = false,
): Comparison {
  const common = { ...key, check, component, left: told(left), right: told(right) }
  const one = readDecimal(left.value)
  const other = readDecimal(right.value)
  if (isOneSided) {
    // That one side does not list what the other lists as nothing is no finding.
    const known = one ?? other
    const isNothing = known !== null && known.digits === 0n
    return { ...common, verdict: isNothing ? 'agrees' : 'one-sided', difference: null }
  }
  if (!one || !other) return { ...common, verdict: 'unreadable', difference: null }
  const difference = subtract(one, other)
  return {
    ...common,
    verdict: difference.digits === 0n ? 'agrees' : 'differs',
    difference: writeDecimal(difference),
  }
}

function sumByHolding(holdings: readonly Holding[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const held of holdings) {
    const key = keyOf(held)
    const name = JSON.stringify([key.asset_id, key.network_id])
    const before = sums.get(name)
    sums.set(name, { key, amounts: addAmounts(before?.amounts, held.balances) })
  }
  return sums
}

function addAmounts(before: Sum['amounts'] | undefined, amounts: Amounts): Sum['amounts'] {
  return eachAmount((component) => addAll([before ? before[component] : zero, addendOf(amounts[component])]))
}

function addAll(addends: readonly Addend[]): Addend {
  return addends.reduce<Addend>((sum, addend) => {
    if (typeof sum === 'string') return sum
    if (typeof addend === 'string') return addend
    return sum && addend && add(sum, addend)
  }, zero)
}

function addendOf(text: string | null): Addend {
  return readDecimal(text) ?? text
}

function textOf(sum: Addend): string | null {
  return typeof sum === 'string' ? sum : sum && writeDecimal(sum)
}

/** A figure that is no decimal says so. */
function told({ place, value }: Figure): Figure {
  const isNone = value !== null && readDecimal(value) === null
  return { place, value: isNone ? `${value}: not a decimal number` : value }
}

function keyOf({ asset_id, network_id }: Holding): HoldingKey {
  return { asset_id: asset_id ?? '', network_id: network_id ?? '' }
}
