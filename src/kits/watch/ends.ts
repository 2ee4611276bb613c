/** The ends of what is watched. */
import type { RecordChange } from '../../contract/changes.ts'
import { openStatuses } from '../../contract/enumerations.ts'

/** The latest change of each, where that is its end. The newest first. */
export function endsIn(changes: readonly RecordChange[]): readonly RecordChange[] {
  const ids = new Set<string>()
  return changes.filter(({ id, event, after }) => {
    if (ids.has(id)) return false
    ids.add(id)
    return event === 'gone' || event === 'unlisted' || !isOpen(after)
  })
}

export function isOpen(status: string | null): boolean {
  return openStatuses.some((one) => one === status)
}
