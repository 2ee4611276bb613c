/** Whether a list is the one that was asked for: its records match the filter, and the service heeds its dates. */
import type { DaysRead } from '../api/dates/windows.ts'
import type { WalkEnd } from '../api/walk/walk.ts'
import { counted } from '../contract/count-text.ts'
import type { FileRow, ListFilter } from './list-export.ts'

/** Watches a list while it is read with a filter. */
export interface FilterWatch {
  /** Takes the rows of one record. A vault or a whitelist fits where one of its rows does, since a service gives it whole. */
  add(rows: readonly FileRow[]): void
  /** How reading ended, and how many records do not fit: with one of them, or dates that are not heeded, the list is partial. */
  judge(end: WalkEnd, dates: DatedRead): Promise<WalkEnd & { readonly misfits: number }>
}

/** How the days of the list's records were found. Only the service's own answers show whether it heeds the dates of a filter. */
export interface DatedRead {
  /** Null where they were not looked for. */
  readonly days: Pick<DaysRead, 'failure' | 'isCut'> | null
  /** How many records have none. */
  readonly undated: number
  /** Whether the service's date filter passes its tests. */
  readonly isReliable: () => Promise<boolean>
}

export async function watchFilter({ start_date, end_date, ...filter }: ListFilter): Promise<FilterWatch> {
  const looked = Object.entries(filter).filter(([, value]) => !holdsMemo.test(value))
  const canonical = looked.some(([name]) => isAddress(name)) ? await loadCanonical() : null
  const terms = looked.map(([name, value]) =>
    canonical && isAddress(name) ? addressTerm(name, value, canonical) : plainTerm(name, value),
  )
  const fits = (row: FileRow) => terms.every((isMet) => isMet(row))
  let misfits = 0
  return {
    add(rows) {
      if (!rows.some(fits)) misfits += 1
    },
    async judge(end, { days, undated, isReliable }) {
      const doubts = [...end.doubts]
      const records = counted(misfits, 'record does', 'records do')
      const filterText = looked.map(([name, value]) => `${name}=${value}`).join(', ')
      if (misfits > 0)
        doubts.push(
          `${records} not match the filter (${filterText}): the service ignored it, or filters in another way.`,
        )
      const isDated = start_date !== undefined || end_date !== undefined
      const isFound = days !== null && days.failure === null && !days.isCut
      if (isDated && !isFound && !(await isReliable()))
        doubts.push(
          'The service’s date filter cannot be relied on, so records of other days may be in the list, and records may be missing.',
        )
      // What comes while a period that is not over is read belongs to it, and was not there when its day was asked for.
      if (isDated && isFound && undated > 0 && isOver(end_date, end.ended))
        doubts.push(
          `The service lists ${counted(undated, 'record')} on none of the days of the filter, so the dates of the filter may not have been heeded.`,
        )
      const isWhole = doubts.length === end.doubts.length
      return { ...end, misfits, doubts, completeness: isWhole ? end.completeness : 'partial' }
    },
  }
}

/** One spelling for all that an address has on its network. It comes with hash functions, which few filters need. */
async function loadCanonical() {
  const { canonicalAddress, chainOf } = await import('../chains/index.ts')
  return (address: string, networkId: string | null) => canonicalAddress(address, chainOf(networkId))
}

function addressTerm(name: string, wanted: string, canonical: Awaited<ReturnType<typeof loadCanonical>>) {
  // Networks are few, and of each the wanted address is respelt once.
  const respelt = new Map<string | null, string>()
  return (row: FileRow) => {
    const network = row.network_id ?? null
    const cell = row[name] ?? ''
    if (cell === wanted) return true
    const value = respelt.get(network) ?? canonical(wanted, network)
    respelt.set(network, value)
    return canonical(cell, network) === value
  }
}

/** Services may be generous: "change pool" finds "changepool", and "btc" finds "BTC". */
function plainTerm(name: string, wanted: string) {
  const folded = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '')
  const value = folded(wanted)
  return (row: FileRow) => folded(row[name] ?? '') === value
}

function isAddress(parameter: string): boolean {
  return parameter.endsWith('_address')
}

/** Addresses of the XRP Ledger and Stellar that hold their memo: a service finds the plain one by them, which looks otherwise. */
const holdsMemo = /^(?:X[1-9A-HJ-NP-Za-km-z]{46}|M[A-Z2-7]{68})$/

function isOver(end_date: string | undefined, ended: string): boolean {
  if (end_date === undefined) return false
  return Date.parse(end_date) + (end_date.length === 10 ? dayLength : 0) <= Date.parse(ended)
}

const dayLength = 86_400_000
