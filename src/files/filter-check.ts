/** Holds what a service lists against the filter that it was asked with. */

import { counted } from '../contract/count-text.ts'
import { isUnfinished } from '../contract/day.ts'
import { looseSpelling } from '../contract/normal-records.ts'
import type { DatesFound } from './about-file.ts'
import type { FileRow, ListExport, ListFilter } from './list-export.ts'

/** How many of these records do not match a filter, apart from its dates. */
export async function misfitsIn(
  records: readonly unknown[],
  { rowsOf }: Pick<ListExport<unknown>, 'rowsOf'>,
  { start_date: _, end_date: __, ...terms }: ListFilter,
): Promise<number> {
  const fits = await filterOf(terms)
  // A service returns a whole vault or whitelist if one of its rows matches.
  return records.reduce<number>((sum, record) => sum + (rowsOf(record).some(fits) ? 0 : 1), 0)
}

interface FilteredList {
  readonly misfits: number
  readonly undated: number
  /** Null if no dates were looked for. */
  readonly dates: DatesFound | null
  readonly ended: string
}

/** Why the list is partial, in sentences. */
export async function filterDoubts(
  filter: ListFilter,
  { misfits, undated, dates, ended }: FilteredList,
  heedsDates: () => Promise<boolean>,
): Promise<readonly string[]> {
  const { start_date, end_date, ...terms } = filter
  const isDated = start_date !== undefined || end_date !== undefined
  const failure = dates?.failure ?? null
  const isFound = dates !== null && failure === null
  // A date that is refused, or that the console cannot read, shows nothing wrong.
  const isWrong = failure !== null && failure !== 'refused' && failure !== 'unknown-range'
  const text = Object.entries(terms).map(([name, value]) => `${name}=${value}`)
  // A record that enters while an unfinished period is read has no day yet.
  const isOver = end_date !== undefined && !isUnfinished(end_date, dates?.whose ?? 'utc', Date.parse(ended))
  const isUndated = isFound && undated > 0 && isOver
  const isUnreliable = isDated && !isFound && (isWrong || !(await heedsDates()))
  return [
    misfits > 0 &&
      `${counted(misfits, 'record does', 'records do')} not match the filter (${text.join(', ')}): the service ignored it, or filters in another way.`,
    isUnreliable &&
      'The service’s date filter cannot be relied on, so the list may have records from other days, and records may be missing.',
    isUndated &&
      `The service does not list ${counted(undated, 'record')} on any day of the filter, so it may have ignored the filter’s dates.`,
  ].filter((sentence) => sentence !== false)
}

/** Ignores case, spaces and the spelling of addresses, as services may. */
async function filterOf(filter: ListFilter): Promise<(row: FileRow) => boolean> {
  const entries = Object.entries(filter)
  // Address spellings need hash functions, which few filters use.
  const chains = entries.some(([name]) => addressColumns[name]) ? await import('../chains/index.ts') : null
  const terms = entries.map(([name, value]) => {
    const columns = addressColumns[name]
    const isSame = chains?.sameAccount(value)
    return columns && isSame
      ? (row: FileRow) => columns.some((column) => isSame(row[column] ?? null, row.network_id ?? null))
      : (row: FileRow) => row[name] === value || looseSpelling(row[name] ?? '') === looseSpelling(value)
  })
  return (row) => terms.every((isMet) => isMet(row))
}

const addressColumns: Readonly<Record<string, readonly string[]>> = {
  address: ['source_address', 'destination_address'],
  source_address: ['source_address'],
  destination_address: ['destination_address'],
}
