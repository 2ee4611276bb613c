/** What is said of dates. */
import type { DatesOff } from '../../api/dates/date-filter.ts'
import type { WhyNoDate } from './dates-store.ts'

/** What the date of a transaction is. */
export const recordedOnHint =
  'The day on which the service recorded it. Records have no date, so the console finds it with the service’s date filter.'

/** What the choice to find dates does. */
export const datesHint = 'Asks the service on which day it recorded each transaction.'

/** Of a record whose date is on its way. */
export const findingDate = 'Asking the service…'

/** How a time is found, which takes many requests. */
export const timeWords = {
  find: 'Find the time',
  cost: (requests: number) => `Takes about ${requests} requests.`,
  stop: 'Stop',
  unknown: 'The service filters by whole days only, so the time cannot be found.',
  failed: 'The service did not answer. Try again.',
  between: (from: string, to: string) => `between ${from} and ${to}`,
}

/** Leads from a record to the list of its day. */
export const sameDay = 'All transactions of this day'

/** Why there is no date, each a sentence. */
export const whyNoDate: Readonly<Record<WhyNoDate, string>> = {
  'not-found': 'The service’s date filter returns this transaction for no day.',
  contradicted: 'The service’s date filter returns this transaction for more than one day.',
  failed: 'The service did not answer when asked for the date. The next refresh tries again.',
  skipped:
    'The service’s date filter returned the transactions before this one for no day. The next refresh tries again.',
  refused: 'The service does not filter by date, so there are no dates.',
  ignored:
    'Asked for one day, the service returned another day’s transactions as well, so no dates are shown.',
  nowhere: 'The service’s date filter returns these transactions for no day, so no dates are shown.',
}

/** What is said of dates beside "as of": that they wait for a rate limit, or why there are none. */
export const datesInWords: Readonly<Record<'waiting' | DatesOff, string>> = {
  waiting: 'Dates are waiting: too many requests',
  refused: 'No dates: the service does not filter by date',
  ignored: 'No dates: the service’s date filter returns other days as well',
  nowhere: 'No dates: the service’s date filter finds these transactions on no day',
}
