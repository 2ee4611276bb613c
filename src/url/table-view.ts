import { type ListCodec, type ListPatch, type ListView, listCodec } from './list-view.ts'
import {
  readColumns,
  readDensity,
  readSorting,
  readWidths,
  type Sorting,
  type TableLook,
} from './table-look.ts'

/** The parameters that say how a table is arranged. They hold for every page of every filter. */
const lookParameters = ['columns', 'widths', 'density', 'sort'] as const

/** One of the parameters that say how a table is arranged. */
export type LookParameter = (typeof lookParameters)[number]

/** A change of a table's arrangement, as its parameters are spelled; null takes one away. */
export type LookChange = Readonly<Partial<Record<LookParameter, string | null>>>

/** How a list page with a table spells its state, with the table's arrangement. */
export interface TableCodec<F extends string, X extends string> extends ListCodec<F, X> {
  /** Under which name a reader's own arrangement of this table is kept. */
  readonly table: string
  /** Ids of the columns, in the product's own order. */
  readonly columns: readonly string[]
  /** The arrangement that a view asks for. */
  look(view: ListView<F, X>): TableLook & { readonly sorting: Sorting | null }
  /** A change of the arrangement as a change of the view. */
  arranging(change: LookChange): ListPatch<F, X>
}

/** The codec of a page with these filters and further parameters, and a table with these columns. */
export function tableCodec<const F extends string, const X extends string>({
  table,
  columns,
  filters,
  params: names,
  sticky = [],
  isPaged = true,
  isUsable = () => true,
  canonical,
}: {
  table: string
  columns: readonly string[]
  filters: readonly F[]
  /** What belongs to the rows, such as the open one, unless it is sticky. */
  params: readonly X[]
  /** Those that hold for every page of every filter. */
  sticky?: readonly NoInfer<X>[]
  /** False for a page without `limit` and `offset`. */
  isPaged?: boolean
  /** Whether the value of a parameter means anything. */
  isUsable?: (name: X | LookParameter, value: string) => boolean
  canonical?: (name: F, value: string) => string
}): TableCodec<F, X | LookParameter> {
  const codec = listCodec<F, X | LookParameter>({
    filters,
    params: [...names, ...lookParameters],
    sticky: [...sticky, ...lookParameters],
    isPaged,
    isUsable: (name, value) => isUsableLook(name, value, columns) && isUsable(name, value),
    ...(canonical && { canonical }),
  })
  return {
    ...codec,
    table,
    columns,
    look({ params }) {
      const texts: Readonly<Partial<Record<LookParameter, string>>> = params
      return {
        ...readLook(texts, columns),
        sorting: readSorting(texts.sort, columns),
      }
    },
    arranging(change) {
      const params: Partial<Record<X | LookParameter, string | null>> = {}
      for (const name of lookParameters) if (change[name] !== undefined) params[name] = change[name]
      return { params }
    },
  }
}

/** Reads an arrangement from its parameters, wherever they are kept; what cannot be used is left out. */
export function readLook(
  { columns, widths, density }: Readonly<Partial<Record<LookParameter, string | null>>>,
  known: readonly string[],
): TableLook {
  const look = {
    columns: readColumns(columns ?? undefined, known),
    widths: readWidths(widths ?? undefined, known),
    density: readDensity(density ?? undefined),
  }
  return {
    ...(look.columns && { columns: look.columns }),
    ...(look.widths && { widths: look.widths }),
    ...(look.density && { density: look.density }),
  }
}

function isUsableLook(name: string, value: string, columns: readonly string[]): boolean {
  switch (name) {
    case 'columns':
      return readColumns(value, columns)?.join(',') === value
    case 'widths':
      return readWidths(value, columns) !== undefined
    case 'density':
      return readDensity(value) !== undefined
    case 'sort':
      return readSorting(value, columns) !== null
    default:
      return true
  }
}
