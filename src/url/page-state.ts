/** The state of a page ⇄ its query parameters, which are its only store. Any query string parses without throwing. */
import { type FilterValue, limitRange, maxOffset } from '../contract/endpoints.ts'
import { withoutHidden } from '../contract/hidden-characters.ts'

/** Rows of a page. The largest `limit` of a request must hold one more. */
const pageLength = { default: 50, max: limitRange.max - 1 } as const

export interface InvalidParameter {
  readonly name: string
  readonly value: string
  /** `repeated`: the first one counts. `not-a-number`: no whole number within the range. `hidden`: used without its hidden characters. */
  readonly reason: 'unknown' | 'empty' | 'repeated' | 'not-a-number' | 'unusable' | 'hidden'
}

/** `S` are the filters that may have several values. */
export type Filters<F extends string = string, S extends string = F> = {
  readonly [N in F]?: N extends S ? FilterValue : string
}

export interface PageState<F extends string, X extends string, S extends string = F> {
  readonly filter: Filters<F, S>
  readonly limit: number
  readonly offset: number
  readonly params: Readonly<Partial<Record<X, string>>>
  readonly invalid: readonly InvalidParameter[]
}

/** Null removes a filter or parameter. */
export interface ListPatch<F extends string, X extends string> {
  readonly filter?: Readonly<Partial<Record<F, FilterValue | null>>>
  readonly limit?: number
  readonly offset?: number
  readonly params?: Readonly<Partial<Record<X, string | null>>>
  readonly invalid?: readonly InvalidParameter[]
}

export function setFilters(
  filter: Readonly<Partial<Record<string, FilterValue>>>,
): Readonly<Record<string, FilterValue>> {
  const set = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.fromEntries(set)
}

/** With the values of a name one after the other. */
export function filterQuery(filter: Readonly<Partial<Record<string, FilterValue>>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => valuesOf(value).map((one) => [name, one])),
  )
}

export function filterTexts(filter: Readonly<Record<string, FilterValue>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, valuesOf(value).join(', ')]))
}

export function without<N extends string>(names: readonly N[]): Readonly<Partial<Record<N, null>>> {
  const change: Partial<Record<N, null>> = {}
  for (const name of names) change[name] = null
  return change
}

export function withQuery(pathname: string, query: URLSearchParams | string): string {
  const text = query.toString()
  return text === '' ? pathname : `${pathname}?${text}`
}

interface CodecOptions<F extends string, X extends string, S extends string> {
  readonly filters: readonly F[]
  /** Filters that may be given again: any of the values matches. */
  readonly several?: readonly S[]
  /** A list with a table has `sort` among them. */
  readonly params: readonly X[]
  /** The parameter that names the open record, which a change of filter or page closes. */
  readonly record?: NoInfer<X>
  /** The parameters that leave out rows, as filters do. */
  readonly narrowing?: readonly NoInfer<X>[]
  /** The name under which the browser keeps how the table of the page is arranged, and the ids of the columns that sort it. */
  readonly table?: { readonly name: string; readonly sorted: readonly string[] }
  readonly isPaged?: boolean
  isUsable?(name: X, value: string): boolean
  /** The one spelling of a value that has several. */
  canonical?(name: F, value: string): string
}

export class ListCodec<const F extends string, const X extends string, const S extends string = never> {
  readonly filters: readonly F[]
  readonly isPaged: boolean
  /** Its order may be one by value, in a currency. */
  readonly isPriced: boolean
  readonly record: X | undefined
  readonly narrowing: readonly X[]
  readonly table: NonNullable<CodecOptions<F, X, S>['table']>
  readonly #options: CodecOptions<F, X, S>

  constructor(options: CodecOptions<F, X, S>) {
    this.filters = options.filters
    this.isPaged = options.isPaged ?? true
    this.isPriced = options.params.some((name) => name === 'currency')
    this.record = options.record
    this.narrowing = options.narrowing ?? []
    this.table = options.table ?? { name: '', sorted: [] }
    this.#options = options
  }

