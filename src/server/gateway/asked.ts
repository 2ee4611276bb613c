/** What a request asked for, in names of which there are few. */
import type { FastifyRequest } from 'fastify'
import { type Endpoint, type EndpointName, endpoints, matchEndpoint } from '../../contract/endpoints.ts'
import { apiPrefix } from '../../contract/session.ts'
import { pathOf } from '../http.ts'

/** Name and value of one filter. */
export type Pair = readonly [name: string, value: string]

/** What a read asked for. */
export interface Asked {
  /** In the order of their names; the value in the path is one of them. */
  readonly filters: readonly Pair[]
  /** Rows asked for and passed over, where they were named. */
  readonly page: Readonly<Record<string, number>>
  /** How many parameters it had that the endpoint does not know. */
  readonly unknown: number
}

/** Reads path and query of a request to the read API. */
export function askedOf(name: EndpointName, target: string): Asked {
  const { pathParameter, parameters }: Endpoint = endpoints[name]
  const path = pathOf(target)
  const query = [...new URLSearchParams(target.slice(path.length))]
  const inPath = pathParameter
    ? [[pathParameter.name, decoded(matchEndpoint(path)?.value ?? '')] as const]
    : []
  const isPage = ([each, value]: Pair) => /^(limit|offset)$/.test(each) && /^\d{1,9}$/.test(value)
  const filters = query.filter((pair) => Object.hasOwn(parameters, pair[0]) && !isPage(pair))
  return {
    filters: inOrder([...inPath, ...filters]),
    page: Object.fromEntries(query.filter(isPage).map(([each, value]) => [each, Number(value)])),
    unknown: query.filter(([each]) => !Object.hasOwn(parameters, each)).length,
  }
}

/** One order, so that the same filter has the same digest. */
export function inOrder(pairs: readonly Pair[]): readonly Pair[] {
  return [...pairs].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
}

/** What a request is counted as: an endpoint of the read API, or what else the gateway has. */
export function endpointLabel(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === `${apiPrefix}/*`)
    return matchEndpoint(pathOf(request.url).slice(apiPrefix.length))?.name ?? 'other'
  if (url === undefined) return 'other'
  if (url === '/*') return 'page'
  return labels.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'file'
}

const labels: readonly Pair[] = [
  ['/session/signature', 'signature'],
  ['/session/activity', 'activity'],
  ['/session', 'session'],
  ['/csp-reports', 'csp-report'],
  ['/.well-known', 'keys'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
]

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
