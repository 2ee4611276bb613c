import { type DayNumber, dateParameters, dayOf } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import { dayEdges } from '../../books/edges.ts'
import { dayWithin, type Edge, eachRow } from '../../books/transaction-table.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { openStatuses, type TransactionStatus } from '../../contract/enumerations.ts'

/** Transactions in flight for more than seven days, and those that ended badly in the last seven and the seven before. */
export interface RecentTrouble {
  readonly stuck: readonly StatusCount[]
  /** Null unless the day of each is known. */
  readonly oldest: { readonly id: string | null; readonly day: DayNumber } | null
  readonly ended: readonly StatusCount[]
  readonly endedBefore: readonly StatusCount[]
  /** Transactions that may belong to the first or the others, and are in none of them. */
  readonly mayBeStuck: InDoubt
  readonly mayHaveEnded: InDoubt
}

/** How many transactions of a status, at least one, and the filter that lists them. A service takes one status at a time. */
export interface StatusCount {
  readonly status: TransactionStatus
  readonly count: number
  readonly filter: Filter<'transactions'>
}

/** Those of the status without a known day, and those with a status that the specification does not have. */
export interface InDoubt {
  undated: number
  unknown: number
}

/** Where the spans of days begin and end. */
export function recentEdges(today: DayNumber): readonly Edge[] {
  return dayEdges([today - 13, today - 7, today - 6])
}

/** Of books divided by `recentEdges`. Null where the days of the transactions are not known. */
export function recentTrouble({ transactions: { table, days }, ended: readAt }: Books): RecentTrouble | null {
  if (days.failure !== null) return null
  const today = dayOf(Date.parse(readAt), 'utc')
  const counts = new Map<string, number>()
  const add = (to: Place, status: string) =>
    counts.set(`${to} ${status}`, (counts.get(`${to} ${status}`) ?? 0) + 1)
  const mayBeStuck: InDoubt = { undated: 0, unknown: 0 }
  const mayHaveEnded: InDoubt = { undated: 0, unknown: 0 }
  let oldest: RecentTrouble['oldest'] = null
  let isOldestKnown = true
  eachRow(table, ({ status, transaction_id: id }, day, span) => {
    const age = day === null ? null : today - day
    if (openStatuses.some((one) => one === status)) {
      if (age === null) mayBeStuck.undated += 1
      else if (age > 7) {
        add('stuck', status ?? '')
        const since = dayWithin(span)
        if (since === null) isOldestKnown = false
        else if (oldest === null || since <= oldest.day) oldest = { id, day: since }
      }
    } else if (endedBadly.some((one) => one === status)) {
      if (age === null) mayHaveEnded.undated += 1
      else if (age < 14) add(age < 7 ? 'ended' : 'endedBefore', status ?? '')
    } else if (!endedWell.some((one) => one === status)) {
      if (age === null || age > 7) mayBeStuck.unknown += 1
      if (age === null || age < 14) mayHaveEnded.unknown += 1
    }
  })
  const countsOf = (place: Place, dates: Filter<'transactions'>) =>
    [...openStatuses, ...endedBadly].flatMap((status): readonly StatusCount[] => {
      const count = counts.get(`${place} ${status}`)
      return count === undefined ? [] : [{ status, count, filter: { ...dates, status } }]
    })
  const dates = (first: DayNumber, last: DayNumber) =>
    dateParameters({ first, last }, days.formOfLinks, 'utc')
  const { end_date } = dates(today - 8, today - 8)
  return {
    stuck: countsOf('stuck', { end_date }),
    oldest: isOldestKnown ? oldest : null,
    ended: countsOf('ended', dates(today - 6, today)),
    endedBefore: countsOf('endedBefore', dates(today - 13, today - 7)),
    mayBeStuck,
    mayHaveEnded,
  }
}

type Place = 'stuck' | 'ended' | 'endedBefore'

const endedBadly: readonly TransactionStatus[] = ['failed', 'rejected']
const endedWell: readonly TransactionStatus[] = ['completed', 'cancelled']
