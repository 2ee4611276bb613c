import { eachAmount } from '../../api/amounts.ts'
import type { Amounts, Holding } from '../../api/records.ts'
import { folded } from '../find/pasted.ts'
import { holdsNothing, sumOf } from './shares.ts'

/** One asset by the service's own name, with its holdings network by network. */
export interface AssetGroup {
  /** Null where the service gives no name: such a holding stands alone, as nothing says that another is the same. */
  readonly name: string | null
  readonly holdings: readonly [Holding, ...Holding[]]
  /** Exact sums over the holdings; null where a part is missing or no decimal. */
  readonly balances: Amounts
}

/** Holdings of the same asset name side by side, groups and holdings in the order in which they came. */
export function groupByAsset(holdings: readonly Holding[]): readonly AssetGroup[] {
  const groups = new Map<string | Holding, [Holding, ...Holding[]]>()
  for (const held of holdings) {
    const key = held.asset_name || held
    const group = groups.get(key)
    if (group) group.push(held)
    else groups.set(key, [held])
  }
  return [...groups.values()].map((group) => ({
    name: group[0].asset_name,
    holdings: group,
    balances: sumOfBalances(group.map(({ balances }) => balances)),
  }))
}

/** Adds balances component by component, exact; a single one stays as it was written. */
function sumOfBalances(all: readonly Amounts[]): Amounts {
  const [only, ...others] = all
  if (only && others.length === 0) return only
  return eachAmount((name) => sumOf(all.map((balances) => balances[name])))
}

/** What a group adds, in words: "4 networks"; of those that the page knows, where some are left out. */
export function whatIsAdded(shown: readonly Holding[], known: number): string {
  const networks = new Set(shown.map(({ network_id }) => network_id)).size
  const of = known > shown.length ? ` of ${known}` : ''
  if (networks === shown.length) return `${networks}${of} networks`
  return `${shown.length}${of} holdings on ${networks} ${networks === 1 ? 'network' : 'networks'}`
}

/** The holdings that a reader has narrowed the page to: by words of their ids and names, and without those that hold nothing. */
export function narrowed(
  holdings: readonly Holding[],
  { text, hideZeros }: { text: string; hideZeros: boolean },
): readonly Holding[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return holdings.filter((held) => {
    if (hideZeros && holdsNothing(held.balances)) return false
    const names = [held.asset_id, held.asset_name, held.network_id, held.network_name]
      .map((name) => folded(name ?? ''))
      .join('\n')
    return words.every((word) => names.includes(word))
  })
}
