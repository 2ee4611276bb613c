import { type ListCodec, type ListPatch, type ListView, listCodec } from './list-view.ts'

/** By which column the rows are sorted. */
export interface Sorting {
  readonly column: string
  readonly descending: boolean
}

/** How a list page with a table spells its state, with the order of its rows. */
export interface TableCodec<F extends string, X extends string> extends ListCodec<F, X> {
  /** Under which name the browser keeps how the reader arranges this table. */
  readonly table: string
  /** Ids of the columns, in the product's own order. */
  readonly columns: readonly string[]
  /** The sorting that a view asks for; null where rows keep the service's order. */
  sorting(view: ListView<F, X>): Sorting | null
  /** A change of the sorting as a change of the view. */
  sortedBy(sorting: Sorting | null): ListPatch<F, X>
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
  isUsable?: (name: X | 'sort', value: string) => boolean
  canonical?: (name: F, value: string) => string
}): TableCodec<F, X | 'sort'> {
  const codec = listCodec<F, X | 'sort'>({
    filters,
    params: [...names, 'sort'],
    sticky: [...sticky, 'sort'],
    retired: arrangementParameters,
    isPaged,
    isUsable: (name, value) =>
      name === 'sort' ? readSorting(value, columns) !== null : isUsable(name, value),
    ...(canonical && { canonical }),
  })
  return {
    ...codec,
    table,
    columns,
    sorting({ params }) {
      const texts: Readonly<Partial<Record<'sort', string>>> = params
      return readSorting(texts.sort, columns)
    },
    sortedBy(sorting) {
      const params: Partial<Record<X | 'sort', string | null>> = {}
      params.sort = writeSorting(sorting)
      return { params }
    },
  }
}

/** Earlier versions of the console put the arrangement of a table into links. It is the reader's own now. */
const arrangementParameters = ['columns', 'widths', 'density']

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
