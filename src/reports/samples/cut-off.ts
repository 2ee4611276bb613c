/** The last transactions that were recorded by the end of a day, and the first after it; and what a sample says as a cut-off does. */
import { counted, countText, sentences } from '../../contract/count-text.ts'
import { dayNumber } from '../../contract/day.ts'
import type { Report, ReportRow, ReportTable } from '../../contract/report.ts'
import { zoneDayOf, zoneDayStart } from '../../contract/time-zone.ts'
import { dayEdges, type Edge, eachDay } from '../../ledger/edges.ts'
import type { SamplePopulation, SpanCount, SpanOfDay, TransactionOfDay } from '../../store/queries/samples.ts'
import type { TransactionQuery } from '../../store/queries/transaction-query.ts'
import type { ListedTransaction } from '../../store/queries/transactions.ts'
import type { SampleQuery } from '../../url/samples.ts'
import { recordColumns, recordRow } from '../columns.ts'
import { dayInZone } from '../recorded-sums.ts'
import {
  type DatedAccount,
  datedAccount,
  type ReportRecords,
  recordedTransaction,
} from '../report-records.ts'

export interface CutOff extends Pick<SampleQuery, 'zone' | 'size'> {
  /** `YYYY-MM-DD`. */
  readonly cutoff: string
}

/** What tells the sides apart, and, in a zone, the days around it. */
export function cutOffEdges({ cutoff, zone }: CutOff, { asOf }: Pick<DatedAccount, 'asOf'>): readonly Edge[] {
  const cut = dayNumber(cutoff) ?? 0
  if (zone === null) return dayEdges([cut + 1])
  // Nothing lies between today and a cut-off in the future.
  const middle = Math.min(cut, zoneDayOf(asOf, zone))
  return eachDay({ first: middle - daysAround, last: middle + daysAround }, zone)
}

/** Days in a zone that the service is asked for, on each side. Further away, the day of a transaction may be one of two. */
const daysAround = 31

export async function cutOffTables(
  records: ReportRecords,
  asked: TransactionQuery,
  population: Population,
  { cutoff, zone, size }: CutOff,
): Promise<Pick<Report, 'title' | 'headline' | 'tables' | 'remarks'>> {
  const cut = dayNumber(cutoff) ?? 0
  const at = zoneDayStart(cut + 1, zone ?? 'UTC')
  const { before, after, undated } = sidesOf(await records.moment.samples.spans(asked), at, zone)
  const rowsOf = (spans: readonly CountedSpan[], which: 'latest' | 'earliest') =>
    records.moment.samples.ofDays(asked, nearest(spans, which, size), { which, limit: size })
  const [last, first] = [await rowsOf(before, 'latest'), await rowsOf(after, 'earliest')]
  const { whose } = datedAccount(records.state)
  const zoneName = zone ?? (whose === 'service' ? 'the service’s own days' : 'UTC')
  const end = `the end of ${cutoff} (${zoneName})`
  const table = (name: string, title: string, rows: readonly TransactionOfDay[]): ReportTable => ({
    ...{ name, title, empty: 'None.' },
    columns: [...recordColumns, ...sampleColumns],
    rows: rows.map((row, index) => sampleRow(row, zone, index)),
  })
  return {
    title: 'Cut-off',
    headline: sampleHeadline(last.length + first.length, population, `around ${end}`),
    tables: [
      table('before', `Last ${countText(last.length)} before ${end}`, last),
      table('after', `First ${countText(first.length)} after ${end}`, first),
    ],
    remarks: [
      `Sorted by the day for which the service’s date filter lists each transaction, in ${zoneName}. Within a day, they keep the service’s order: the time is not known.`,
      ...sentences(
        undated > 0 &&
          `${counted(undated, 'transaction has no date, so it', 'transactions have no date, so they')} may belong to either side.`,
      ),
      ...uncountedTexts(population),
    ],
  }
}

/** `undated`: what may be on either side, or anywhere on one. */
function sidesOf(spans: readonly SpanCount[], at: number, zone: string | null) {
  const before: CountedSpan[] = []
  const after: CountedSpan[] = []
  let undated = 0
  for (const { from, before: end, count } of spans) {
    if (from === null || end === null || end - from > longestDay || (from < at && end > at)) undated += count
    else (end <= at ? before : after).push({ from, before: end, count, day: zoneDayOf(from, zone ?? 'UTC') })
  }
  return { before, after, undated }
}

interface CountedSpan extends SpanOfDay {
  readonly count: number
}

/** Milliseconds. A day of UTC, and the longest day of a zone. */
const longestDay = 25 * 3_600_000

/** The days next to the cut that have as many transactions as are wanted. */
function nearest(
  spans: readonly CountedSpan[],
  which: 'latest' | 'earliest',
  size: number,
): readonly SpanOfDay[] {
  const sign = which === 'latest' ? -1 : 1
  const near: SpanOfDay[] = []
  let count = 0
  for (const { count: more, ...span } of spans.toSorted((one, other) => sign * (one.day - other.day))) {
    if (count >= size && span.day !== near.at(-1)?.day) break
    near.push(span)
    count += more
  }
  return near
}

/** On paper, the id is how a sample is traced. */
export const sampleColumns = [{ name: 'transaction_id', label: 'Transaction', kind: 'transaction' }] as const

export function sampleRow(listed: ListedTransaction, zone: string | null, place: number): ReportRow {
  const { transaction, recorded } = recordedTransaction(listed)
  return recordRow(transaction, dayInZone(recorded, zone), place)
}

/** The transactions of a filter that have an id. Without one they can be neither drawn nor traced. */
export interface Population extends SamplePopulation {
  /** Transactions that may or may not be in the period. */
  readonly undecided: number
}

export function sampleHeadline(
  count: number,
  { ids, unnamed, undecided }: Population,
  how: string,
): Report['headline'] {
  if (ids === 0) {
    const none =
      undecided > 0 ? 'No transactions are known to match this filter' : 'No transactions match this filter'
    const text = unnamed === 0 ? none : `None of ${counted(unnamed, 'transaction')} has an id`
    return { text, tone: 'neutral' }
  }
  return { text: `${countText(count)} of ${counted(ids, 'transaction')} ${how}`, tone: 'neutral' }
}

export function uncountedTexts({ unnamed, repeated }: SamplePopulation): readonly string[] {
  const haveOther = counted(
    repeated,
    'transaction has the id of another, and is',
    'transactions have the id of another, and are',
  )
  return sentences(
    unnamed > 0 && `${counted(unnamed, 'transaction has', 'transactions have')} no id, and cannot be drawn.`,
    repeated > 0 && `${haveOther} not counted.`,
  )
}
