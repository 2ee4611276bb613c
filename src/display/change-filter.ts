import type { FilterValue } from '../contract/endpoints.ts'
import { valuesOf } from '../url/page-state.ts'
import { instantText } from './instant.ts'
import { labelOf, statusLabels } from './labels.ts'

/** "to failed or rejected, since 2026-11-27 17:40:00 UTC". */
export function changeFilterInWords({
  changed_to,
  changed_since,
}: Readonly<Partial<Record<string, FilterValue>>>): string {
  const [since] = valuesOf(changed_since)
  const outcomes = valuesOf(changed_to).map((to) => changeOutcomeLabel(to).toLowerCase())
  const to = outcomes.length === 0 ? '' : `${outcomes[0] === 'new' ? '' : 'to '}${outcomes.join(' or ')}`
  return [to, since && `since ${instantText(since)}`].filter(Boolean).join(', ')
}

/** "2026-10-01 – 2026-10-31", "from 2026-10-01", "until 2026-10-31". */
export function periodFilterInWords({
  start_date,
  end_date,
}: Readonly<Partial<Record<string, FilterValue>>>): string {
  const [[start], [end = '']] = [valuesOf(start_date), valuesOf(end_date)]
  if (start === undefined) return `until ${end}`
  if (end === '') return `from ${start}`
  return start === end ? start : `${start} – ${end}`
}

export function changeOutcomeLabel(outcome: string): string {
  return outcome === 'new' ? 'New' : (labelOf(statusLabels, outcome)?.label ?? outcome)
}
