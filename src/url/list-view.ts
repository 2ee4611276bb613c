/**
 * The state of a list page ⇄ its URL query parameters, under the API's own names. The URL is the only store of it:
 * `parse` runs on every render, `serialise` on every change. Any query string parses, and never throws.
 */
import { limitRange, maxOffset } from '../contract/endpoints.ts'
import { pageLength } from '../contract/request-path.ts'

/** A parameter of a link that the page could not use, and why. It is shown, never dropped in silence. */
export interface RefusedParameter {
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

/** The state of a list page. Filters and extras that are not set are not there. */
export interface ListView<F extends string, X extends string> {
  readonly filter: Readonly<Partial<Record<F, string>>>
  readonly limit: number
  readonly offset: number
  /** What the page shows beside the list, such as the open record, and how it shows the list. */
  readonly extra: Readonly<Partial<Record<X, string>>>
  readonly refused: readonly RefusedParameter[]
}

/** A change of a list page's state: null takes a filter or an extra away. */
export interface ListPatch<F extends string, X extends string> {
  readonly filter?: Readonly<Partial<Record<F, string | null>>>
  readonly limit?: number
  readonly offset?: number
  readonly extra?: Readonly<Partial<Record<X, string | null>>>
  readonly refused?: readonly RefusedParameter[]
}

/** How one page spells its state. */
export interface ListCodec<F extends string, X extends string> {
  readonly filters: readonly F[]
  /** Whether it has pages: `limit` and `offset`. */
  readonly isPaged: boolean
  parse(query: URLSearchParams | string): ListView<F, X>
  serialise(view: ListView<F, X>): URLSearchParams
  /** The page's address with this filter, and these of its own parameters, from the first page on. */
  href(pathname: string, filter?: ListView<F, X>['filter'], extra?: ListView<F, X>['extra']): string
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
  extras,
  staying = [],
  defaultLimit = pageLength.default,
  isPaged = true,
  isUsable = () => true,
  canonical = (_name, value) => value,
}: {
  filters: readonly F[]
  extras: readonly X[]
  /** The extras that hold for every page of every filter; the others go with the rows that they belong to. */
  staying?: readonly NoInfer<X>[]
  defaultLimit?: number
  /** False for a page without `limit` and `offset`. */
  isPaged?: boolean
  /** Whether an extra's value means anything; what does not is refused. */
  isUsable?: (name: X, value: string) => boolean
  /** The one spelling of a value that has several. */
  canonical?: (name: F, value: string) => string
}): ListCodec<F, X> {
  const isFilter = (name: string): name is F => filters.some((filter) => filter === name)
  const isExtra = (name: string): name is X => extras.some((extra) => extra === name)

  function parse(query: URLSearchParams | string): ListView<F, X> {
    const filter: Partial<Record<F, string>> = {}
    const extra: Partial<Record<X, string>> = {}
    const refused: RefusedParameter[] = []
    let limit: number | undefined
    let offset: number | undefined
    const seen = new Set<string>()
    for (const [name, raw] of new URLSearchParams(query)) {
      const value = raw.trim()
      const refuse = (reason: RefusedParameter['reason']) => refused.push({ name, value: raw, reason })
      const known = isFilter(name) || isExtra(name) || (isPaged && (name === 'limit' || name === 'offset'))
      if (!known) refuse('unknown')
      else if (value === '') refuse('empty')
      else if (seen.has(name)) refuse('repeated')
      else {
        seen.add(name)
        if (isFilter(name)) filter[name] = canonical(name, value)
        else if (isExtra(name)) {
          if (isUsable(name, value)) extra[name] = value
          else refuse('unusable')
        } else if (name === 'limit')
          limit = wholeNumber(value, limitRange.min, pageLength.max) ?? void refuse('not-a-number')
        else offset = wholeNumber(value, 0, maxOffset) ?? void refuse('not-a-number')
      }
    }
    return { filter, extra, refused, limit: limit ?? defaultLimit, offset: offset ?? 0 }
  }

  function serialise(view: ListView<F, X>): URLSearchParams {
    const query = new URLSearchParams()
    for (const name of filters) if (view.filter[name] !== undefined) query.append(name, view.filter[name])
    if (view.limit !== defaultLimit) query.append('limit', String(view.limit))
    if (view.offset !== 0) query.append('offset', String(view.offset))
    for (const name of extras) if (view.extra[name] !== undefined) query.append(name, view.extra[name])
    for (const { name, value } of view.refused) query.append(name, value)
    return query
  }

  function apply(view: ListView<F, X>, patch: ListPatch<F, X>): ListView<F, X> {
    const toFirstPage = patch.filter !== undefined || patch.limit !== undefined
    const moves = toFirstPage || patch.offset !== undefined
    return {
      filter: merge(view.filter, patch.filter),
      limit: patch.limit ?? view.limit,
      offset: patch.offset ?? (toFirstPage ? 0 : view.offset),
      extra: merge(moves ? pick(view.extra, staying) : view.extra, patch.extra),
      refused: patch.refused ?? view.refused.filter(({ name }) => !isChanged(name, patch)),
    }
  }

  function href(
    pathname: string,
    filter?: ListView<F, X>['filter'],
    extra?: ListView<F, X>['extra'],
  ): string {
    return withQuery(
      pathname,
      serialise({ ...parse(''), ...(filter && { filter }), ...(extra && { extra }) }),
    )
  }

  return { filters, isPaged, parse, serialise, href, apply }
}

/** A wrong value is no longer worth a notice once the reader has set that parameter. */
function isChanged<F extends string, X extends string>(name: string, patch: ListPatch<F, X>): boolean {
  return name in { ...patch.filter, ...patch.extra } || (name === 'limit' && patch.limit !== undefined)
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
