import type { WalkEnd } from '../api/walk/walk.ts'
import type { ExportFacts } from './facts.ts'
import type { Cell, ListExport, Row } from './list-export.ts'
import { misfitReason } from './words.ts'

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
  dateDoubts: readonly string[] = [],
): WalkEnd {
  const doubts = [...(records === 0 ? [] : [misfitReason(records, looked)]), ...dateDoubts]
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
