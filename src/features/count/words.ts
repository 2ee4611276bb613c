/** What counting says. */

import type { Completeness } from '../../api/walk/walk.ts'
import { countText } from '../../contract/count-text.ts'
import { neverAdded } from '../../records/labels.ts'
import { dateReasons } from '../export/index.ts'
import type { TallyProgress } from './tally.ts'
import type { Dates } from './tally-periods.ts'

/** What is not complete. */
export const incomplete: Readonly<Record<Exclude<Completeness, 'complete'>, string>> = {
  'read-once': 'Read once',
  partial: 'Partial',
}

/** The part of a page that counts. */
export const region = 'Count and totals'
export const again = 'Count again'
export const none = 'No transactions'
export const complete = 'Complete: read twice with the same result.'

/** What the sums hold. */
export const sumsNote = `Sums are exact and include every type and status: a rejected transaction adds as much as a completed one. ${neverAdded}. Fees are in the network’s own asset.`

/** What is done at present, and what the button says that ends it. */
export function progressWords({ pass, dates }: TallyProgress): { doing: string; endLabel: string } {
  if (dates !== null) return { doing: 'Finding dates', endLabel: 'Stop' }
  if (pass === 1) return { doing: 'Counting', endLabel: 'Stop' }
  return { doing: 'Reading again to check', endLabel: 'Skip the second reading' }
}

/** Totals by month and by day. */
export const periodWords = {
  label: 'Split by',
  none: 'All dates',
  month: 'Month',
  day: 'Day',
  /** Before dates are found. */
  cost: 'No record has a date, so the service is asked for one day after another: one request for a busy day, and up to about six where transactions lie far apart. Then the list is read once more.',
  find: 'Find dates',
  noDate: 'No date',
  note: (whose: Dates['whose']) =>
    `Days and months are ${whose === 'utc' ? 'in UTC' : 'the service’s own'}, by when it recorded the transaction.`,
  more: (count: number) => `Show ${countText(count)} more`,
} as const

/** Why there are no totals by month or day. */
export function noPeriods(failure: NonNullable<Dates['failure']>): string {
  const why =
    failure === 'too-many-groups'
      ? 'There are too many days, assets, types and statuses to split. Use a narrower filter.'
      : dateReasons({ failure, isCut: false }, 0).join(' ')
  return `No totals by month or day. ${why}`
}

/** Why some transactions have no date. */
export function undatedNote(undated: number): string {
  return `No date: ${dateReasons({ failure: null, isCut: false }, undated).join(' ')}`
}
