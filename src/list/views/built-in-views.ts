import { statusLabels } from '../../records/labels.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { datePresets } from '../../url/periods.ts'
import type { SavedView } from './saved-views.ts'

/** Views that every reader has: one for each status that is in flight, and what failed lately. */
export interface BuiltInViews {
  readonly inFlight: readonly SavedView[]
  readonly others: readonly SavedView[]
}

/** The built-in views as they are at `now`: their dates are absolute, so that a link means the same tomorrow. */
export function builtInViews(now: Date): BuiltInViews {
  const lately = datePresets(now).find(({ label }) => label === 'Last 7 days')
  return {
    inFlight: (['pending', 'processing', 'confirming'] as const).map((status) => ({
      name: statusLabels[status].label,
      href: transactionsHref({ status }),
    })),
    others: lately
      ? [
          {
            name: 'Failed, last 7 days',
            href: transactionsHref({
              status: 'failed',
              start_date: lately.start_date,
              end_date: lately.end_date,
            }),
          },
        ]
      : [],
  }
}
