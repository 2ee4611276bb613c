import { compare, type Decimal, writeDecimal } from '../../contract/decimal.ts'
import type { Holding } from '../../contract/normal-records.ts'
import type { DayValues } from '../../contract/prices.ts'
import { type ColdAndWarm, completedSplit, type SplitOf } from '../../display/holdings/holdings.tsx'

export function byName(held: readonly Holding[]): readonly Holding[] {
  return held.toSorted(
    (one, other) =>
      compareText(one.asset_id, other.asset_id) || compareText(one.network_id, other.network_id),
  )
}

interface ValuedBalance {
  readonly held: Holding
  /** Null without a price. */
  readonly value: Decimal | null
}

/** By value, then by name what has no price. */
export function byValue(held: readonly Holding[], values: DayValues): readonly ValuedBalance[] {
  return byName(held)
    .map((one) => ({
      held: one,
      value: values.exact({ asset_id: one.asset_id, held: one.balances.total_balance }),
    }))
    .sort(({ value: one }, { value: other }) => {
      if (one && other) return compare(other, one)
      return Number(one === null) - Number(other === null)
    })
}

/** The value of what cold and warm vaults hold: of each, null where the service does not say how much that is. Null where nothing has a value. */
export function valueSplit(
  held: readonly Holding[],
  splitOf: SplitOf,
  values: DayValues,
): ColdAndWarm | null {
  const valued = held.filter(({ asset_id, balances }) =>
    values.exact({ asset_id, held: balances.total_balance }),
  )
  if (valued.length === 0) return null
  const ofType = (type: 'cold' | 'warm') => {
    const parts = valued.map((one) => ({
      asset_id: one.asset_id,
      held: completedSplit(splitOf(one), one.balances.total_balance)[type],
    }))
    return parts.every((part) => part.held !== null) ? writeDecimal(values.sum(parts)) : null
  }
  const readings = valued.map((one) => splitOf(one).reading)
  return {
    ...{ cold: ofType('cold'), warm: ofType('warm') },
    reading: readings.find((reading) => reading !== 'read') ?? 'read',
  }
}

function compareText(one: string | null, other: string | null): number {
  const [before, after] = [one ?? '', other ?? '']
  // `localeCompare` takes longer than drawing the list.
  return before < after ? -1 : Number(before > after)
}