  parse(query: URLSearchParams | string): PageState<F, X, S> {
    const { params: names, several = [], canonical } = this.#options
    const { record } = this
    const values = new Map<F, readonly string[]>()
    const params: Partial<Record<X, string>> = {}
    const invalid: InvalidParameter[] = []
    const page: { limit: number; offset: number } = { limit: pageLength.default, offset: 0 }
    const seen = new Set<string>()
    const all = [...new URLSearchParams(query)]
    const pairs = all.filter((pair) => pair.join('=') !== keptHidden)
    for (const [name, raw] of pairs) {
      const filter = this.filters.find((one) => one === name)
      const param = names.find((one) => one === name)
      const setting = this.isPaged && (name === 'limit' || name === 'offset') ? name : undefined
      const isKept = pairs.length < all.length || (param !== undefined && param === record)
      const text = (isKept ? raw : withoutHidden(raw).text).trim()
      const value = (filter && canonical?.(filter, text)) ?? text
      const earlier = (filter && values.get(filter)) ?? []
      const isRepeated = several.some((one) => one === name) ? earlier.includes(value) : seen.has(name)
      const problem = (): InvalidParameter['reason'] | null => {
        if (!filter && !param && !setting) return 'unknown'
        if (text === '') return 'empty'
        if (isRepeated) return 'repeated'
        if (param && !this.#isUsable(param, text)) return 'unusable'
        return setting && !isInRange(text, ranges[setting]) ? 'not-a-number' : null
      }
      const reason = problem()
      if (reason ?? text !== raw.trim()) invalid.push({ name, value: raw, reason: reason ?? 'hidden' })
      if (text !== '') seen.add(name)
      if (reason !== null) continue
      if (filter) values.set(filter, [...earlier, value])
      else if (param) params[param] = text
      else if (setting) page[setting] = Number(text)
    }
    // In one order, however the link has them: another order is no other filter.
    const inOrder = this.filters.map((name) => [name, values.get(name) ?? []] as const)
    return { filter: filtersOf<F, S>(new Map(inOrder)), params, invalid, ...page }
  }

  serialise({ filter, limit, offset, params, invalid }: PageState<F, X, S>): URLSearchParams {
    const query = new URLSearchParams()
    const given: Readonly<Partial<Record<F, FilterValue>>> = filter
    const pairs = this.filters.flatMap((name) => valuesOf(given[name]).map((value) => [name, value] as const))
    for (const [name, value] of pairs) query.append(name, value)
    if (limit !== pageLength.default) query.append('limit', String(limit))
    if (offset !== 0) query.append('offset', String(offset))
    for (const name of this.#options.params) if (params[name] !== undefined) query.append(name, params[name])
    for (const { name, value, reason } of invalid) if (reason !== 'hidden') query.append(name, value)
    if (pairs.some(([, value]) => withoutHidden(value).hidden.length > 0)) query.append(...keptPair)
    return query
  }

  /** The state after a change. A filter, page size or order that differs goes back to the first page; the former close what was open. */
  apply(view: PageState<F, X, S>, patch: ListPatch<F, X>): PageState<F, X, S> {
    const { record } = this
    const filter = filtersOf<F, S>(
      new Map(this.filters.map((name) => [name, this.#changed(name, view, patch)] as const)),
    )
    const limit = patch.limit ?? view.limit
    const isOther = (name: F) => String(filter[name]) !== String(view.filter[name])
    const toFirstPage = limit !== view.limit || this.filters.some(isOther)
    const isClosed = record !== undefined && (toFirstPage || patch.offset !== undefined)
    const given = merge<X>(view.params, { ...without<X>(isClosed ? [record] : []), ...patch.params })
    // Only an order by value is that of a currency.
    const isByValue = this.sorting({ params: given })?.column === 'value'
    const idle = this.#options.params.filter((name) => name === 'currency' && !isByValue)
    const params = merge<X>(given, without(idle))
    const isSorted = JSON.stringify(this.sorting({ params })) !== JSON.stringify(this.sorting(view))
    const set = { ...patch.filter, ...patch.params, ...(patch.limit !== undefined && { limit: '' }) }
    return {
      filter,
      limit,
      offset: patch.offset ?? (toFirstPage || isSorted ? 0 : view.offset),
      params,
      invalid: patch.invalid ?? view.invalid.filter(({ name }) => !(name in set)),
    }
  }

  href(pathname: string, filter?: Filters<F, S>, params?: PageState<F, X>['params']): string {
    const view = this.parse('')
    return withQuery(
      pathname,
      this.serialise({ ...view, filter: filter ?? view.filter, params: params ?? view.params }),
    )
  }

  sorting({ params }: Pick<PageState<F, X>, 'params'>): Sorting | null {
    const { sort }: Readonly<Partial<Record<'sort', string>>> = params
    return readSorting(sort, this.table.sorted)
  }

  sortedBy(sorting: Sorting | null): ListPatch<F, X | 'sort'> {
    const params: Partial<Record<X | 'sort', string | null>> = {}
    params.sort = sorting && sortText(sorting)
    return { params }
  }

  #changed(name: F, { filter }: PageState<F, X, S>, patch: ListPatch<F, X>): readonly string[] {
    const change: FilterValue | null | undefined = patch.filter?.[name]
    const next = change === undefined ? filter[name] : (change ?? undefined)
    return [...new Set(valuesOf(next).map((value) => value.trim()))].filter((value) => value !== '')
  }

  #isUsable(name: X, value: string): boolean {
    if (name === 'sort') return readSorting(value, this.table.sorted) !== null
    return this.#options.isUsable?.(name, value) ?? true
  }
}

/** What the API is asked for, by the page and by whoever asks before it. */
export function listRequest<F extends string, X extends string, S extends string>(
  codec: ListCodec<F, X, S>,
  view: PageState<F, X, S>,
): ListRequest<F> {
  const sorting = codec.sorting(view)
  const filter: Readonly<Partial<Record<F, FilterValue>>> = view.filter
  const { currency }: Readonly<Partial<Record<'currency', string>>> = view.params
  return {
    ...filter,
    ...(codec.isPaged && { limit: view.limit }),
    ...(view.offset > 0 && { offset: view.offset }),
    ...(sorting && { sort: sortText(sorting) }),
    ...(sorting?.column === 'value' && currency !== undefined && { currency }),
  }
}

export function valuesOf(value: FilterValue | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

function filtersOf<F extends string, S extends string>(
  values: ReadonlyMap<string, readonly string[]>,
): Filters<F, S> {
  const set = [...values].flatMap(([name, [first, ...more]]) =>
    first === undefined ? [] : [[name, more.length === 0 ? first : [first, ...more]]],
  )
  // Only filters of `S` were given several values.
  return Object.fromEntries(set)
}

/** Ids that a service sent may have hidden characters. Links of the console ask for them as they are, others have them by accident. */
const keptPair = ['hidden', 'kept'] as const
const keptHidden = keptPair.join('=')

const ranges = {
  limit: { min: limitRange.min, max: pageLength.max },
  offset: { min: 0, max: maxOffset },
} as const

function isInRange(text: string, { min, max }: { min: number; max: number }): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
}

function merge<K extends string>(
  values: Readonly<Partial<Record<K, string>>>,
  patch: Readonly<Partial<Record<K, string | null>>>,
): Partial<Record<K, string>> {
  const merged: Partial<Record<K, string>> = { ...values }
  for (const name of Object.keys(patch) as K[]) {
    const value = patch[name]?.trim()
    if (value) merged[name] = value
    else delete merged[name]
  }
  return merged
}

export interface Sorting {
  readonly column: string
  readonly descending: boolean
}

export type ListRequest<F extends string> = {
  readonly [N in F | 'limit' | 'offset' | 'sort' | 'currency']?: FilterValue | number
}

function sortText({ column, descending }: Sorting): string {
  return `${column}:${descending ? 'desc' : 'asc'}`
}

/** Reads `sort`, such as `amount:desc`. Null if it names no column. */
function readSorting(text: string | undefined, columns: readonly string[]): Sorting | null {
  const [column = '', direction = 'asc', ...rest] = text?.split(':') ?? []
  if (rest.length > 0 || !columns.includes(column) || !['asc', 'desc'].includes(direction)) return null
  return { column, descending: direction === 'desc' }
}

/** Parameters of a link with values that mean nothing, as they are in the link. */
export function unusableParameters({
  invalid,
}: {
  readonly invalid: readonly InvalidParameter[]
}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    invalid.flatMap(({ name, value, reason }) => (reason === 'unusable' ? [[name, value]] : [])),
  )
}
