/** What is new to the reader: the lines of the shift, and the ends of what is watched. */
import type { RecordChange } from '../../contract/changes.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import type { ShiftFigures } from '../../contract/shift.ts'

/** How much needs attention. Routine does not, and what is watched is counted once. */
export function newsCount(
  { sections }: Pick<ShiftFigures, 'sections'>,
  ended: readonly RecordChange[],
): number {
  const alarming = sections.filter(({ isRoutine }) => !isRoutine).flatMap(({ lines }) => lines)
  const watched = ended.filter(({ after, event }) => after === 'completed' || event === 'unlisted')
  return alarming.reduce((sum, { count }) => sum + count, watched.length)
}

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
