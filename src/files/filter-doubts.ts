/** Whether a list is the one that was asked for: its records match the filter, and the service heeds its dates. */
import type { DaysRead } from '../api/dates/windows.ts'
import type { WalkEnd } from '../api/walk/walk.ts'
import { counted } from '../contract/count-text.ts'
import type { ExportFacts } from './facts.ts'
import type { Cell, ListExport, ListFilter, Row } from './list-export.ts'

/** Finds records that the filter of the facts would not have let through. */
export interface MisfitFinder {
  /** Rows in their order. `begins` tells where a record begins, where the file does; else its id does. */
  add(row: Row, begins?: boolean): void
  found(): Misfits
}

/** What was looked at, and how many records do not fit. */
export interface Misfits {
  /** The filter as far as the columns hold what it is about: "status=completed". */
  readonly looked: readonly string[]
  /** The rest of it. Dates are in neither: no record tells when it was made. */
  readonly unlooked: readonly string[]
  readonly records: number
}

/** One spelling for all that an address has on its network. */
export type Canonical = (address: string, networkId: string | null) => string

/** What compares addresses, for a filter that has one: it comes with hash functions, which few counts and files need. */
export async function loadCanonical(parameters: Readonly<Record<string, string>>): Promise<Canonical> {
  if (!Object.keys(parameters).some(isAddress)) return (address) => address
  const { canonicalAddress, chainOf } = await import('../chains/index.ts')
  return (address, networkId) => canonicalAddress(address, chainOf(networkId))
}

/** A vault or a whitelist fits where one of its rows does, since a service gives it whole. */
export function findMisfits(
  { asked: { parameters } }: { readonly asked: Pick<ExportFacts['asked'], 'parameters'> },
  list: ListExport<unknown>,
  has: (column: string) => boolean,
  spelled: (cell: Cell) => Cell,
  canonical: Canonical,
): MisfitFinder {
  const filter = Object.entries(parameters).filter(([name]) => !dates.has(name))
  const isLooked = ([name, value]: readonly [string, string]) => has(name) && !holdsMemo.test(value)
  const [wanted, others] = [filter.filter(isLooked), filter.filter((term) => !isLooked(term))]
  const terms = wanted.map(([name, value]) => termOf(name, spelled(value), canonical))
  const fits = (row: Row) => terms.every((isMet) => isMet(row))
  const isOneRow = list.recordIdentity.length === list.identity.length
  let open: { readonly id: string; fits: boolean } | null = null
  let records = 0
  const close = () => {
    if (open && !open.fits) records += 1
    open = null
  }
  return {
    add(row, begins = false) {
      if (terms.length === 0) return
      const id = JSON.stringify(list.recordIdentity.map((name) => row[name] ?? ''))
      if (isOneRow || begins || open?.id !== id) close()
      open = { id, fits: (open?.fits ?? false) || fits(row) }
    },
    found() {
      close()
      return { looked: wanted.map(termText), unlooked: others.map(termText), records }
    },
  }
}

/**
 * How reading ended, knowing which records do not fit, and why its dates may not: with one of them the list is not the one that was
 * asked for.
 */
export function withMisfits(
  end: WalkEnd,
  { looked, records }: Misfits,
  ofDates: readonly string[] = [],
): WalkEnd {
  const misfits = counted(records, 'record does', 'records do')
  const reason = `${misfits} not match the filter (${looked.join(', ')}): the service ignored it, or filters in another way.`
  const doubts = [...(records === 0 ? [] : [reason]), ...ofDates]
  if (doubts.length === 0) return end
  return { ...end, completeness: 'partial', doubts: [...end.doubts, ...doubts] }
}

const dates: ReadonlySet<string> = new Set(['start_date', 'end_date'])

function termText([name, value]: readonly [string, string]): string {
  return `${name}=${value}`
}

/** Whether a row meets one term of a filter. */
function termOf(name: string, wanted: Cell, canonical: Canonical): (row: Row) => boolean {
  if (!isAddress(name)) {
    const value = folded(wanted)
    return (row) => folded(row[name] ?? null) === value
  }
  // Networks are few, and of each the wanted address is respelt once.
  const respelt = new Map<string, string>()
  return (row) => {
    const network = row.network_id ?? null
    const cell = row[name] ?? ''
    if (cell === wanted) return true
    const key = network ?? ''
    const value = respelt.get(key) ?? canonical(wanted ?? '', network)
    respelt.set(key, value)
    return canonical(cell, network) === value
  }
}

function isAddress(parameter: string): boolean {
  return parameter.endsWith('_address')
}

/** Addresses of the XRP Ledger and Stellar that hold their memo: a service finds the plain one by them, which looks otherwise. */
const holdsMemo = /^(?:X[1-9A-HJ-NP-Za-km-z]{46}|M[A-Z2-7]{68})$/

/** Services may be generous: "change pool" finds "changepool", and "btc" finds "BTC". */
function folded(cell: Cell): string {
  return (cell ?? '').toLowerCase().replace(/[\s_-]+/g, '')
}

/** How a list with dates in its filter was read. No record says when it was recorded: only the service's own answers show whether it heeds them. */
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
