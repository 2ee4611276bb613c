/** Whether a service heeds the dates of a filter. No record says when it was recorded, so only the service's own answers can show it. */
import type { DaysRead } from '../api/dates/windows.ts'
import { counted } from '../contract/count-text.ts'
import type { ListFilter } from './list-export.ts'

/** How a list with dates in its filter was read. */
export interface DatedRead {
  /** The filter as it was asked. */
  readonly filter: ListFilter
  /** When reading ended, ISO 8601. */
  readonly ended: string
  /** The days of its records, where they were found; and how many records have none. */
  readonly days: Pick<DaysRead, 'failure' | 'isCut'> | null
  readonly undated: number
  /** Whether the service's date filter passes its tests. */
  readonly isReliable: () => Promise<boolean>
}

/** Why the list may not be that of the dates, in sentences; none where it is, or the filter has no dates. */
export async function dateDoubts(read: DatedRead): Promise<readonly string[]> {
  const { filter, days, undated, isReliable } = read
  if (filter.start_date === undefined && filter.end_date === undefined) return []
  const isFound = days !== null && days.failure === null && !days.isCut
  if (!isFound) return (await isReliable()) ? [] : [unreliable]
  // What comes while a period that is not over is read belongs to it, and was not there when its day was asked for.
  return undated === 0 || !isOver(read) ? [] : [outside(undated)]
}

function isOver({ filter: { end_date }, ended }: DatedRead): boolean {
  if (end_date === undefined) return false
  const end = Date.parse(end_date) + (end_date.length === 10 ? dayLength : 0)
  return end <= Date.parse(ended)
}

const dayLength = 86_400_000

const unreliable =
  'The service’s date filter cannot be relied on, so records of other days may be in the list, and records may be missing.'

function outside(records: number): string {
  return `The service lists ${counted(records, 'record')} on none of the days of the filter, so the dates of the filter may not have been heeded.`
}
