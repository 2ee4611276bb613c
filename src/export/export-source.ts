import type { WholeList } from '../api/walk.ts'
import type { Asking, ListExport, ListFilter, ListQuery } from './list-export.ts'
import { listExport } from './lists.ts'

/** A list of the service, ready to be read whole. */
export interface ExportSource<R> {
  readonly list: ListExport<R>
  /** The filter as parameters, as it is asked, and the `end_date` that was set in it. */
  readonly parameters: ListFilter
  readonly pinnedEndDate: string | null
  readonly whole: WholeList<R>
}

/**
 * A list with a filter, ready to be read whole. Where the list has dates, the end of a filter that has none is set first. Everything is
 * asked in one session alone, if one is named.
 */
export async function exportSource(
  { list: name, filter }: ListQuery,
  asking: Asking,
): Promise<ExportSource<unknown>> {
  const list = listExport(name)
  const pinned = (await list.pinEnd?.(filter, asking)) ?? { filter, endDate: null }
  return {
    list,
    parameters: pinned.filter,
    pinnedEndDate: pinned.endDate,
    whole: list.whole(pinned.filter, asking.session),
  }
}
