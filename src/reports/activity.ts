/** Activity over time: how many transactions came in and went out, by day or month. Each bar leads to the list that it counts. */
import type {
  ActivityBar,
  ActivityFigures,
  ActivityPeriod,
  ActivitySide,
  ActivitySpan,
} from '../contract/activity.ts'
import { type DayNumber, dateParameters, dayText, monthStart } from '../contract/day.ts'
import type { Filter } from '../contract/endpoints.ts'
import { datesOffTexts } from '../display/dates.ts'
import { dayEdges } from '../ledger/edges.ts'
import { transactionsHref } from '../url/hrefs.ts'
import { isSpan } from '../url/lists.ts'
import { figureEntry } from './entry.ts'
import { datedAccount } from './report-records.ts'

interface ActivityQuery {
  readonly span: ActivitySpan
  /** Of one vault; null for all. */
  readonly vault: string | null
}

export const activityFigure = figureEntry<ActivityQuery, ActivityFigures>({
  name: 'activity',
  lists: ['transactions'],
  parse(parameters) {
    const span = parameters.get('span') ?? undefined
    return { span: isSpan(span) ? span : '14d', vault: parameters.get('vault') }
  },
  edges: ({ span }, { today }) => edgesOf(span, today),
  async make(records, { span, vault }) {
    const failure = records.dates?.failure
    if (failure) return { refusal: { title: 'No activity over time', text: datesOffTexts[failure] } }
    const { today, whose } = datedAccount(records.state)
    const periods = periodsOf(span, today)
    const moments = edgesOf(span, today).map(({ at }) => at)
    const counts = await records.moment.activity(vault, moments)
    const placed = new Map(counts.map((count) => [count.edgesBefore, count]))
    const barOf = ({ range }: ActivityPeriod, side: ActivitySide, place: number): ActivityBar => ({
      count: placed.get(place)?.[side] ?? 0,
      href: transactionsHref({ ...filterOf(side, vault), ...dateParameters(range, 'day') }),
    })
    // What is older than the first bar, or newer than the last, is in none.
    const isShown = (place: number | null) => place === null || (place > 0 && place <= periods.length)
    return {
      bars: periods.map((period, index) => ({
        period,
        in: barOf(period, 'in', index + 1),
        out: barOf(period, 'out', index + 1),
      })),
      undated: placed.get(null)?.either ?? 0,
      untyped:
        vault === null
          ? counts.reduce((sum, { edgesBefore, untyped }) => sum + (isShown(edgesBefore) ? untyped : 0), 0)
          : 0,
      whose,
      as_of: records.asOf,
      doubts: (await records.basis(['transactions'])).doubts,
    }
  },
})

function edgesOf(span: ActivitySpan, today: DayNumber) {
  return dayEdges([...periodsOf(span, today).map(({ range }) => range.first), today + 1])
}

function filterOf(side: ActivitySide, vault: string | null): Filter<'transactions'> {
  if (vault === null) return { transaction_type: side === 'in' ? 'deposit' : 'withdraw' }
  return side === 'in' ? { destination_id: vault } : { source_id: vault }
}

const spanLengths: Readonly<Record<ActivitySpan, number>> = {
  '14d': 14,
  '30d': 30,
  '90d': 90,
  '12m': 12,
}

/** Days or calendar months up to today, oldest first. The current month ends today. */
export function periodsOf(span: ActivitySpan, today: DayNumber): readonly ActivityPeriod[] {
  const unit = span === '12m' ? 'month' : 'day'
  const periods: ActivityPeriod[] = []
  let last = today
  while (periods.length < spanLengths[span]) {
    const first = unit === 'month' ? monthStart(last) : last
    periods.unshift({
      unit,
      name: dayText(first).slice(0, unit === 'month' ? 7 : 10),
      range: { first, last },
    })
    last = first - 1
  }
  return periods
}
