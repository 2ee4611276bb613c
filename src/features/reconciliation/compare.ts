/**
 * What the books of a custody service promise each other, checked in exact decimals. It never blames: it says which two figures are
 * compared, and where each comes from.
 */
import { type Amounts, amountNames, eachAmount, type Holding, type Vault } from '../../api/records.ts'
import type { HoldingsReading } from '../../books/books.ts'
import { groupBy } from '../../books/grouped.ts'
import type { Settlement } from '../../books/settle.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { type BalanceType, balanceTypes, vaultTypes } from '../../contract/enumerations.ts'
import { amountLabels } from '../../records/labels.ts'
import { balancesHref, vaultHref } from '../../url/hrefs.ts'
import { statementsView, writeVaultHolding } from '../../url/statements.ts'

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

export interface AssetOnNetwork {
  readonly asset_id: string
  readonly network_id: string
}

/** Where a figure comes from. */
interface FigurePlace {
  /** The same in every reading, however many vaults there are and whatever one is called. */
  readonly id: string
  /** "Balance of cold vaults". */
  readonly name: string
  /** Where there is little room. */
  readonly short?: string
  /** The page that shows what it has of an asset. */
  readonly href?: (asset: AssetOnNetwork) => string
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

const ofVaults: Readonly<Record<BalanceType, string>> = {
  all: 'all vaults',
  cold: 'cold vaults',
  warm: 'warm vaults',
}

function balancePlace(type: BalanceType): FigurePlace {
  return {
    id: `balance ${type}`,
    name: `Balance of ${ofVaults[type]}`,
    href: ({ asset_id, network_id }) =>
      balancesHref({ ...(asset_id && { asset_id }), ...(network_id && { network_id }) }, type),
  }
}

function vaultPlace({ vault_id: id, vault_name: name }: Pick<Vault, 'vault_id' | 'vault_name'>): FigurePlace {
  return {
    id: `vault ${id ?? name}`,
    name: `Vault ${[name, id].filter(Boolean).join(' · ') || 'without name and id'}`,
    short: name || id || 'a vault without a name',
    ...(id !== null && { href: () => vaultHref(id) }),
  }
}

/** Every comparison within one reading of what is held, in the order of checks, assets and components. */
export function compareHoldings({ balances, vaults }: HoldingsReading): readonly FigurePair[] {
  const total = (type: BalanceType): Side => ({
    place: balancePlace(type),
    sums: sumByAsset(balances[type].records),
  })
  const split = {
    place: { id: 'balances', name: 'Balances of cold vaults and warm vaults together' },
    sums: sumByAsset(vaultTypes.flatMap((type) => balances[type].records)),
  }
  const ofType = (type: BalanceType): Side => {
    const chosen = vaults.records.filter(({ vault_type }) => type === 'all' || vault_type === type)
    const many = counted(chosen.length, type === 'all' ? 'vault' : `${type} vault`)
    return {
      place: { id: `vaults ${type}`, name: `Holdings of ${many} together` },
      sums: sumByAsset(chosen.flatMap(({ assets }) => assets)),
    }
  }
  return [
    ...bothSides('cold-and-warm', split, total('all')),
    ...[...vaultTypes, 'all' as const].flatMap((type) =>
      bothSides('vaults-and-balance', ofType(type), total(type)),
    ),
    ...listsOf({ balances, vaults }).flatMap(({ place, holdings }) =>
      holdings.map((held) => totalAndParts(place, held)),
    ),
  ]
}

/** Every list of holdings: the balances, then each vault. */
function listsOf({ balances, vaults }: HoldingsReading) {
  return [
    ...balanceTypes.map((type) => ({ place: balancePlace(type), holdings: balances[type].records })),
    ...vaults.records.map((vault) => ({ place: vaultPlace(vault), holdings: vault.assets })),
  ]
}

/** Each holding against all transactions: the proof of a statement. A balance that changed while it was read proves nothing yet. */
export function compareTransactions({ holdings }: Settlement): readonly FigurePair[] {
  return holdings.map(({ key, vault, now, unreadable, remainder, change }) => {
    const place = vaultPlace({ vault_id: key.vault_id, vault_name: vault?.vault_name ?? null })
    const holding = writeVaultHolding(key)
    const compared = pairOf(
      'transactions-and-holding',
      assetOf(key),
      'without_claimable',
      {
        place: { id: `transactions ${place.id}`, name: `Transactions of ${lowered(place.name)}` },
        value: now && remainder && writeDecimal(subtract(now, remainder)),
      },
      {
        place: holding
          ? { ...place, href: () => statementsView.href('/statements', {}, { holding }) }
          : place,
        value: now ? writeDecimal(now) : (unreadable[0] ?? null),
      },
    )
    return change && compared.verdict === 'differs' ? { ...compared, verdict: 'changed' } : compared
  })
}

function totalAndParts(place: FigurePlace, held: Holding): FigurePair {
  const [, ...parts] = amountNames
  const sum = addAll(parts.map((part) => addendOf(held.balances[part])))
  return pairOf(
    'total-and-parts',
    assetOf(held),
    'total_balance',
    { place: { id: `parts ${place.id}`, name: `Sum of the parts: ${place.name}` }, value: textOf(sum) },
    { place, value: held.balances.total_balance },
  )
}

interface Side {
  readonly place: FigurePlace
  /** By what tells an asset on a network from all others. */
  readonly sums: ReadonlyMap<string, Sum>
}

interface Sum {
  readonly asset: AssetOnNetwork
  readonly amounts: Readonly<Record<keyof Amounts, Addend>>
}

/** What is added up: text that is no decimal, or nothing where a figure is missing, makes the whole sum the same. */
type Addend = Decimal | string | null

function bothSides(check: CheckName, left: Side, right: Side): FigurePair[] {
  const assets = new Map([...left.sums, ...right.sums].map(([name, { asset }]) => [name, asset]))
  return [...assets]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flatMap(([name, asset]) =>
      amountNames.map((component) => {
        const [here, there] = [left, right].map(({ sums }) => sums.get(name)?.amounts[component])
        return pairOf(
          check,
          asset,
          component,
          { place: left.place, value: textOf(here ?? null) },
          { place: right.place, value: textOf(there ?? null) },
          here === undefined || there === undefined,
        )
      }),
    )
}

function pairOf(
  check: CheckName,
  asset: AssetOnNetwork,
  component: FigureComponent,
  left: Figure,
  right: Figure,
  isOneSided = false,
): FigurePair {
  const common = { ...asset, check, component, left: told(left), right: told(right) }
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

function sumByAsset(holdings: readonly Holding[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const held of holdings) {
    const asset = assetOf(held)
    const name = nameOf(asset)
    const before = sums.get(name)?.amounts
    const amounts = eachAmount((component) =>
      addAll([before ? before[component] : zero, addendOf(held.balances[component])]),
    )
    sums.set(name, { asset, amounts })
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

function assetOf({ asset_id, network_id }: Pick<Holding, 'asset_id' | 'network_id'>): AssetOnNetwork {
  return { asset_id: asset_id ?? '', network_id: network_id ?? '' }
}

/** Something that is wrong with a record by itself: it explains differences, or hides them. What is listed several times counts each time. */
export interface RecordProblem extends Partial<AssetOnNetwork> {
  readonly kind: 'negative' | 'no-decimal' | 'holding-repeated' | 'vault-repeated' | 'vault-type'
  readonly component?: keyof Amounts
  /** The figure as the service gave it. */
  readonly value?: string
  /** What is wrong, in words. */
  readonly sentence: string
}

/** Everything that is wrong with the records of one reading, vaults first. */
export function problemsOf(reading: HoldingsReading): readonly RecordProblem[] {
  const vaults = reading.vaults.records
  const byId = groupBy(vaults, ({ vault_id }) => vault_id)
  byId.delete(null)
  return [
    ...[...byId.values()].flatMap((same): RecordProblem[] => {
      const [vault, another] = same
      if (!vault || !another) return []
      const times = `${countText(same.length)} times`
      const sentence = `${vaultPlace(vault).name} is listed ${times}. Each one counts.`
      return [{ kind: 'vault-repeated', sentence }]
    }),
    ...vaults.flatMap((vault): RecordProblem[] => {
      if (vaultTypes.some((type) => type === vault.vault_type)) return []
      const type = vault.vault_type === null ? 'has no type' : `is of type “${vault.vault_type}”`
      const sentence = `${vaultPlace(vault).name} ${type}. It counts among all vaults, but not as cold or warm.`
      return [{ kind: 'vault-type', sentence }]
    }),
    ...listsOf(reading).flatMap(({ place, holdings }) => problemsIn(place.name, holdings)),
  ]
}

function problemsIn(where: string, holdings: readonly Holding[]): RecordProblem[] {
  const repeated = [...groupBy(holdings, (held) => nameOf(assetOf(held))).values()].flatMap(
    ([held, ...others]): RecordProblem[] => {
      if (!held || others.length === 0) return []
      const times = `${countText(1 + others.length)} times`
      const sentence = `${where} lists ${assetName(assetOf(held))} ${times}. Each one counts.`
      return [{ kind: 'holding-repeated', ...assetOf(held), sentence }]
    },
  )
  const figures = holdings.flatMap((held) =>
    amountNames.flatMap((component): RecordProblem[] => {
      const value = held.balances[component]
      // What is not given is no figure at all: another service may have fewer components.
      if (value === null) return []
      const decimal = readDecimal(value)
      if (decimal && decimal.digits >= 0n) return []
      const asset = assetOf(held)
      const label = lowered(amountLabels[component].label)
      const sentence = decimal
        ? `${where}: ${assetName(asset)} has a negative ${label} balance, ${value}.`
        : `${where}: the ${label} balance of ${assetName(asset)} is “${value}”. That is not a decimal number, so it cannot be added or compared.`
      return [{ kind: decimal ? 'negative' : 'no-decimal', ...asset, component, value, sentence }]
    }),
  )
  return [...repeated, ...figures]
}

/** "BTC on Bitcoin". */
export function assetName({ asset_id, network_id }: AssetOnNetwork): string {
  return `${asset_id || 'an asset without an id'} on ${network_id || 'an unnamed network'}`
}

function nameOf({ asset_id, network_id }: AssetOnNetwork): string {
  return JSON.stringify([asset_id, network_id])
}

/** Within a sentence. */
export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
