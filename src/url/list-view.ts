/**
 * The state of a list page ⇄ its URL query parameters, under the API's own names. The URL is the only store of it:
 * `parse` runs on every render, `serialise` on every change. Any query string parses, and never throws.
 */
import { limitRange, maxOffset } from '../contract/endpoints.ts'
import { pageLength } from '../contract/request-path.ts'

/** A parameter of a link that the page could not use, and why. It is shown, never dropped in silence. */
export interface InvalidParameter {
  readonly name: string
  readonly value: string
  readonly reason: /** The page has no such parameter. */
    | 'unknown'
    /** The parameter is there without a value. */
    | 'empty'
    /** The parameter is there more than once; the first one counts. */
    | 'repeated'
    /** The value is not a whole number within the range. */
    | 'not-a-number'
    /** The value means nothing to the page. */
    | 'unusable'
}

/** The state of a list page. A filter or parameter that is not set is not there. */
export interface ListView<F extends string, X extends string> {
  readonly filter: Readonly<Partial<Record<F, string>>>
  readonly limit: number
  readonly offset: number
  /** What the page shows beside the list, such as the open record, and the order of its rows. */
  readonly params: Readonly<Partial<Record<X, string>>>
  readonly invalid: readonly InvalidParameter[]
}

/** A change of a list page's state: null takes a filter or a parameter away. */
export interface ListPatch<F extends string, X extends string> {
  readonly filter?: Readonly<Partial<Record<F, string | null>>>
  readonly limit?: number
  readonly offset?: number
  readonly params?: Readonly<Partial<Record<X, string | null>>>
  readonly invalid?: readonly InvalidParameter[]
}

/** How one page spells its state. */
export interface ListCodec<F extends string, X extends string> {
  readonly filters: readonly F[]
  /** Whether it has pages: `limit` and `offset`. */
  readonly isPaged: boolean
  parse(query: URLSearchParams | string): ListView<F, X>
  serialise(view: ListView<F, X>): URLSearchParams
  /** The page's address with this filter, and these parameters of its own, from the first page on. */
  href(pathname: string, filter?: ListView<F, X>['filter'], params?: ListView<F, X>['params']): string
  /** The state after a change. A changed filter or page size goes back to the first page and closes what was open. */
  apply(view: ListView<F, X>, patch: ListPatch<F, X>): ListView<F, X>
}

/** A filter as the parameters of a request, whatever the list. */
export function filterParameters(
  filter: Readonly<Partial<Record<string, string>>>,
): Readonly<Record<string, string>> {
  const set = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return Object.fromEntries(set)
}

/** The change that takes these parameters away. */
export function without<N extends string>(names: readonly N[]): Readonly<Partial<Record<N, null>>> {
  const change: Partial<Record<N, null>> = {}
  for (const name of names) change[name] = null
  return change
}

/** A path with a query, or without where there is none. */
export function withQuery(pathname: string, query: URLSearchParams | string): string {
  const text = query.toString()
  return text === '' ? pathname : `${pathname}?${text}`
}

