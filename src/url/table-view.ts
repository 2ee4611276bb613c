import { type CodecOptions, ListCodec, type ListPatch, type ListView } from './list-view.ts'

/** By which column the rows are sorted. */
export interface Sorting {
  readonly column: string
  readonly descending: boolean
}

/** How the page of a table spells its state. `sort` is one of its parameters. */
export class TableCodec<F extends string, X extends string> extends ListCodec<F, X> {
  /** The name under which the browser keeps the reader's arrangement. */
  readonly table: string
  /** Ids of the columns, in the product's own order. */
  readonly columns: readonly string[]

  constructor(table: string, columns: readonly string[], options: CodecOptions<F, X>) {
    super(options)
    this.table = table
    this.columns = columns
  }

  /** Null if the rows keep the service's order. */
  sorting({ params }: ListView<F, X>): Sorting | null {
    const texts: Readonly<Partial<Record<'sort', string>>> = params
    return readSorting(texts.sort, this.columns)
  }

  sortedBy(sorting: Sorting | null): ListPatch<F, X | 'sort'> {
    const params: Partial<Record<X | 'sort', string | null>> = {}
    params.sort = writeSorting(sorting)
    return { params }
  }
}

export function tableCodec<const F extends string, const X extends string>({
  table,
  columns,
  params,
  sticky = [],
  isUsable = () => true,
  ...options
}: CodecOptions<F, X> & { readonly table: string; readonly columns: readonly string[] }) {
  return new TableCodec<F, X | 'sort'>(table, columns, {
    ...options,
    params: [...params, 'sort'],
    sticky: [...sticky, 'sort'],
    retired: arrangementParameters,
    isUsable: (name, value) =>
      name === 'sort' ? readSorting(value, columns) !== null : isUsable(name, value),
  })
}

/** Older versions put the arrangement of a table into links. */
const arrangementParameters = ['columns', 'widths', 'density']

/** Reads `sort`, such as `amount:desc`. Null if it names no column. */
export function readSorting(text: string | undefined, known: readonly string[]): Sorting | null {
  const [column = '', direction = 'asc', ...rest] = text?.split(':') ?? []
  if (rest.length > 0 || !known.includes(column) || !['asc', 'desc'].includes(direction)) return null
  return { column, descending: direction === 'desc' }
}

export function writeSorting(sorting: Sorting | null): string | null {
  return sorting && `${sorting.column}:${sorting.descending ? 'desc' : 'asc'}`
}
