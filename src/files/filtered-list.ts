import type { DatedList } from '../api/dates/dated-list.ts'
import { dayLength } from '../api/dates/day.ts'
import type { DaysRead } from '../api/dates/windows.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import type { RetryOptions } from '../api/walk/retries.ts'
import { readWhole, type Walk, type WalkEnd } from '../api/walk/walk.ts'
import { counted } from '../contract/count-text.ts'
import {
  type FileRow,
  type ListExport,
  type ListFilter,
  type ListQuery,
  recordedColumn,
} from './list-export.ts'
import { listExport } from './lists.ts'

export interface ListControl extends RetryOptions {
  /** The list is read in this session only. */
  readonly session: string
  /** Ends with what was read so far; its reason is the sentence that says why. */
  readonly stop?: AbortSignal | undefined
}

export interface FilteredList {
  readonly list: ListExport<unknown>
  readonly filter: ListFilter
  /** As the service is asked, with `pinnedEndDate`. */
  readonly parameters: ListFilter
  readonly pinnedEndDate: string | null
  readonly whole: WholeList<unknown>
  readonly dated: DatedList | null
}

/** Sets an end if the list has dates and the filter has none. */
export async function openFilteredList(
  { list: name, filter }: ListQuery,
  control: ListControl,
): Promise<FilteredList> {
  const list = listExport(name)
  const { session } = control
  const unpinned = { filter, endDate: null }
  const pinEnd = () => list.dates?.pinEnd(filter, stoppable(control)) ?? unpinned
  const pinned = await unlessStopped(pinEnd, unpinned, control)
  return {
    ...{ list, filter },
    parameters: pinned.filter,
    pinnedEndDate: pinned.endDate,
    whole: list.whole(pinned.filter, session),
    dated: list.dates?.list(pinned.filter, session) ?? null,
  }
}

export interface FilteredWalk extends ListControl, Pick<Walk<unknown>, 'onProgress'> {
  /** Null if no dates were looked for. */
  readonly days: DaysRead | null
  /** Gives the rows of each record to `see`. */
  readonly onPage: (
    records: readonly unknown[],
    see: (rows: readonly FileRow[]) => void,
  ) => void | Promise<void>
}

/** `misfits` do not match the filter; `undated` records have no date. */
export interface FilteredEnd extends WalkEnd {
  readonly misfits: number
  readonly undated: number
}

/** The list is partial if records do not match, or if the service ignores dates. Throws as `readWhole` does. */
export async function readFilteredList(
  source: FilteredList,
  { days, onPage, ...control }: FilteredWalk,
): Promise<FilteredEnd> {
  const { filter, list, whole } = source
  const { start_date, end_date, ...terms } = filter
  const fits = await filterOf(terms)
  let misfits = 0
  let undated = 0
  const see = (rows: readonly FileRow[]) => {
    // A service returns a whole vault or whitelist if one of its rows matches.
    if (!rows.some(fits)) misfits += 1
    if (rows[0]?.[recordedColumn] === null) undated += 1
  }
  const end = await readWhole(whole, {
    ...control,
    earlier: days?.earlier,
    onPage: (records) => onPage(records, see),
  })
  const doubts = [...end.doubts]
  const doubt = (sentence: string) => doubts.push(sentence)
  if (misfits > 0) {
    const records = counted(misfits, 'record does', 'records do')
    const text = Object.entries(terms).map(([name, value]) => `${name}=${value}`)
    doubt(
      `${records} not match the filter (${text.join(', ')}): the service ignored it, or filters in another way.`,
    )
  }
  const isDated = start_date !== undefined || end_date !== undefined
  const isFound = days !== null && days.failure === null && !days.isCut
  const isReliable = async () => (await list.dates?.isReliable(stoppable(control))) ?? true
  if (isDated && !isFound && !(await unlessStopped(isReliable, true, control)))
    doubt(
      'The service’s date filter cannot be relied on, so the list may have records from other days, and records may be missing.',
    )
  // A record that enters while an unfinished period is read has no day yet.
  if (isDated && isFound && undated > 0 && isOver(end_date, end.ended))
    doubt(
      `The service does not list ${counted(undated, 'record')} on any day of the filter, so it may have ignored the filter’s dates.`,
    )
  const completeness = doubts.length === end.doubts.length ? end.completeness : 'partial'
  return { ...end, misfits, undated, doubts, completeness }
}

function stoppable({ stop, ...control }: ListControl) {
  return { ...control, signal: stop ? AbortSignal.any([control.signal, stop]) : control.signal }
}

/** A stop ends with what it has instead of throwing. */
async function unlessStopped<T>(
  answer: () => Promise<T> | T,
  otherwise: T,
  { signal, stop }: ListControl,
): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    if (stop?.aborted && !signal.aborted) return otherwise
    throw error
  }
}

function isOver(end_date: string | undefined, ended: string): boolean {
  if (end_date === undefined) return false
  return Date.parse(end_date) + (end_date.length === 10 ? dayLength : 0) <= Date.parse(ended)
}

/** Ignores case, spaces and the spelling of addresses, as services may. */
async function filterOf(filter: ListFilter): Promise<(row: FileRow) => boolean> {
  const entries = Object.entries(filter).filter(([, value]) => !holdsMemo.test(value))
  const isAddress = (name: string) => name.endsWith('_address')
  // Address spellings need hash functions, which few filters use.
  const chains = entries.some(([name]) => isAddress(name)) ? await import('../chains/index.ts') : null
  const spelt = (name: string, text: string, network: string | null) =>
    chains && isAddress(name)
      ? chains.canonicalAddress(text, chains.chainOf(network))
      : text.toLowerCase().replace(/[\s_-]+/g, '')
  return (row) =>
    entries.every(([name, value]) => {
      const cell = row[name] ?? ''
      const network = row.network_id ?? null
      return cell === value || spelt(name, cell, network) === spelt(name, value, network)
    })
}

/** XRP Ledger and Stellar addresses that contain a memo. A service finds their plain address, which looks different. */
const holdsMemo = /^(?:X[1-9A-HJ-NP-Za-km-z]{46}|M[A-Z2-7]{68})$/
