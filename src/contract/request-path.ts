/** How the console asks for rows. The gateway uses it too, to begin a page's first request before the console runs. */
import { type EndpointName, endpointPath, endpoints, limitRange, type ParameterName } from './endpoints.ts'

/** Filters as text under the API's own names; limit and offset as whole numbers. */
export type Parameters<Name extends EndpointName> = {
  readonly [P in Exclude<ParameterName<Name>, 'limit' | 'offset'>]?: string
} & (ParameterName<Name> extends never
  ? unknown
  : { readonly limit?: number | undefined; readonly offset?: number | undefined })

/** Rows of a page. The largest `limit` has to hold one more. */
export const pageLength = { default: 50, max: limitRange.max - 1 } as const

/** One more row tells whether there is a next page. */
export function limitFor(rows: number): number {
  return Math.min(rows + 1, limitRange.max)
}

/** The first request for a list that is read whole. */
export const wholeList = { limit: limitRange.max, offset: 0 } as const

/** Parameters in the specification's order, without empty ones. */
export function pathAndQuery<Name extends EndpointName>(
  name: Name,
  parameters: Parameters<Name>,
  value?: string,
): string {
  const given: Readonly<Record<string, string | number | undefined>> = parameters
  const query = new URLSearchParams()
  for (const parameter of Object.keys(endpoints[name].parameters)) {
    const text = given[parameter]
    if (text !== undefined && text !== '') query.set(parameter, String(text))
  }
  const path = endpointPath(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}
