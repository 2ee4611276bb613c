/** Of the days of transactions in a list: their age, what names a row, and where another day begins. */
import { presentTime } from '../../api/open-pack.ts'
import { ageInDays, ageText } from '../../contract/ages.ts'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { dayNumber, dayOf, type WhoseDays } from '../../contract/day.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { statusInWords, transactionInWords } from '../../display/labels.ts'
import { dayInList, type ListDates, recordedDay } from '../../display/recorded-day.tsx'

/** For how many days a transaction has been in flight. Null for any other, and before its day is known. */
export function ageInWords({ status }: Transaction, day: string | null, zone: WhoseDays): string | null {
  const first = day === null || !openStatuses.some((one) => one === status) ? null : dayNumber(day)
  if (first === null) return null
  return ageText(ageInDays(first, dayOf(presentTime(), zone === 'local' ? 'local' : 'utc')))
}

export function labelInRow(row: ConsoleTransaction, { whose, zone, isShort }: ListDates): string {
  const day = recordedDay(row.recorded, zone)
  // In the order of the row.
  const shown = day && dayInList(day, isShort)
  const when = [shown, ageInWords(row, day, whose)].filter((text) => text !== null).join(' ')
  return [transactionInWords(row), statusInWords(row), ...(when === '' ? [] : [when])].join(', ')
}

/** The ids of the rows that begin another day; none where the rows are not in the order of their days. */
export function dayBorders(rows: readonly ConsoleTransaction[], zone: string | null): ReadonlySet<string> {
  const borders = new Set<string>()
  let before: string | null = null
  for (const { transaction_id: id, recorded } of rows) {
    const day = recordedDay(recorded, zone)
    if (day !== null && before !== null && day > before) return new Set()
    if (id !== null && day !== null && before !== null && day < before) borders.add(id)
    before = day
  }
  return borders
}
