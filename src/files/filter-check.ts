import { isUnfinished } from '../api/dates/day.ts'
import type { DaysRead } from '../api/dates/windows.ts'
import { looseSpelling } from '../api/spelling.ts'
import { counted } from '../contract/count-text.ts'
import { type FileRow, type ListFilter, recordedColumn } from './list-export.ts'

/** Holds what a service lists against the filter that it was asked with. */
export interface FilterCheck {
  /** Takes the rows of each record. */
  see(rows: readonly FileRow[]): void
  /** Records that do not match the filter. */
  misfits(): number
  /** Records without a date. */
  undated(): number
  /** Why the list is partial, in sentences. `ended` is when reading ended. */
  doubts(ended: string, isDateFilterReliable: () => Promise<boolean>): Promise<readonly string[]>
}

/** `days` is null if no dates were looked for. */
export async function filterCheck(filter: ListFilter, days: DaysRead | null): Promise<FilterCheck> {
  const { start_date, end_date, ...terms } = filter
  const fits = await filterOf(terms)
  const isDated = start_date !== undefined || end_date !== undefined
  const failure = days?.failure ?? null
  const isFound = days !== null && failure === null && !days.isCut
  // A date that is refused, or that the console cannot read, shows nothing wrong.
  const isWrong = failure !== null && failure !== 'refused' && failure !== 'unknown-range'
  let misfits = 0
  let undated = 0
  return {
    see(rows) {
      // A service returns a whole vault or whitelist if one of its rows matches.
      if (!rows.some(fits)) misfits += 1
      if (rows[0]?.[recordedColumn] === null) undated += 1
    },
    misfits: () => misfits,
    undated: () => undated,
    async doubts(ended, isDateFilterReliable) {
      const text = Object.entries(terms).map(([name, value]) => `${name}=${value}`)
      // A record that enters while an unfinished period is read has no day yet.
      const isOver =
        end_date !== undefined && !isUnfinished(end_date, days?.whose ?? 'utc', Date.parse(ended))
      const isUndated = isFound && undated > 0 && isOver
      const isUnreliable = isDated && !isFound && (isWrong || !(await isDateFilterReliable()))
      return [
        misfits > 0 &&
          `${counted(misfits, 'record does', 'records do')} not match the filter (${text.join(', ')}): the service ignored it, or filters in another way.`,
        isUnreliable &&
          'The service’s date filter cannot be relied on, so the list may have records from other days, and records may be missing.',
        isUndated &&
          `The service does not list ${counted(undated, 'record')} on any day of the filter, so it may have ignored the filter’s dates.`,
      ].filter((sentence) => sentence !== false)
    },
  }
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

/** Columns in which a filter looks for an address. */
const addressColumns: Readonly<Record<string, readonly string[]>> = {
  address: ['source_address', 'destination_address'],
  source_address: ['source_address'],
  destination_address: ['destination_address'],
}
