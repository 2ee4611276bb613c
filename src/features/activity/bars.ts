import { dateParameters } from '../../api/dates/day.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { type Asset, assetKey, filterOf, type Side, sideValue, type Value, type Whose } from './figures.ts'
import type { Period } from './periods.ts'
import type { UseActivity } from './use-activity.ts'

/** What of the activity is shown. */
export interface Choice {
  readonly whose: Whose
  /** One asset alone, or all. */
  readonly asset: Asset | null
  /** The asset's amounts, of completed transactions, rather than how many transactions there were. */
  readonly isAmount: boolean
}

/** One side of one period: its value, as far as it is known, and the list that it counts. */
export interface Bar {
  readonly period: Period
  readonly side: Side
  /** Null where it was not read, or not yet. */
  readonly value: Value | null
  readonly isPending: boolean
  readonly isPart: boolean
  readonly href: string
}

/** Both sides of one period. */
export type Pair = Readonly<Record<Side, Bar>>

/** The bars of each period, in first. */
export function barsOf(
  periods: readonly Period[],
  { figures, formOfLinks, isReading }: Pick<UseActivity, 'figures' | 'formOfLinks' | 'isReading'>,
  choice: Choice,
): readonly Pair[] {
  const key = choice.asset && assetKey(choice.asset)
  return periods.map((period, index) => {
    const figure = figures[index]
    const bar = (side: Side): Bar => ({
      period,
      side,
      value: figure ? sideValue(figure[side], key, choice.isAmount) : null,
      isPending: isReading && !figure,
      isPart: figure?.isPart ?? false,
      href: transactionsHref({
        ...filterOfBar(side, choice),
        ...dateParameters(period.range, formOfLinks, 'utc'),
      }),
    })
    return { in: bar('in'), out: bar('out') }
  })
}

function filterOfBar(side: Side, { whose, asset, isAmount }: Choice): Filter<'transactions'> {
  return {
    ...filterOf(whose, side),
    ...(asset?.asset_id && { asset_id: asset.asset_id }),
    ...(asset?.network_id && { network_id: asset.network_id }),
    ...(isAmount && { status: 'completed' }),
  }
}

/** The texts of all values of a side that are known. */
export function textsOf(bars: readonly Pair[], side: Side): readonly string[] {
  return bars.flatMap((bar) => bar[side].value?.text ?? [])
}

/** How many amounts were left out of these bars. */
export function unreadableIn(bars: readonly Bar[]): number {
  return bars.reduce((sum, { value }) => sum + (value?.unreadable ?? 0), 0)
}
