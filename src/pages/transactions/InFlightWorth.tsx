import { failureOf } from '../../api/failure.ts'
import { useSums } from '../../api/records.ts'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { countText } from '../../contract/count-text.ts'
import type { DayValues } from '../../contract/prices.ts'
import { inFlightTitle } from '../../display/filter-words.ts'
import { SkeletonText } from '../../ui/inline.tsx'

/** "56 in flight, worth 1,204,332.10 EUR; 2 without a price". Its line is there before it. */
export function InFlightWorth({ filter, values }: { filter: TransactionFilter; values: DayValues | null }) {
  const query = useSums(filter, ['asset_id'])
  const { data } = query
  if (failureOf(query)) return null
  if (data === undefined || values === null)
    return (
      <p aria-busy>
        <SkeletonText width="18rem" />
      </p>
    )
  const rows = data.totals.map(({ group, amount, ...counts }) => ({
    asset: { asset_id: group.asset_id ?? null, held: amount },
    ...counts,
  }))
  const priced = rows.filter(({ asset }) => values.priceOf(asset.asset_id) !== null)
  const counts = (some: readonly { readonly count: number }[]) =>
    some.reduce((sum, { count }) => sum + count, 0)
  const amountless = priced.reduce((sum, row) => sum + row.amountless, 0)
  const all = counts(rows)
  const lacking = [
    [all - counts(priced), 'a price'],
    [amountless, 'a readable amount'],
  ] as const
  return (
    <p>
      {countText(all)} {inFlightTitle.toLowerCase()}, worth{' '}
      <strong>{values.sumText(rows.map(({ asset }) => asset))}</strong>
      {lacking.map(([count, what]) => count > 0 && `; ${countText(count)} without ${what}`)}
    </p>
  )
}
