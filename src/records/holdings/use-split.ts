import { useMemo } from 'react'
import { type ApiError, failureOf } from '../../api/api-error.ts'
import type { Records } from '../../api/endpoints.ts'
import { useBalances } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { isSameAmount } from './shares.ts'

/** What either vault type holds of a holding. */
export type SplitOf = (held: Holding) => ColdAndWarm

/** The totals of either vault type, to stand beside those of all. Idle while not enabled. */
export function useSplit(
  filter: Filter<'balances'>,
  options: { live: boolean; enabled: boolean },
): { of: SplitOf; failure: ApiError | null; isMissing: boolean; refresh: () => void } {
  const cold = useBalances('cold', filter, options)
  const warm = useBalances('warm', filter, options)
  const of = useMemo((): SplitOf => {
    const [inCold, inWarm] = [totals(cold.data), totals(warm.data)]
    return (held) => ({ cold: inCold.get(keyOf(held)) ?? null, warm: inWarm.get(keyOf(held)) ?? null })
  }, [cold.data, warm.data])
  return {
    of,
    // Without it, a missing answer would look like a missing holding. That a type holds nothing is no failure.
    failure: [cold, warm].map(failureOf).find((failure) => failure !== null) ?? null,
    isMissing: options.enabled && (cold.data === undefined || warm.data === undefined),
    refresh: () => {
      if (!options.enabled) return
      void cold.refetch()
      void warm.refetch()
    },
  }
}

function totals(data: Records<Holding> | undefined): ReadonlyMap<string, string | null> {
  return new Map(data?.records.map((held) => [keyOf(held), held.balances.total_balance]))
}

function keyOf({ asset_id, network_id }: Holding): string {
  return JSON.stringify([asset_id, network_id])
}

/** What the lists of either vault type say about a holding: null where they do not name it. */
export interface ColdAndWarm {
  readonly cold: string | null
  readonly warm: string | null
}

/** An asset that one type holds all of is not in the other's list: that is nothing, and no missing figure. */
export function completed({ cold, warm }: ColdAndWarm, total: string | null): ColdAndWarm {
  if (cold === null && isSameAmount(warm, total)) return { cold: '0', warm }
  if (warm === null && isSameAmount(cold, total)) return { cold, warm: '0' }
  return { cold, warm }
}
