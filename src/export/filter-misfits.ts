import { counted } from '../contract/count-text.ts'
import type { ExportFacts } from './facts.ts'
import type { Cell, ListExport, Row } from './list-export.ts'

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
  readonly records: number
}

/**
 * Filters by date and by address are left out: no record tells when it was made, and an address has several spellings. A vault or
 * a whitelist fits where one of its rows does, since a service gives it whole.
 */
export function findMisfits(
  { asked: { parameters } }: { readonly asked: Pick<ExportFacts['asked'], 'parameters'> },
  list: ListExport<unknown>,
  has: (column: string) => boolean,
  spelled: (cell: Cell) => Cell,
): MisfitFinder {
  const wanted = Object.entries(parameters).filter(([name]) => looked.has(name) && has(name))
  const terms = wanted.map(([name, value]) => ({ name, value: folded(spelled(value)) }))
  const fits = (row: Row) => terms.every(({ name, value }) => folded(row[name] ?? null) === value)
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
      return { looked: wanted.map(([name, value]) => `${name}=${value}`), records }
    },
  }
}

/** Why a list is not what was asked for; none where every record fits. */
export function misfitReason({ looked, records }: Misfits): readonly string[] {
  if (records === 0) return []
  return [
    `${counted(records, 'record does', 'records do')} not match the filter (${looked.join(', ')}): the service did not apply it.`,
  ]
}

const looked: ReadonlySet<string> = new Set([
  'status',
  'transaction_type',
  'asset_id',
  'network_id',
  'transaction_id',
  'source_id',
  'destination_id',
  'vault_type',
  'whitelist_type',
])

/** Services may be generous: "change pool" finds "changepool", and "btc" finds "BTC". */
function folded(cell: Cell): string {
  return (cell ?? '').toLowerCase().replace(/[\s_-]+/g, '')
}
