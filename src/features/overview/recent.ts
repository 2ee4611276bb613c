import { type DayNumber, dateParameters, dayOf } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import { eachRow } from '../../books/transaction-table.ts'
import type { Filter } from '../../contract/endpoints.ts'

/** Transactions in flight for more than seven days, and those that ended badly in the last seven and the seven before. */
export interface RecentTrouble {
  readonly stuck: number
  readonly oldest: { readonly id: string | null; readonly day: DayNumber } | null
  /** In flight without a known day. */
  readonly undated: number
  readonly ended: number
  readonly endedBefore: number
  /** Ended badly without a known day. */
  readonly endedUndated: number
  /** Their status is none of the specification's, so they may be any of these. */
  readonly unknown: number
  /** The dates of the last seven days. */
  readonly week: Filter<'transactions'>
}

/** Null where the days of the transactions are not known. */
export function recentTrouble({ transactions: { table, days }, ended: readAt }: Books): RecentTrouble | null {
  if (days.failure !== null) return null
  const today = dayOf(Date.parse(readAt), 'utc')
  const sum = { stuck: 0, undated: 0, ended: 0, endedBefore: 0, endedUndated: 0, unknown: 0 }
  let oldest: RecentTrouble['oldest'] = null
  eachRow(table, ({ status, transaction_id: id }, day) => {
    if (inFlight.has(status)) {
      if (day === null) sum.undated += 1
      else if (today - day > 7) {
        sum.stuck += 1
        if (oldest === null || day <= oldest.day) oldest = { id, day }
      }
    } else if (endedBadly.has(status)) {
      if (day === null) sum.endedUndated += 1
      else if (today - day < 7) sum.ended += 1
      else if (today - day < 14) sum.endedBefore += 1
    } else if (!endedWell.has(status)) sum.unknown += 1
  })
  const week = dateParameters({ first: today - 6, last: today }, days.formOfLinks, 'utc')
  return { ...sum, oldest, week }
}

const inFlight: ReadonlySet<string | null> = new Set(['pending', 'processing', 'confirming'])
const endedBadly: ReadonlySet<string | null> = new Set(['failed', 'rejected'])
const endedWell: ReadonlySet<string | null> = new Set(['completed', 'cancelled'])
