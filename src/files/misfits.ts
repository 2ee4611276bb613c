import type { ListName } from '../contract/file-names.ts'
import { misfitsIn } from './filter-check.ts'
import type { ListFilter } from './list-export.ts'
import { listExport } from './lists.ts'

/** How many of these records of a list do not match its filter, as an export of them says. Dates are not checked. */
export async function misfitsAmong(
  records: readonly unknown[],
  name: ListName,
  filter: ListFilter,
): Promise<number> {
  return await misfitsIn(records, listExport(name), filter)
}
