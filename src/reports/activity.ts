/** Activity up to the day on which the records are as of. */
import {
  type ActivityFigure,
  type ActivityPeriod,
  type ActivitySpan,
  type Bar,
  isSpan,
  type Side,
} from '../contract/activity-figure.ts'
import { type DayNumber, dateParameters, dayText, monthStart } from '../contract/day.ts'
import type { Filter } from '../contract/endpoints.ts'
import { transactionTypes } from '../contract/enumerations.ts'
import { datesOffTexts } from '../records/dates.ts'
import { dayEdges, dayInSpan, type Edge } from '../settlement/edges.ts'
import type { TypedSpanCount } from '../store/queries/span-counts.ts'
import { transactionsHref } from '../url/hrefs.ts'
import { figureEntry } from './entry.ts'
import { datedAccount, type ReportRecords } from './report-records.ts'

interface ActivityQuery {
  readonly span: ActivitySpan
  readonly vaultId: string | null
}

export const activityEntry = figureEntry<ActivityQuery, ActivityFigure>({
  name: 'activity',
  lists: ['transactions'],
  parse(parameters) {
    const span = parameters.get('span') ?? undefined
    return { span: isSpan(span) ? span : '14d', vaultId: parameters.get('vault_id') }
  },
  edges: ({ span }, { today }) => edgesOf(span, today),
  async make(records, { span, vaultId }) {
    const { dates } = records
    if (dates?.failure)
      return { refusal: { title: 'Activity is not known', text: datesOffTexts[dates.failure] } }
    const { today, whose } = datedAccount(records.state)
    const periods = periodsOf(span, today)
    const first = periods[0]?.range.first ?? today
    const edges = edgesOf(span, today)
    const dayOf = ({ from, before }: TypedSpanCount) =>
      from === null || before === null ? null : dayInSpan({ from, before }, edges, today)
    const { in: came, out: went, both, others } = await sidesOf(records, vaultId)
    const countIn = (counts: readonly TypedSpanCount[], { range }: ActivityPeriod) =>
      countOf(counts, (each) => {
        const day = dayOf(each)
        return day !== null && day >= range.first && day <= range.last
      })
    const undatedIn = (counts: readonly TypedSpanCount[]) => countOf(counts, (each) => dayOf(each) === null)
    const barOf = (counts: readonly TypedSpanCount[], side: Side, period: ActivityPeriod): Bar => ({
      count: countIn(counts, period),
      href: transactionsHref({ ...filterOf(side, vaultId), ...dateParameters(period.range, 'day', 'utc') }),
    })
    const { as_of, doubts } = await records.basis(['transactions'])
    return {
      ...{ span, vaultId, whose, as_of, doubts },
      bars: periods.map((period) => ({
        period,
        in: barOf(came, 'in', period),
        out: barOf(went, 'out', period),
      })),
      undated: undatedIn(came) + undatedIn(went) - undatedIn(both),
      untyped: countOf(others, (each) => {
        const day = dayOf(each)
        return day === null || (day >= first && day <= today)
      }),
    }
  },
})

interface CountedSides extends Readonly<Record<Side, readonly TypedSpanCount[]>> {
  /** On both sides. */
  readonly both: readonly TypedSpanCount[]
  /** Of no type that is known. */
  readonly others: readonly TypedSpanCount[]
}

/** Of all vaults, deposits come in and withdrawals go out. Of one vault, everything with it as destination or source: there, every type counts. */
async function sidesOf({ moment }: ReportRecords, vaultId: string | null): Promise<CountedSides> {
  if (vaultId === null) {
    const all = await moment.spans({})
    const isKnown = ({ transaction_type }: TypedSpanCount) =>
      transactionTypes.some((type) => type === transaction_type)
    const ofType = (type: string) => all.filter(({ transaction_type }) => transaction_type === type)
    return {
      in: ofType(typeOf('in')),
      out: ofType(typeOf('out')),
      both: [],
      others: all.filter((each) => !isKnown(each)),
    }
  }
  const [at, from] = [{ destination_id: [vaultId] }, { source_id: [vaultId] }]
  return {
    in: await moment.spans(at),
    out: await moment.spans(from),
    both: await moment.spans({ ...at, ...from }),
    others: [],
  }
}

function countOf(counts: readonly TypedSpanCount[], isCounted: (count: TypedSpanCount) => boolean): number {
  return counts.reduce((sum, each) => sum + (isCounted(each) ? each.count : 0), 0)
}

function filterOf(side: Side, vaultId: string | null): Filter<'transactions'> {
  if (vaultId === null) return { transaction_type: typeOf(side) }
  return side === 'in' ? { destination_id: vaultId } : { source_id: vaultId }
}

function typeOf(side: Side) {
  return side === 'in' ? 'deposit' : 'withdraw'
}

function edgesOf(span: ActivitySpan, today: DayNumber): readonly Edge[] {
  return dayEdges([...periodsOf(span, today).map(({ range }) => range.first), today + 1])
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
