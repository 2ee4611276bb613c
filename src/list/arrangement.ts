import { changePreferences, type OwnTable, usePreferences } from '../records/preferences.ts'
import type { TableCodec } from '../url/table-view.ts'

/** Which columns a table shows, in their order, and the widths that were chosen, in CSS pixels by column. */
export type Arrangement = Required<OwnTable>

/** The arrangement of a table, and the ways to change it. It is the reader's own: this browser keeps it, and no link has it. */
export interface UseArrangement {
  readonly arrangement: Arrangement
  readonly arrange: (change: OwnTable) => void
  /** Gives back the product's own. */
  readonly reset: () => void
  readonly isProduct: boolean
}

/** The arrangement of the table of a list page. */
export function useArrangement({
  table,
  columns: known,
}: Pick<TableCodec<never, never>, 'table' | 'columns'>): UseArrangement {
  const { tables } = usePreferences()
  const own = Object.hasOwn(tables, table) ? (tables[table] ?? {}) : {}
  const arrangement = arrangementOf(own, known)
  const keep = (next: OwnTable) => changePreferences({ tables: { [table]: next } })
  return {
    arrangement,
    arrange: (change) => keep(ownPart({ ...arrangement, ...change }, known)),
    reset: () => keep({}),
    isProduct: Object.keys(ownPart(arrangement, known)).length === 0,
  }
}

/** A table with these columns as its reader arranges it. What is kept from an older version and fits no more is left out. */
export function arrangementOf(
  { columns = [], widths = {} }: OwnTable,
  known: readonly string[],
): Arrangement {
  const own = [...new Set(columns)].filter((id) => known.includes(id))
  return {
    columns: own.length > 0 ? own : known,
    widths: Object.fromEntries(Object.entries(widths).filter(([id]) => known.includes(id))),
  }
}

/** The part of an arrangement that differs from the product's: only that is kept, so that a new column comes to whoever chose none. */
export function ownPart({ columns, widths }: Arrangement, known: readonly string[]): OwnTable {
  return {
    ...(columns.join() !== known.join() && { columns }),
    ...(Object.keys(widths).length > 0 && { widths }),
  }
}
