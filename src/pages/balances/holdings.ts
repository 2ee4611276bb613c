/** Which holdings match a search, and their labels. */
import { type Holding, nameOrId } from '../../contract/normal-records.ts'
import { holdsNothing } from '../../display/holdings/shares.ts'
import { folded } from '../../list/rank.ts'

export const unnamedNetwork = 'an unnamed network'

export function rowLabel({ asset_id, network_id, network_name }: Holding): string {
  return `${asset_id ?? 'Asset'} on ${nameOrId(network_name, network_id) ?? unnamedNetwork}`
}

/** The holdings that have every word in their ids and names. */
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
