import type { WhoseDays } from '../contract/day.ts'
import type { DatesOff } from '../sync/service/service-profile.ts'
import { localZone } from './instant.ts'

export type WhyNoDate = 'not-found' | 'failed' | 'not-loaded' | DatesOff

export const datesOffTexts: Readonly<Record<DatesOff, string>> = {
  refused: 'The service does not filter by date.',
  nowhere: 'The service’s date filter finds no transactions on any day.',
  ignored: 'The service lists a transaction on two different days, so its date filter cannot be relied on.',
  ahead: 'The service lists transactions for a time in the future, so its date filter cannot be relied on.',
  zone: 'The service ignores the time zone of a date, so its date filter cannot be relied on.',
  request:
    'The service filters by the time of the request, not of the transaction, so its date filter cannot be relied on.',
}

export function zoneOfDays(whose: WhoseDays): string {
  if (whose === 'service') return 'by the service’s own days'
  return whose === 'utc' ? 'UTC' : localZone()
}

export const whyNoDate: Readonly<Record<WhyNoDate, string>> = {
  'not-found': 'The service’s date filter does not return this transaction for any day.',
  failed: 'The service did not answer when asked for the date. The next refresh tries again.',
  'not-loaded': 'The part of the console that finds dates could not be loaded. The next refresh tries again.',
  ...datesOffTexts,
}

/** Without reliable dates, a filter by date proves nothing about the rows. */
export function datesInWords(status: 'waiting' | DatesOff, isFilteredByDate: boolean): string {
  if (status === 'waiting') return 'Dates are waiting: too many requests'
  return `${isFilteredByDate ? 'Rows may be from other days' : 'No dates'}: ${datesOffBriefly[status]}`
}

const datesOffBriefly: Readonly<Record<DatesOff, string>> = {
  refused: 'the service does not filter by date',
  ignored: 'the service’s date filter returns other days as well',
  nowhere: 'the service’s date filter finds no transactions on any day',
  ahead: 'the service’s date filter lists transactions in the future',
  zone: 'the service’s date filter ignores the time zone',
  request: 'the service’s date filter goes by the time of the request',
}
