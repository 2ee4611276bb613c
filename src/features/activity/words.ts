/** What activity says, and how its periods are called. */
import type { DateFilter } from '../../api/dates/date-filter.ts'
import { dayStart } from '../../api/dates/day.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { datesOffTexts } from '../../records/dates/words.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import type { ActivitySpan } from '../../url/activity.ts'
import type { Choice } from './bars.ts'
import type { Side } from './figures.ts'
import type { Period } from './periods.ts'

export const spanLabels: Readonly<Record<ActivitySpan, string>> = {
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

/** What the two sides are called, over all vaults and of one: "Deposits", "In", and of amounts "Deposits, ETH". */
export function sideLabel({ whose, asset, isAmount }: Choice, side: Side): string {
  const name = whose === null ? (side === 'in' ? 'Deposits' : 'Withdrawals') : side === 'in' ? 'In' : 'Out'
  return isAmount && asset?.asset_id ? `${name}, ${withHiddenNamed(asset.asset_id)}` : name
}

/** "Wed 18 Nov 2026", "November 2026". */
export function periodTitle({ unit, range }: Period): string {
  return (unit === 'day' ? dayTitle : monthTitle).format(dayStart(range.first, 'utc'))
}

/** "18 Nov", "Nov". */
export function periodLabel({ unit, range }: Period): string {
  return (unit === 'day' ? dayLabel : monthLabel).format(dayStart(range.first, 'utc'))
}

/** The year under the first label, and under each January. */
export function yearLabel({ unit, range }: Period, isFirst: boolean): string | null {
  const date = new Date(dayStart(range.first, 'utc'))
  return unit === 'month' && (isFirst || date.getUTCMonth() === 0) ? String(date.getUTCFullYear()) : null
}

/** "12 of 30 days". */
export function progressText(done: number, periods: readonly Period[]): string {
  return `Reading ${countText(done)} of ${countText(periods.length)} ${unitOf(periods)}`
}

/** "3 days could not be read", and which is partial. */
export function missingText(missing: number, periods: readonly Period[]): string {
  return missing === periods.length
    ? 'Activity could not be read'
    : `${counted(missing, periods[0]?.unit ?? 'day')} could not be read`
}

function unitOf(periods: readonly Period[]): string {
  return periods[0]?.unit === 'month' ? 'months' : 'days'
}

/** What a value is called that is on its way, that was not read, or only in part. */
export const pending = '…'
export const notRead = 'not read'
export const atLeast = 'at least'

/** Why nothing is drawn. */
export const troubles = {
  off: 'Activity is found by asking for each day. Turn on “Show dates” to see it.',
  ...datesOffTexts,
} as const

/** What is counted, under the chart. */
export function basisText({ whose, isAmount }: Choice, days: DateFilter['days']): string {
  const which = isAmount
    ? 'Amounts of completed transactions'
    : whose === null
      ? 'Deposits and withdrawals of every status'
      : 'Transactions of every type and status'
  return `${which}, by the ${days === 'utc' ? 'UTC day on which' : 'service’s own day on which'} they were recorded.`
}

/** "3 amounts could not be read as numbers and are left out." */
export function unreadableText(count: number): string {
  return `${counted(count, 'amount')} could not be read and ${count === 1 ? 'is' : 'are'} left out.`
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
}

const dayTitle = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const monthTitle = format({ month: 'long', year: 'numeric' })
const dayLabel = format({ day: 'numeric', month: 'short' })
const monthLabel = format({ month: 'short' })
