/**
 * What the books of a custody service promise each other, checked in exact decimals. It never blames: it says which two figures stand
 * against each other, and where each comes from.
 */

import { type Amounts, amountNames, eachAmount, type Holding, type Vault } from '../../api/records.ts'
import type { HoldingsReading } from '../../books/books.ts'
import type { Settlement } from '../../books/settle.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { type BalanceType, balanceTypes, vaultTypes } from '../../contract/enumerations.ts'

/** The checks, in the order in which they are shown. */
export const checkNames = [
  /** The balances of cold and warm vaults add up to the balance of all. */
  'cold-and-warm',
  /** The vaults of a type add up to the balance of that type, and all vaults to the balance of all. */
  'vaults-and-balance',
  /** A total is its available, processing, staking and claimable parts. For information: no specification promises it. */
  'total-and-parts',
  /** All transactions of a holding add up to what is held of it. */
  'transactions-and-holding',
] as const
export type CheckName = (typeof checkNames)[number]

/** A component of a balance, or what transactions determine of one: all but claimable rewards, which grow by themselves. */
export type FigureComponent = keyof Amounts | 'without_claimable'

/** Where a figure comes from. */
export type FigurePlace =
  | { readonly kind: 'balance'; readonly type: BalanceType }
  | { readonly kind: 'balances'; readonly types: readonly BalanceType[] }
  | { readonly kind: 'vaults'; readonly type: BalanceType; readonly count: number }
  | VaultPlace
  | { readonly kind: 'transactions'; readonly of: VaultPlace }
  | { readonly kind: 'parts'; readonly of: FigurePlace }

interface VaultPlace {
  readonly kind: 'vault'
  readonly id: string | null
  readonly name: string | null
}

interface Figure {
  readonly place: FigurePlace
  /** Decimal text, or a text that is none, with those words; null where the place does not know the asset, or gives no figure. */
  readonly value: string | null
}

/** How two figures compare: `one-sided` where one side does not list the asset, `unreadable` where one is missing or no decimal number. */
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
}

interface AssetOnNetwork {
  readonly asset_id: string
  readonly network_id: string
}

const [, ...parts] = amountNames

/** Every comparison within one reading of what is held, in the order of checks, assets and components. */
export function compareHoldings(reading: HoldingsReading): readonly FigurePair[] {
  return [...coldAndWarm(reading), ...vaultsAndBalances(reading), ...totalsAndParts(reading)]
}

/** Each holding against all transactions: the proof of a statement. A balance that changed while it was read proves nothing yet. */
export function compareTransactions({ holdings }: Settlement): readonly FigurePair[] {
  return holdings.map(({ key, vault, now, unreadable, remainder, change }) => {
    const place: VaultPlace = { kind: 'vault', id: key.vault_id, name: vault?.vault_name ?? null }
    const moved = now && remainder && writeDecimal(subtract(now, remainder))
    const compared = pair(
      'transactions-and-holding',
      keyOf(key),
      'without_claimable',
      { place: { kind: 'transactions', of: place }, value: moved },
      { place, value: now ? writeDecimal(now) : (unreadable[0] ?? null) },
    )
    return change && compared.verdict === 'differs' ? { ...compared, verdict: 'changed' } : compared
  })
}

function coldAndWarm({ balances }: HoldingsReading): FigurePair[] {
  const all = sumByHolding(balances.all.records)
  const split = sumByHolding(vaultTypes.flatMap((type) => balances[type].records))
  return bothSides(
    'cold-and-warm',
    { place: { kind: 'balances', types: vaultTypes }, sums: split },
    { place: { kind: 'balance', type: 'all' }, sums: all },
  )
}

