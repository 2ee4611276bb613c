import type { DateFilter } from '../../api/service-profile.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { dayStart } from '../../contract/day.ts'
import { Amount } from '../../records/amounts.tsx'
import { dateLabel } from '../../records/instant.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import type { ActivitySpan } from '../../url/lists.ts'
import type { ActivityAsset, ActivityPeriod, Bar, Choice, LeftOut, Side } from './activity.ts'

export const spanLabels: Readonly<Record<ActivitySpan, string>> = {
  '14d': '14 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

/** "Deposits" of all vaults, "In" of one; for amounts "Deposits, ETH". */
export function sideLabel({ whose, asset, isAmount }: Choice, side: Side): string {
  const name = whose === null ? (side === 'in' ? 'Deposits' : 'Withdrawals') : side === 'in' ? 'In' : 'Out'
  return isAmount && asset?.asset_id ? `${name}, ${withHiddenNamed(asset.asset_id)}` : name
}

export function activityAssetLabel({ asset_id, network_id }: ActivityAsset): string {
  const names = [asset_id, network_id === asset_id ? null : network_id].filter(Boolean)
  return withHiddenNamed(names.join(' · ')) || 'No asset'
}

/** "Wed 18 Nov 2026", "November 2026". */
export function periodTitle({ unit, range }: ActivityPeriod): string {
  return dateLabel(dayStart(range.first, 'utc'), unit)
}

/** "18 Nov", "Nov". */
export function periodLabel({ unit, range }: ActivityPeriod): string {
  return dateLabel(dayStart(range.first, 'utc'), unit === 'day' ? 'shortDay' : 'shortMonth')
}

/** Only under the first label and each January. */
export function yearLabel({ unit, range }: ActivityPeriod, isFirst: boolean): string | null {
  const date = new Date(dayStart(range.first, 'utc'))
  return unit === 'month' && (isFirst || date.getUTCMonth() === 0) ? String(date.getUTCFullYear()) : null
}

type Value = Pick<Bar, 'text' | 'unreadable'>

/** "34", "at least 12.5". With `fractionWidth` the points of a column's amounts align. */
export function BarValue({
  bar: { text, unreadable },
  isAmount,
  fractionWidth = 0,
}: {
  bar: Value
  isAmount: boolean
  fractionWidth?: number
}) {
  return (
    <>
      {unreadable > 0 && 'at least '}
      {isAmount ? <Amount value={text} fractionWidth={fractionWidth} /> : countText(Number(text))}
    </>
  )
}

/** The same for screen readers. */
export function barText({ text, unreadable }: Value): string {
  return unreadable > 0 ? `at least ${text}` : text
}

export function basisText({ whose, isAmount }: Choice, days: DateFilter['days']): string {
  const which = isAmount
    ? 'Amounts of completed transactions'
    : whose === null
      ? 'Deposits and withdrawals of every status'
      : 'Transactions of every type and status'
  return `${which}, by the ${days === 'utc' ? 'UTC day on which' : 'service’s own day on which'} they were recorded.`
}

/** What no bar holds. */
export function missingText({ unreadable, undated, untyped }: LeftOut): string {
  const left = [
    ...(unreadable === 0 ? [] : [`${counted(unreadable, 'unreadable amount')}`]),
    ...(undated === 0 ? [] : [`${counted(undated, 'transaction')} without a date`]),
    ...(untyped === 0 ? [] : [`${counted(untyped, 'transaction')} of unknown type`]),
  ]
  return left.length === 0 ? '' : `Not included: ${left.join(', ')}.`
}
