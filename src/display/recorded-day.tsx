/** The day on which the service recorded a transaction. Records do not have it: the gateway finds it with the service's date filter. */
import { type ReactNode, useMemo } from 'react'
import { presentTime } from '../api/open-pack.ts'
import { useRevision } from '../api/revision.ts'
import type { DateSpan } from '../contract/console-api.ts'
import { type Day, dayOf, dayText, type WhoseDays } from '../contract/day.ts'
import type { Revision } from '../contract/revision.ts'
import { zoneDayOf } from '../contract/time-zone.ts'
import type { DatesOff } from '../sync/service/service-profile.ts'
import { SkeletonText } from '../ui/inline.tsx'
import { datesOffTexts, isDatesOff, zoneOfDays } from './dates.ts'
import { dateLabel } from './instant.ts'
import { labelOf } from './labels.ts'
import { UntrustedText } from './text.tsx'

export interface ListDates {
  readonly whose: WhoseDays
  /** In whose days they are shown; null for UTC, or the service's own. */
  readonly zone: string | null
  /** Why the service's date filter cannot be relied on. */
  readonly off: DatesOff | null
  /** "28 Nov", for the cards of a narrow screen. */
  readonly isShort: boolean
}

/**
 * The same object until something changes: cells of a table depend on it. It has nothing that the first rows come before, since another one
 * draws all of them again.
 */
export function useListDates(zone: string | null = null, isShort = false): ListDates {
  const revision = useRevision()
  const whose: WhoseDays = revision?.dates?.days === 'service' ? 'service' : 'utc'
  const text = revision?.dates?.off ?? null
  const off = isDatesOff(text) ? text : null
  return useMemo(() => ({ whose, zone, off, isShort }), [whose, zone, off, isShort])
}

/** Why a transaction that has no date has none: a sentence. Null while dates are being found. */
export function useWhyUndated(): string | null {
  const revision = useRevision()
  return revision ? whyUndated(revision) : null
}

const notFound = 'The service’s date filter does not return this transaction for any day.'

export function whyUndated({ dates, not_kept }: Pick<Revision, 'dates' | 'not_kept'>): string | null {
  if (not_kept !== null) return 'Dates need records, and none are kept here.'
  if (dates === null) return null
  if (dates.off !== null) return labelOf(datesOffTexts, dates.off) ?? dates.off
  return dates.is_complete ? notFound : null
}

/** Null where it is not known, and where it may be one of several days. */
export function recordedDay(recorded: DateSpan | null, zone: string | null = null): Day | null {
  if (recorded === null) return null
  const [first, last] = daysOf(recorded, zone)
  return first === last ? dayText(first) : null
}

function daysOf({ from, before }: DateSpan, zone: string | null): readonly [number, number] {
  return zone === null
    ? [dayOf(from), dayOf(before - 1)]
    : [zoneDayOf(from, zone), zoneDayOf(before - 1, zone)]
}

/** The day, or which days it lies between. Grey while it is being found, and a dash that says why where there is none. */
export function RecordedDate({
  recorded,
  dates: { zone, isShort },
}: {
  recorded: DateSpan | null
  dates: ListDates
}): ReactNode {
  const day = recordedDay(recorded, zone)
  return day === null ? <NoDay recorded={recorded} zone={zone} /> : dayInList(day, isShort)
}

function NoDay({ recorded, zone }: { recorded: DateSpan | null; zone: string | null }): ReactNode {
  const whyNone = useWhyUndated()
  if (whyNone === null) return <SkeletonText width="5rem" />
  if (recorded !== null) {
    const [first, last] = daysOf(recorded, zone).map(dayText)
    return <span title={`Between ${first} and ${last}`}>{`${first}/${last?.slice(-2)}`}</span>
  }
  return (
    <span title={whyNone}>
      <UntrustedText text={null} />
    </span>
  )
}

/** "2026-11-28", or "28 Nov", with another year "28 Nov 2025". */
export function dayInList(day: Day, isShort: boolean): string {
  if (!isShort) return day
  const year = new Date(presentTime()).getUTCFullYear()
  const short = dateLabel(Date.parse(day), 'shortDay')
  return day.startsWith(String(year)) ? short : `${short} ${day.slice(0, 4)}`
}

export function RecordedDay({ span }: { span: DateSpan | null }): ReactNode {
  const dates = useListDates()
  const date = <RecordedDate recorded={span} dates={dates} />
  return recordedDay(span) === null ? date : <span title={zoneOfDays(dates.whose)}>{date}</span>
}
