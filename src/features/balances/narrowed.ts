import type { Holding } from '../../api/records.ts'
import { folded } from '../../list/find/rank.ts'
import { holdsNothing } from '../../records/holdings/shares.ts'

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
