/** The state of a list page ⇄ its URL query parameters. The URL is its only store. Any query string parses without throwing. */
import { limitRange, maxOffset } from '../contract/endpoints.ts'
import { pageLength } from '../contract/request-path.ts'

/** A parameter of a link that the page cannot use. The reader is told. */
export interface InvalidParameter {
  readonly name: string
  readonly value: string
  /** `repeated`: the first one counts. `not-a-number`: no whole number within the range. */
  readonly reason: 'unknown' | 'empty' | 'repeated' | 'not-a-number' | 'unusable'
}

/** The state of a list page. A filter or parameter that is not set is absent. */
export interface ListView<F extends string, X extends string> {
  readonly filter: Readonly<Partial<Record<F, string>>>
  readonly limit: number
  readonly offset: number
  /** Such as the open record and the sorting. */
  readonly params: Readonly<Partial<Record<X, string>>>
  readonly invalid: readonly InvalidParameter[]
}

/** A change of the state. Null removes a filter or parameter. */
export interface ListPatch<F extends string, X extends string> {
  readonly filter?: Readonly<Partial<Record<F, string | null>>>
  readonly limit?: number
  readonly offset?: number
  readonly params?: Readonly<Partial<Record<X, string | null>>>
  readonly invalid?: readonly InvalidParameter[]
}

/** A filter as parameters of a request. */
export function filterParameters(
  filter: Readonly<Partial<Record<string, string>>>,
): Readonly<Record<string, string>> {
  const set = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return Object.fromEntries(set)
}

/** A change that removes these parameters. */
export function without<N extends string>(names: readonly N[]): Readonly<Partial<Record<N, null>>> {
  const change: Partial<Record<N, null>> = {}
  for (const name of names) change[name] = null
  return change
}

export function withQuery(pathname: string, query: URLSearchParams | string): string {
  const text = query.toString()
  return text === '' ? pathname : `${pathname}?${text}`
}

export interface CodecOptions<F extends string, X extends string> {
  readonly filters: readonly F[]
  /** Further parameters of the page. */
  readonly params: readonly X[]
  /** Parameters that survive a change of filter or page. The others belong to the rows. */
  readonly sticky?: readonly NoInfer<X>[]
  /** Parameters that older versions wrote into links. They are ignored without a notice. */
  readonly retired?: readonly string[]
  /** False for a page without `limit` and `offset`. */
  readonly isPaged?: boolean
  /** Whether the value of a parameter means anything. */
  isUsable?(name: X, value: string): boolean
  /** The one spelling of a value that has several. */
  canonical?(name: F, value: string): string
}

/** How one page spells its state. */
export class ListCodec<const F extends string, const X extends string> {
  readonly filters: readonly F[]
  /** Whether it has `limit` and `offset`. */
  readonly isPaged: boolean
  readonly #options: CodecOptions<F, X>

  constructor(options: CodecOptions<F, X>) {
    this.filters = options.filters
    this.isPaged = options.isPaged ?? true
    this.#options = options
  }

  parse(query: URLSearchParams | string): ListView<F, X> {
    const { params: names, retired = [] } = this.#options
    const filter: Partial<Record<F, string>> = {}
    const params: Partial<Record<X, string>> = {}
    const invalid: InvalidParameter[] = []
    const page: { limit: number; offset: number } = { limit: pageLength.default, offset: 0 }
    const seen = new Set<string>()
    for (const [name, raw] of new URLSearchParams(query)) {
      if (retired.includes(name)) continue
      const value = raw.trim()
      const target = this.filters.find((one) => one === name) ?? null
      const param = names.find((one) => one === name) ?? null
      const setting = this.isPaged && (name === 'limit' || name === 'offset') ? name : null
      const reject = (reason: InvalidParameter['reason']) => invalid.push({ name, value: raw, reason })
      if (target === null && param === null && setting === null) reject('unknown')
      else if (value === '') reject('empty')
      else if (seen.has(name)) reject('repeated')
      else {
        seen.add(name)
        if (target !== null) filter[target] = this.#options.canonical?.(target, value) ?? value
        else if (param !== null) {
          if (this.#options.isUsable?.(param, value) === false) reject('unusable')
          else params[param] = value
        } else if (setting !== null) {
          const number = wholeNumber(value, ranges[setting])
          if (number === null) reject('not-a-number')
          else page[setting] = number
        }
      }
    }
    return { filter, params, invalid, ...page }
  }

  serialise({ filter, limit, offset, params, invalid }: ListView<F, X>): URLSearchParams {
    const query = new URLSearchParams()
    for (const name of this.filters) if (filter[name] !== undefined) query.append(name, filter[name])
    if (limit !== pageLength.default) query.append('limit', String(limit))
    if (offset !== 0) query.append('offset', String(offset))
    for (const name of this.#options.params) if (params[name] !== undefined) query.append(name, params[name])
    for (const { name, value } of invalid) query.append(name, value)
    return query
  }

  /** The state after a change. A changed filter or page size goes back to the first page and closes what was open. */
  apply(view: ListView<F, X>, patch: ListPatch<F, X>): ListView<F, X> {
    const toFirstPage = patch.filter !== undefined || patch.limit !== undefined
    const moves = toFirstPage || patch.offset !== undefined
    return {
      filter: merge(view.filter, patch.filter),
      limit: patch.limit ?? view.limit,
      offset: patch.offset ?? (toFirstPage ? 0 : view.offset),
      params: merge(moves ? pick(view.params, this.#options.sticky ?? []) : view.params, patch.params),
      invalid: patch.invalid ?? view.invalid.filter(({ name }) => !isChanged(name, patch)),
    }
  }

  /** The address of the page's first page of rows. */
  href(pathname: string, filter?: ListView<F, X>['filter'], params?: ListView<F, X>['params']): string {
    const view = this.parse('')
    return withQuery(
      pathname,
      this.serialise({ ...view, filter: filter ?? view.filter, params: params ?? view.params }),
    )
  }
}

const ranges = {
  limit: { min: limitRange.min, max: pageLength.max },
  offset: { min: 0, max: maxOffset },
} as const

/** Once the reader has set a parameter, its wrong value needs no notice. */
function isChanged<F extends string, X extends string>(name: string, patch: ListPatch<F, X>): boolean {
  return name in { ...patch.filter, ...patch.params } || (name === 'limit' && patch.limit !== undefined)
}

function wholeNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
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
