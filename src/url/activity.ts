import { listCodec } from './list-view.ts'

/** The spans of time of which activity is shown: the last 30 and 90 days by day, the last twelve months by month. */
export const activitySpans = ['30d', '90d', '12m'] as const
export type ActivitySpan = (typeof activitySpans)[number]

/**
 * Activity over time, on the overview and on a vault's page: its asset, its span, whether amounts are drawn instead of counts, and whether
 * the figures stand in a table.
 */
export const activityView = listCodec({
  filters: ['asset_id', 'network_id'],
  params: ['span', 'measure', 'show'],
  sticky: ['span', 'measure', 'show'],
  isPaged: false,
  isUsable: (name, value) =>
    name === 'span' ? isSpan(value) : value === (name === 'measure' ? 'amount' : 'table'),
})

/** Whether a text names a span. */
export function isSpan(text: string | undefined): text is ActivitySpan {
  return activitySpans.some((span) => span === text)
}
