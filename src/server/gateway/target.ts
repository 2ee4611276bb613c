/** Which requests under `/api` are for the read API, judged by the request target as it stands on the wire. */
import { matchEndpoint } from '../../contract/endpoints.ts'
import { apiPrefix } from '../../contract/session.ts'
import { GatewayFailure } from './failure.ts'

/**
 * Path and query to ask the service for, byte for byte as they came, without our prefix. Throws GTW-05 for a path that the
 * read API does not have, GTW-07 for one that cannot be read.
 */
export function forwardedTarget(target: string): string {
  const rest = target.startsWith(`${apiPrefix}/`) ? target.slice(apiPrefix.length) : undefined
  if (rest === undefined) throw new GatewayFailure('GTW-05')
  if (!readableTarget.test(rest))
    throw new GatewayFailure('GTW-07', 'The address has characters that must be encoded.')
  const path = pathOf(rest)
  if (!readablePath.test(path))
    throw new GatewayFailure('GTW-07', 'The path is not correctly percent-encoded.')
  const match = matchEndpoint(path)
  if (match === undefined || climbs(match.value ?? '')) throw new GatewayFailure('GTW-05')
  return rest
}

/** The path of a request target: what is before its query. Nothing else of it goes into a log. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

/** Visible ASCII without `#`: what may stand in a request target, and a little more that browsers do not encode. */
const readableTarget = /^[\x21\x22\x24-\x7e]+$/

/** The characters of RFC 3986 for path segments, with each `%` followed by two hexadecimal digits. */
const readablePath = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[\dA-Fa-f]{2})+$/

/**
 * Whether a path segment, decoded as often as anything behind us might decode it, holds a `.` or `..` segment: a server that
 * resolves those would answer for another path than the one that was checked.
 */
function climbs(encoded: string): boolean {
  let text = encoded
  for (;;) {
    if (text.split(/[/\\]/).some((segment) => segment === '.' || segment === '..')) return true
    const decoded = decode(text)
    if (decoded === text) return false
    text = decoded
  }
}

function decode(text: string): string {
  return text.replace(/%([\dA-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}