function vaultsAndBalances({ balances, vaults }: HoldingsReading): FigurePair[] {
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

function totalsAndParts(reading: HoldingsReading): FigurePair[] {
  return placesOf(reading).flatMap(({ place, holdings }) =>
    holdings.map((held) => {
      const sum = addAll(parts.map((part) => addendOf(held.balances[part])))
      return pair(
        'total-and-parts',
        keyOf(held),
        'total_balance',
        { place: { kind: 'parts', of: place }, value: textOf(sum) },
        { place, value: held.balances.total_balance },
      )
    }),
  )
}

/** Every list of holdings: the balances, then each vault. */
function placesOf({ balances, vaults }: HoldingsReading): readonly {
  readonly place: FigurePlace
  readonly holdings: readonly Holding[]
}[] {
  return [
    ...balanceTypes.map((type) => ({
      place: { kind: 'balance', type } as const,
      holdings: balances[type].records,
    })),
    ...vaults.records.map((vault) => ({ place: placeOf(vault), holdings: vault.assets })),
  ]
}

function placeOf({ vault_id: id, vault_name: name }: Vault): VaultPlace {
  return { kind: 'vault', id, name }
}

interface Side {
  readonly place: FigurePlace
  readonly sums: ReadonlyMap<string, Sum>
}

interface Sum {
  readonly key: AssetOnNetwork
  readonly amounts: Readonly<Record<keyof Amounts, Addend>>
}

/** What is added up: text that is no decimal, or nothing where a figure is missing, makes the whole sum the same. */
type Addend = Decimal | string | null

function bothSides(check: CheckName, left: Side, right: Side): FigurePair[] {
  const keys = new Map([...left.sums, ...right.sums].map(([name, { key }]) => [name, key]))
  return [...keys]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flatMap(([name, key]) => {
      const here = left.sums.get(name)
      const there = right.sums.get(name)
      return amountNames.map((component) =>
        pair(
          check,
          key,
          component,
          { place: left.place, value: textOf(here?.amounts[component] ?? null) },
          { place: right.place, value: textOf(there?.amounts[component] ?? null) },
          here === undefined || there === undefined,
        ),
      )
    })
}

function pair(
  check: CheckName,
  key: AssetOnNetwork,
  component: FigureComponent,
  left: Figure,
  right: Figure,
  isOneSided = false,
): FigurePair {
  const common = { ...key, check, component, left: told(left), right: told(right) }
  const one = readDecimal(left.value)
  const other = readDecimal(right.value)
  if (isOneSided) {
    // Services leave out what is empty.
    const isNothing = (one ?? other)?.digits === 0n
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
    const name = nameOf(key)
    const before = sums.get(name)?.amounts
    const amounts = eachAmount((component) =>
      addAll([before ? before[component] : zero, addendOf(held.balances[component])]),
    )
    sums.set(name, { key, amounts })
  }
  return sums
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

function keyOf({ asset_id, network_id }: Pick<Holding, 'asset_id' | 'network_id'>): AssetOnNetwork {
  return { asset_id: asset_id ?? '', network_id: network_id ?? '' }
}

/** Something that is wrong with a record by itself: it explains differences, or hides them. */
export type RecordProblem =
  | ({
      readonly kind: 'negative' | 'no-decimal'
      readonly place: FigurePlace
      readonly component: keyof Amounts
      /** The figure as the service gave it. */
      readonly value: string
    } & AssetOnNetwork)
  /** One list, or one vault, has the same holding several times. Each one counts. */
  | ({
      readonly kind: 'holding-repeated'
      readonly place: FigurePlace
      readonly times: number
    } & AssetOnNetwork)
  /** The list of vaults has the same id several times. Each one counts. */
  | { readonly kind: 'vault-repeated'; readonly place: FigurePlace; readonly times: number }
  /** A vault that is neither cold nor warm: it counts among all vaults alone. */
  | { readonly kind: 'vault-type'; readonly place: FigurePlace; readonly value: string | null }

/** Everything that is wrong with the records of one reading, vaults first. */
export function problemsOf(reading: HoldingsReading): readonly RecordProblem[] {
  const vaults = reading.vaults.records
  const ids = timesOf(vaults.flatMap(({ vault_id }) => vault_id ?? []))
  const repeated = [...ids].flatMap(([id, times]): RecordProblem[] => {
    const name = vaults.find(({ vault_id }) => vault_id === id)?.vault_name ?? null
    return times > 1 ? [{ kind: 'vault-repeated', place: { kind: 'vault', id, name }, times }] : []
  })
  const untyped = vaults.flatMap((vault): RecordProblem[] => {
    const { vault_type: value } = vault
    const isKnown = vaultTypes.some((type) => type === value)
    return isKnown ? [] : [{ kind: 'vault-type', place: placeOf(vault), value }]
  })
  return [
    ...repeated,
    ...untyped,
    ...placesOf(reading).flatMap(({ place, holdings }) => within(place, holdings)),
  ]
}

function within(place: FigurePlace, holdings: readonly Holding[]): RecordProblem[] {
  const keys = new Map(holdings.map((held) => [nameOf(keyOf(held)), keyOf(held)]))
  const repeated = [...timesOf(holdings.map((held) => nameOf(keyOf(held))))].flatMap(
    ([name, times]): RecordProblem[] => {
      const key = keys.get(name)
      return times > 1 && key ? [{ kind: 'holding-repeated', place, times, ...key }] : []
    },
  )
  const figures = holdings.flatMap((held) =>
    amountNames.flatMap((component): RecordProblem[] => {
      const value = held.balances[component]
      // What is not given is no figure at all: another service may have fewer components.
      if (value === null) return []
      const decimal = readDecimal(value)
      if (decimal && decimal.digits >= 0n) return []
      return [{ kind: decimal ? 'negative' : 'no-decimal', place, component, value, ...keyOf(held) }]
    }),
  )
  return [...repeated, ...figures]
}

function nameOf({ asset_id, network_id }: AssetOnNetwork): string {
  return JSON.stringify([asset_id, network_id])
}

function timesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  return times
}
