/** Which request a page of the console begins with, told from its address: so that the browser asks for rows before the console runs. */
import { type EndpointName, endpoints, type ListEndpoint, type Parameter } from '../../contract/endpoints.ts'
import { changePoolAlias, vaultTypes } from '../../contract/enumerations.ts'
import { limitFor, pageLength, pathAndQuery, wholeList } from '../../contract/request-path.ts'

/**
 * Path and query of a page's first request, by the page's query and, where its path names a record or a type, that name. Null for a link
 * of which not everything is understood: then the console asks by itself.
 */
export type FirstRequest = (query: URLSearchParams, name: string) => string | null

/** A list whose path names nothing. */
type NamelessList = Exclude<ListEndpoint, 'balancesOfType'>

/** How a table looks changes nothing of what is asked. */
const look = ['columns', 'widths', 'density', 'sort']

/** One page of a list. `beside` are the parameters of the page that change nothing of what it asks. */
export function pageOf(endpoint: NamelessList, beside: readonly string[] = []): FirstRequest {
  return (query) => {
    const asked = understood(endpoint, query, [...look, ...beside])
    if (asked === null) return null
    const { limit = pageLength.default, offset = 0, ...filter } = asked
    if (Number(limit) > pageLength.max) return null
    return pathAndQuery(endpoint, { ...filter, limit: limitFor(Number(limit)), offset: Number(offset) })
  }
}

/** A list that is read whole, beginning with as much of it as one answer holds. */
export function wholeOf(endpoint: NamelessList, beside: readonly string[] = []): FirstRequest {
  return (query) => {
    const filter = understoodFilter(endpoint, query, [...look, ...beside])
    return filter && pathAndQuery(endpoint, { ...filter, ...wholeList })
  }
}

/** The balances of the type that the path names. */
export function balancesOfType(beside: readonly string[]): FirstRequest {
  return (query, name) => {
    const type = vaultTypes.find((each) => each === name)
    const filter = understoodFilter('balancesOfType', query, [...look, ...beside])
    return type && filter ? pathAndQuery('balancesOfType', { ...filter, ...wholeList }, type) : null
  }
}

/** The record that the path names. */
export function recordOf(endpoint: Exclude<EndpointName, ListEndpoint>): FirstRequest {
  return withoutParameters((_query, name) => pathAndQuery(endpoint, {}, name))
}

/** For a page that has no parameters of its own. */
export function withoutParameters(first: FirstRequest): FirstRequest {
  return (query, name) => (query.size === 0 ? first(query, name) : null)
}

/** The filter of a page without pages. */
function understoodFilter(endpoint: EndpointName, query: URLSearchParams, beside: readonly string[]) {
  return query.has('limit') || query.has('offset') ? null : understood(endpoint, query, beside)
}

/** The endpoint's parameters in a page's query. Null where one is unknown, given twice, or not as the console and the API both write it. */
function understood(
  endpoint: EndpointName,
  query: URLSearchParams,
  beside: readonly string[],
): Readonly<Record<string, string>> | null {
  const parameters = new Map<string, Parameter>(Object.entries(endpoints[endpoint].parameters))
  const asked = new Map<string, string>()
  for (const [name, value] of query) {
    if (beside.includes(name)) continue
    const isPlain = value === value.trim() && value !== changePoolAlias
    if (!isPlain || asked.has(name) || !parameters.get(name)?.schema.safeParse(value).success) return null
    asked.set(name, value)
  }
  return Object.fromEntries(asked)
}
