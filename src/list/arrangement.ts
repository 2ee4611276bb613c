import type { OwnLook, Preferences } from '../records/preferences.ts'
import type { ListView } from '../url/list-view.ts'
import { type Density, writeColumns, writeWidths } from '../url/table-look.ts'
import { type LookChange, readLook, type TableCodec } from '../url/table-view.ts'

/** How a table stands on screen, with nothing left open. */
export interface Arrangement {
  readonly columns: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}

/** The part of a reader's preferences that arranges tables. */
export type OwnTables = Pick<Preferences, 'compact' | 'tables'>

type Table = Pick<TableCodec<never, never>, 'table' | 'columns'>

/** What the link asks for; where it says nothing the reader's own arrangement, and else the product's. */
export function arrangementOf<F extends string, X extends string>(
  codec: TableCodec<F, X>,
  view: ListView<F, X>,
  preferences: OwnTables,
): Arrangement {
  const { columns, widths, density } = codec.look(view)
  const own = ownArrangement(codec, preferences)
  return { columns: columns ?? own.columns, widths: widths ?? own.widths, density: density ?? own.density }
}

/** How a link spells an arrangement for this reader: only what differs from the arrangement that is the reader's own. */
export function spellArrangement(
  table: Table,
  { columns, widths, density }: Arrangement,
  preferences: OwnTables,
): LookChange {
  const own = ownArrangement(table, preferences)
  return {
    columns: writeColumns(columns, own.columns),
    widths: writeWidths(widths, own.widths),
    density: density === own.density ? null : density,
  }
}

/**
 * The view with everything spelled that this reader sees otherwise than the product has it: for a link that is passed on, whose
 * recipient has another arrangement of their own.
 */
export function explicitLook<F extends string, X extends string>(
  codec: TableCodec<F, X>,
  view: ListView<F, X>,
  preferences: OwnTables,
): ListView<F, X> {
  const arranged = spellArrangement(codec, arrangementOf(codec, view, preferences), noPreferences)
  // What the link spells already stays, even where it is the product's own.
  const asked = codec.look(view)
  const { columns, widths, density } = arranged
  return codec.apply(
    view,
    codec.arranging({
      ...(asked.columns === undefined && columns && { columns }),
      ...(asked.widths === undefined && widths && { widths }),
      ...(asked.density === undefined && density && { density }),
    }),
  )
}

/** An arrangement as the reader's own: only what differs from the product's is kept. */
export function asOwn(table: Table, arrangement: Arrangement): { compact: boolean; look: OwnLook } {
  const { columns, widths } = spellArrangement(table, arrangement, noPreferences)
  return {
    compact: arrangement.density === 'compact',
    look: { ...(columns && { columns }), ...(widths && { widths }) },
  }
}

/** The product's own arrangement. */
export function productArrangement(table: Table): Arrangement {
  return ownArrangement(table, noPreferences)
}

const noPreferences: OwnTables = { compact: false, tables: {} }

function ownArrangement({ table, columns: known }: Table, { compact, tables }: OwnTables): Arrangement {
  const { columns, widths } = readLook(Object.hasOwn(tables, table) ? (tables[table] ?? {}) : {}, known)
  return { columns: columns ?? known, widths: widths ?? {}, density: compact ? 'compact' : 'regular' }
}
