/** Activity over time: how many transactions came in and went out, by day or month up to today. Each bar leads to the list that it counts. */
import type {
  ActivityAnswer,
  ActivityBars,
  ActivityPeriod,
  ActivitySide,
  ActivitySpan,
} from '../contract/activity.ts'
import { type DayNumber, dateParameters, dayText, monthStart } from '../contract/day.ts'
import type { TransactionFilter } from '../contract/endpoints.ts'
import { transactionTypes } from '../contract/enumerations.ts'
import { datesOffTexts } from '../records/dates.ts'
import { dayEdges, dayInSpan, type Edge } from '../settlement/edges.ts'
import type { RecordsMoment } from '../store/moment.ts'
import type { SpanCount, TypedSpanCount } from '../store/queries/span-counts.ts'
import { transactionsHref } from '../url/hrefs.ts'
import { isSpan } from '../url/lists.ts'
import { figureEntry } from './entry.ts'
import { datedAccount } from './report-records.ts'

interface ActivityQuery {
  readonly span: ActivitySpan
  /** Null for all vaults. */
  readonly vaultId: string | null
}

export const activityFigure = figureEntry<ActivityQuery, ActivityAnswer>({
  name: 'activity',
  lists: ['transactions'],
  parse(parameters) {
    const span = parameters.get('span') ?? undefined
    return { span: isSpan(span) ? span : '14d', vaultId: parameters.get('vault') }
  },
  edges: ({ span }, { today }) => edgesOf(periodsOf(span, today), today),
  async make(records, { span, vaultId }) {
    const { dates, state } = records
    if (dates?.failure)
      return { refusal: { title: 'No activity over time', text: datesOffTexts[dates.failure] } }
    const { today, whose } = datedAccount(state)
    const periods = periodsOf(span, today)
    const edges = edgesOf(periods, today)
    const dayOf = (count: SpanCount) => dayOfSpan(count, edges, today)
    const counts = await sideCounts(records.moment, vaultId)
    const first = periods[0]?.range.first ?? today
    const isInReach = (day: DayNumber | null) => day === null || (day >= first && day <= today)
    const { doubts } = await records.basis(['transactions'])
    return {
      bars: periods.map((period) => barsOf(period, counts, vaultId, dayOf)),
      undated:
        sumOf(counts.in, (each) => dayOf(each) === null) +
        sumOf(counts.out, (each) => dayOf(each) === null) -
        sumOf(counts.both, (each) => dayOf(each) === null),
      untyped: sumOf(counts.neither, (each) => !isKnownType(each) && isInReach(dayOf(each))),
      ...{ whose, as_of: records.asOf, doubts },
    }
  },
})

type SideCounts = Readonly<Record<ActivitySide | 'both' | 'neither', readonly TypedSpanCount[]>>

async function sideCounts(moment: RecordsMoment, vaultId: string | null): Promise<SideCounts> {
  if (vaultId === null) {
    const all = await moment.spans({})
    const ofType = (type: string | null) => all.filter(({ transaction_type }) => transaction_type === type)
    return { in: ofType(typeOf('in')), out: ofType(typeOf('out')), both: [], neither: all }
  }
  const [into, out] = [{ destination_id: [vaultId] }, { source_id: [vaultId] }]
  return {
    in: await moment.spans(into),
    out: await moment.spans(out),
    both: await moment.spans({ ...into, ...out }),
    neither: [],
  }
}

function barsOf(
  period: ActivityPeriod,
  counts: SideCounts,
  vaultId: string | null,
  dayOf: (count: SpanCount) => DayNumber | null,
): ActivityBars {
  const { first, last } = period.range
  const barOf = (side: ActivitySide) => ({
    count: sumOf(counts[side], (each) => {
      const day = dayOf(each)
      return day !== null && day >= first && day <= last
    }),
    href: transactionsHref({
      ...filterOf(side, vaultId),
      ...dateParameters(period.range, 'day', 'utc'),
    }),
  })
  return { period, in: barOf('in'), out: barOf('out') }
}

function sumOf(counts: readonly TypedSpanCount[], isCounted: (count: TypedSpanCount) => boolean): number {
  return counts.reduce((sum, each) => sum + (isCounted(each) ? each.count : 0), 0)
}

function dayOfSpan({ from, before }: SpanCount, edges: readonly Edge[], today: DayNumber): DayNumber | null {
  return from === null || before === null ? null : dayInSpan({ from, before }, edges, today)
}

function edgesOf(periods: readonly ActivityPeriod[], today: DayNumber): readonly Edge[] {
  return dayEdges([...periods.map(({ range }) => range.first), today + 1])
}

function isKnownType({ transaction_type }: TypedSpanCount): boolean {
  return transactionTypes.some((type) => type === transaction_type)
}

function filterOf(side: ActivitySide, vaultId: string | null): TransactionFilter {
  if (vaultId === null) return { transaction_type: typeOf(side) }
  return side === 'in' ? { destination_id: vaultId } : { source_id: vaultId }
}

function typeOf(side: ActivitySide) {
  return side === 'in' ? 'deposit' : 'withdraw'
}

const spanLengths: Readonly<Record<ActivitySpan, number>> = { '14d': 14, '30d': 30, '90d': 90, '12m': 12 }

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
