/** Shared with the gateway, which starts a page's first request before the console runs. */
import {
  type EndpointName,
  endpointPath,
  endpoints,
  type Filter,
  limitRange,
  type ParameterName,
} from './endpoints.ts'

export type Parameters<Name extends EndpointName> = Filter<Name> &
  (ParameterName<Name> extends never
    ? unknown
    : { readonly limit?: number | undefined; readonly offset?: number | undefined })

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
    if (text !== undefined && text !== '') query.append(parameter, String(text))
  }
  const path = endpointPath(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}

const maxDecodings = 3

/** Whether a path cannot carry this encoded segment: a server that decodes, perhaps twice, may see another path (`..`), a path parameter (`;`) or an end (U+0000). */
export function misleads(encoded: string): boolean {
  let text = encoded
  for (let decodings = 0; ; decodings += 1) {
    if (unsafe.test(text) || overlong.test(text) || text === '.' || text === '..') return true
    if (!encodedByte.test(text)) return false
    if (decodings === maxDecodings) return true
    const decoded = decode(text)
    if (decoded === undefined) return false
    text = decoded
  }
}

const unsafe = /[\p{Cc};\\/]/u
const encodedByte = /%[\dA-F]{2}/i

/** An ASCII character in more bytes than it needs, which lax decoders accept. */
const overlong = /%c[01]|%e0%[89]|%f0%8/i

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![\dA-F]{2})/gi, '%25'))
  } catch {
    return undefined
  }
}
