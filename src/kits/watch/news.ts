/** What is new to the reader: the lines of the shift, and the ends of what is watched. */
import type { RecordChange } from '../../contract/changes.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import type { ShiftFigures, ShiftLine } from '../../contract/shift.ts'

type News = Pick<ShiftFigures, 'sections'>

/** As a look keeps them: how many there are of each line, and of each end. */
export function newsNumbers({ sections }: News, ended: readonly RecordChange[]) {
  return Object.fromEntries([
    ...sections.flatMap(({ lines }) => lines.map(({ key, count }) => [key, count] as const)),
    ...ended.map((change) => [endKey(change), 1] as const),
  ])
}

/** How much the reader has not looked at. Routine has none, and what is watched is counted once. */
export function newsCount(
  { sections }: News,
  ended: readonly RecordChange[],
  looked: Readonly<Record<string, number>>,
): number {
  const alarming = sections.filter(({ isRoutine }) => !isRoutine).flatMap(({ lines }) => lines)
  const watched = ended.filter(({ after, event }) => after === 'completed' || event === 'unlisted')
  return [...alarming, ...watched.map((change) => ({ key: endKey(change), count: 1 }))]
    .map((line) => freshCount(line, looked))
    .reduce((sum, fresh) => sum + fresh, 0)
}

export function freshCount(
  { key, count }: Pick<ShiftLine, 'key' | 'count'>,
  looked: Readonly<Record<string, number>>,
): number {
  return Math.max(0, count - (looked[key] ?? 0))
}

export function endKey({ reading, place }: RecordChange): string {
  return `${reading}.${place}`
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
