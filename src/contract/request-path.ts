/** Shared with the gateway, which starts a page's first request before the console runs. */
import { type EndpointName, endpointPath, endpoints, limitRange, type ParameterName } from './endpoints.ts'

export type Parameters<Name extends EndpointName> = {
  readonly [P in Exclude<ParameterName<Name>, 'limit' | 'offset'>]?: string
} & (ParameterName<Name> extends never
  ? unknown
  : { readonly limit?: number | undefined; readonly offset?: number | undefined })

/** The largest `limit` must hold one extra row. */
export const pageLength = { default: 50, max: limitRange.max - 1 } as const

/** One extra row tells whether there is a next page. */
export function limitFor(rows: number): number {
  return Math.min(rows + 1, limitRange.max)
}

/** First request for a list that is read whole. Any service takes its own default. */
export const wholeList = { limit: limitRange.default, offset: 0 } as const

/** In the specification's order, without empty parameters. */
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
