/** How a table is arranged ⇄ URL parameters: `columns`, `widths`, `density`, `sort`. Anything that cannot be used is left out. */

/** The arrangement of a table. What is not set is as the product has it. */
export interface TableLook {
  /** Ids of the columns shown, in their order. */
  readonly columns?: readonly string[]
  /** Widths in CSS pixels, by column id. */
  readonly widths?: Readonly<Record<string, number>>
  readonly density?: Density
}

/** How high rows are. */
export type Density = 'regular' | 'compact'

/** By which column the rows are sorted. */
export interface Sorting {
  readonly column: string
  readonly descending: boolean
}

/** Narrowest and widest that a column can be made, in CSS pixels. */
const widthRange = { min: 48, max: 960 } as const

/** Reads `columns`: ids that the table has, each once; undefined where none is left. */
export function readColumns(
  text: string | undefined,
  known: readonly string[],
): readonly string[] | undefined {
  const columns = [...new Set(text?.split(',') ?? [])].filter((id) => known.includes(id))
  return columns.length > 0 ? columns : undefined
}

/** Spells `columns`; null where they are the product's own. */
export function writeColumns(columns: readonly string[], standard: readonly string[]): string | null {
  const text = columns.join(',')
  return text === standard.join(',') ? null : text
}

/**
 * Reads `widths`, such as `amount:180,status:96`; undefined where none can be used. `auto` says that every column has the product's
 * own width: a reader whose own arrangement has others needs a way to spell that.
 */
export function readWidths(
  text: string | undefined,
  known: readonly string[],
): Readonly<Record<string, number>> | undefined {
  if (text === productWidths) return {}
  const widths = (text?.split(',') ?? []).flatMap((part) => {
    const [id = '', width = '', ...rest] = part.split(':')
    if (rest.length > 0 || !known.includes(id) || !/^\d{1,4}$/.test(width)) return []
    return [[id, withinRange(Number(width))] as const]
  })
  return widths.length > 0 ? Object.fromEntries(widths) : undefined
}

/** Spells `widths`; null where they are the standard ones. */
export function writeWidths(
  widths: Readonly<Record<string, number>>,
  standard: Readonly<Record<string, number>> = {},
): string | null {
  const text = spellWidths(widths)
  if (text === spellWidths(standard)) return null
  return text === '' ? productWidths : text
}

/** Reads `density`; undefined where it is none. */
export function readDensity(text: string | undefined): Density | undefined {
  return text === 'compact' || text === 'regular' ? text : undefined
}

/** Reads `sort`, such as `amount:desc`; null where it names no column. */
export function readSorting(text: string | undefined, known: readonly string[]): Sorting | null {
  const [column = '', direction = 'asc', ...rest] = text?.split(':') ?? []
  if (rest.length > 0 || !known.includes(column) || !['asc', 'desc'].includes(direction)) return null
  return { column, descending: direction === 'desc' }
}

/** Spells `sort`; null where the service's own order stands. */
export function writeSorting(sorting: Sorting | null): string | null {
  return sorting && `${sorting.column}:${sorting.descending ? 'desc' : 'asc'}`
}

const productWidths = 'auto'

function spellWidths(widths: Readonly<Record<string, number>>): string {
  return Object.entries(widths)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, width]) => `${id}:${withinRange(Math.round(width))}`)
    .join(',')
}

function withinRange(width: number): number {
  return Math.min(widthRange.max, Math.max(widthRange.min, width))
}
