import type { WhoseDays } from '../contract/day.ts'
import type { DatesOff } from '../sync/service/service-profile.ts'

export const datesOffTexts: Readonly<Record<DatesOff, string>> = {
  refused: 'The service does not filter by date.',
  nowhere: 'The service’s date filter finds no transactions on any day.',
  ignored: 'The service lists a transaction on two different days, so its date filter cannot be relied on.',
  ahead: 'The service lists transactions for a time in the future, so its date filter cannot be relied on.',
  zone: 'The service ignores the time zone of a date, so its date filter cannot be relied on.',
  request:
    'The service filters by the time of the request, not of the transaction, so its date filter cannot be relied on.',
}

export function isDatesOff(text: string | null): text is DatesOff {
  return text !== null && Object.hasOwn(datesOffTexts, text)
}

export function zoneOfDays(whose: WhoseDays): string {
  return whose === 'service' ? 'by the service’s own days' : 'UTC'
}

/** Without reliable dates, a filter by date proves nothing about the rows. */
export function datesInWords(why: DatesOff, isFilteredByDate: boolean): string {
  return `${isFilteredByDate ? 'Rows may be from other days' : 'No dates'}: ${datesOffBriefly[why]}`
}

const datesOffBriefly: Readonly<Record<DatesOff, string>> = {
  refused: 'the service does not filter by date',
  ignored: 'the service’s date filter returns other days as well',
  nowhere: 'the service’s date filter finds no transactions on any day',
  ahead: 'the service’s date filter lists transactions in the future',
  zone: 'the service’s date filter ignores the time zone',
  request: 'the service’s date filter goes by the time of the request',
}
