/** Of the days of transactions in a list: their age, and what names a row. */
import { presentTime } from '../../api/open-pack.ts'
import { ageInDays, ageText } from '../../contract/ages.ts'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { dayNumber, dayOf } from '../../contract/day.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { statusInWords, transactionInWords } from '../../display/labels.ts'
import { dayInList, type ListDates, recordedDay } from '../../display/recorded-day.tsx'

/** For how many days a transaction has been in flight. Null for any other, and before its day is known. */
export function ageInWords({ status }: Transaction, day: string | null): string | null {
  const first = day === null || !openStatuses.some((one) => one === status) ? null : dayNumber(day)
  if (first === null) return null
  return ageText(ageInDays(first, dayOf(presentTime())))
}

export function labelInRow(row: ConsoleTransaction, { zone, isShort }: ListDates): string {
  const day = recordedDay(row.recorded, zone)
  // In the order of the row.
  const shown = day && dayInList(day, isShort)
  const when = [shown, ageInWords(row, day)].filter((text) => text !== null).join(' ')
  return [transactionInWords(row), statusInWords(row), ...(when === '' ? [] : [when])].join(', ')
}
