import type { Amounts, Holding } from '../../api/records.ts'
import { groupByAsset, whatIsAdded } from '../../components/holdings/asset-groups.ts'
import { type ColdAndWarm, completed } from '../../components/holdings/cold-and-warm.ts'
import { sumOf } from '../../components/holdings/shares.ts'
import type { SplitOf } from '../../components/holdings/use-split.ts'
import { writeHoldingId } from '../../url/holding-id.ts'

/** One line of the balance table. */
export interface BalanceRow {
  readonly id: string
  /** A holding of an asset on one network; the sum of an asset over its networks; one of those that the sum is of. */
  readonly kind: 'single' | 'group' | 'member'
  /** Of a group what its holdings have in common: the name alone. */
  readonly asset_id: string | null
  readonly asset_name: string | null
  readonly network_name: string | null
  /** What a group adds: "4 networks". */
  readonly added: string
  readonly balances: Amounts
  readonly split: ColdAndWarm
}

/**
 * The lines of the table: holdings under the sum of their asset where it is on several networks. `shown` is what the reader has
 * narrowed `all` to; sums are of what is shown, and say so.
 */
export function balanceRows(
  shown: readonly Holding[],
  all: readonly Holding[],
  splitOf: SplitOf,
): readonly BalanceRow[] {
  const known = new Map(groupByAsset(all).map(({ name, holdings }) => [name, holdings.length]))
  let lines = 0
  const line = (held: Holding, kind: BalanceRow['kind']): BalanceRow => ({
    id: writeHoldingId(held) ?? `row-${lines++}`,
    kind,
    asset_id: held.asset_id,
    asset_name: held.asset_name,
    network_name: held.network_name,
    added: '',
    balances: held.balances,
    split: splitOf(held),
  })
  return groupByAsset(shown).flatMap(({ name, holdings, balances }) => {
    const [only, ...others] = holdings
    if (others.length === 0) return line(only, 'single')
    const members = holdings.map((held) => line(held, 'member'))
    const group: BalanceRow = {
      id: `group ${name}`,
      kind: 'group',
      asset_id: null,
      asset_name: name,
      network_name: null,
      added: whatIsAdded(holdings, known.get(name) ?? holdings.length),
      balances,
      split: sumOfSplits(members),
    }
    return [group, ...members]
  })
}

function sumOfSplits(members: readonly BalanceRow[]): ColdAndWarm {
  const all = members.map(({ split, balances }) => completed(split, balances.total_balance))
  return { cold: sumOf(all.map(({ cold }) => cold)), warm: sumOf(all.map(({ warm }) => warm)) }
}