/** The codec of a page with these filters, and these further parameters of its own. */
export function listCodec<const F extends string, const X extends string>({
  filters,
  params: names,
  sticky = [],
  retired = [],
  defaultLimit = pageLength.default,
  isPaged = true,
  isUsable = () => true,
  canonical = (_name, value) => value,
}: {
  filters: readonly F[]
  params: readonly X[]
  /** Those that hold for every page of every filter; the others go with the rows that they belong to. */
  sticky?: readonly NoInfer<X>[]
  /** What the console itself once wrote into links and takes from them no more: nobody is told of these. */
  retired?: readonly string[]
  defaultLimit?: number
  /** False for a page without `limit` and `offset`. */
  isPaged?: boolean
  /** Whether the value of a parameter means anything. */
  isUsable?: (name: X, value: string) => boolean
  /** The one spelling of a value that has several. */
  canonical?: (name: F, value: string) => string
}): ListCodec<F, X> {
  const isFilter = (name: string): name is F => filters.some((filter) => filter === name)
  const isParam = (name: string): name is X => names.some((one) => one === name)

  function parse(query: URLSearchParams | string): ListView<F, X> {
    const filter: Partial<Record<F, string>> = {}
    const params: Partial<Record<X, string>> = {}
    const invalid: InvalidParameter[] = []
    let limit: number | undefined
    let offset: number | undefined
    const seen = new Set<string>()
    for (const [name, raw] of new URLSearchParams(query)) {
      const value = raw.trim()
      const reject = (reason: InvalidParameter['reason']) => invalid.push({ name, value: raw, reason })
      const known = isFilter(name) || isParam(name) || (isPaged && (name === 'limit' || name === 'offset'))
      if (retired.includes(name)) continue
      if (!known) reject('unknown')
      else if (value === '') reject('empty')
      else if (seen.has(name)) reject('repeated')
      else {
        seen.add(name)
        if (isFilter(name)) filter[name] = canonical(name, value)
        else if (isParam(name)) {
          if (isUsable(name, value)) params[name] = value
          else reject('unusable')
        } else if (name === 'limit')
          limit = wholeNumber(value, limitRange.min, pageLength.max) ?? void reject('not-a-number')
        else offset = wholeNumber(value, 0, maxOffset) ?? void reject('not-a-number')
      }
    }
    return { filter, params, invalid, limit: limit ?? defaultLimit, offset: offset ?? 0 }
  }

  function serialise(view: ListView<F, X>): URLSearchParams {
    const query = new URLSearchParams()
    for (const name of filters) if (view.filter[name] !== undefined) query.append(name, view.filter[name])
    if (view.limit !== defaultLimit) query.append('limit', String(view.limit))
    if (view.offset !== 0) query.append('offset', String(view.offset))
    for (const name of names) if (view.params[name] !== undefined) query.append(name, view.params[name])
    for (const { name, value } of view.invalid) query.append(name, value)
    return query
  }

  function apply(view: ListView<F, X>, patch: ListPatch<F, X>): ListView<F, X> {
    const toFirstPage = patch.filter !== undefined || patch.limit !== undefined
    const moves = toFirstPage || patch.offset !== undefined
    return {
      filter: merge(view.filter, patch.filter),
      limit: patch.limit ?? view.limit,
      offset: patch.offset ?? (toFirstPage ? 0 : view.offset),
      params: merge(moves ? pick(view.params, sticky) : view.params, patch.params),
      invalid: patch.invalid ?? view.invalid.filter(({ name }) => !isChanged(name, patch)),
    }
  }

  function href(
    pathname: string,
    filter?: ListView<F, X>['filter'],
    params?: ListView<F, X>['params'],
  ): string {
    return withQuery(
      pathname,
      serialise({ ...parse(''), ...(filter && { filter }), ...(params && { params }) }),
    )
  }

  return { filters, isPaged, parse, serialise, href, apply }
}

/** A wrong value is no longer worth a notice once the reader has set that parameter. */
function isChanged<F extends string, X extends string>(name: string, patch: ListPatch<F, X>): boolean {
  return name in { ...patch.filter, ...patch.params } || (name === 'limit' && patch.limit !== undefined)
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

function pick<K extends string>(
  values: Readonly<Partial<Record<K, string>>>,
  names: readonly K[],
): Readonly<Partial<Record<K, string>>> {
  const picked: Partial<Record<K, string>> = {}
  for (const name of names) if (values[name] !== undefined) picked[name] = values[name]
  return picked
}

function merge<K extends string>(
  values: Readonly<Partial<Record<K, string>>>,
  patch: Readonly<Partial<Record<K, string | null>>> | undefined,
): Partial<Record<K, string>> {
  const merged: Partial<Record<K, string>> = { ...values }
  for (const name of Object.keys(patch ?? {}) as K[]) {
    const value = patch?.[name]?.trim()
    if (value) merged[name] = value
    else delete merged[name]
  }
  return merged
}
