/** A list with a filter, read whole: up to an end that is set, twice, and held against what was asked for. */
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

/** How the requests are made. */
export interface ListControl extends RetryOptions {
  /** The mark of the only session in which the list is read. */
  readonly session: string | undefined
  /** Ends reading with what was read so far; its reason is the sentence that says why. */
  readonly stop?: AbortSignal | undefined
}

/** A list that is ready to be read. */
export interface FilteredList {
  readonly list: ListExport<unknown>
  /** As the reader gave it. */
  readonly filter: ListFilter
  /** As the service is asked, and the `end_date` that was set in it. */
  readonly parameters: ListFilter
  readonly pinnedEndDate: string | null
  readonly whole: WholeList<unknown>
  /** Null for a list without dates. */
  readonly dated: DatedList | null
}

/** Sets the end of a filter that has none, where the list has dates. */
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

/** Who takes the records, and what is known of their days. */
export interface FilteredWalk extends ListControl, Pick<Walk<unknown>, 'onProgress'> {
  /** Null where no dates were looked for. */
  readonly days: DaysRead | null
  /** Takes further records, and gives the rows of each to `see`. */
  readonly onPage: (
    records: readonly unknown[],
    see: (rows: readonly FileRow[]) => void,
  ) => void | Promise<void>
}

/** How reading ended, how many records do not match the filter, and how many have no date. */
export interface FilteredEnd extends WalkEnd {
  readonly misfits: number
  readonly undated: number
}

/** Reads the list to its end. With records that do not match, or dates that the service does not heed, it is partial. Throws as `readWhole`. */
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
    // A service gives a vault or a whitelist whole where one of its rows matches.
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
      'The service’s date filter cannot be relied on, so records of other days may be in the list, and records may be missing.',
    )
  // What is recorded while a period that is not over is read belongs to it, and has no day yet.
  if (isDated && isFound && undated > 0 && isOver(end_date, end.ended))
    doubt(
      `The service lists ${counted(undated, 'record')} on none of the days of the filter, so the dates of the filter may not have been heeded.`,
    )
  const completeness = doubts.length === end.doubts.length ? end.completeness : 'partial'
  return { ...end, misfits, undated, doubts, completeness }
}

function stoppable({ stop, ...control }: ListControl) {
  return { ...control, signal: stop ? AbortSignal.any([control.signal, stop]) : control.signal }
}

/** What was stopped ends with what it has, and does not fail. */
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

/** Whether a row is what the filter asks for. Services may be generous with case, spaces and spellings of an address. */
async function filterOf(filter: ListFilter): Promise<(row: FileRow) => boolean> {
  const entries = Object.entries(filter).filter(([, value]) => !holdsMemo.test(value))
  const isAddress = (name: string) => name.endsWith('_address')
  // Spellings of addresses come with hash functions, which few filters need.
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

/** Addresses of the XRP Ledger and Stellar with a memo in them: by these a service finds the plain address, which looks otherwise. */
const holdsMemo = /^(?:X[1-9A-HJ-NP-Za-km-z]{46}|M[A-Z2-7]{68})$/
