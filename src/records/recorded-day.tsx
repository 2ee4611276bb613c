import type { ReactNode } from 'react'
import { useRevision } from '../api/revision.ts'
import type { DateSpan } from '../contract/console-api.ts'
import { dayOf, dayText } from '../contract/day.ts'
import { SkeletonText } from '../ui/inline.tsx'
import { datesOffTexts, zoneOfDays } from './dates.ts'
import { labelOf } from './labels.ts'

/** The day in which a span lies; bars while days are looked for, else a dash that says why there is none. */
export function RecordedDay({
  span,
  withZone = false,
}: {
  span: DateSpan | null
  withZone?: boolean
}): ReactNode {
  const dates = useRevision()?.dates ?? null
  const off = labelOf(datesOffTexts, dates?.off ?? null)
  const day = span && dayOf(span.from, 'utc')
  if (span !== null && day !== null && day === dayOf(span.before - 1, 'utc')) {
    const zone = zoneOfDays(dates?.days ?? 'utc')
    return <span title={zone}>{withZone ? `${dayText(day)} ${zone}` : dayText(day)}</span>
  }
  if (dates && !off && !dates.is_complete) return <SkeletonText width="5rem" />
  return <span title={off ?? 'Its day is not known'}>–</span>
}
