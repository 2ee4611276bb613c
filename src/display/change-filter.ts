/** Words of the filters of what was seen to change. */
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

export function changeOutcomeLabel(outcome: string): string {
  return outcome === 'new' ? 'New' : (labelOf(statusLabels, outcome)?.label ?? outcome)
}
