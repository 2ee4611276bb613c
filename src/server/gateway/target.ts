/** Which requests under `/api` are for the read API, judged by the request target as it stands on the wire. */
import { matchEndpoint } from '../../contract/endpoints.ts'
import { apiPrefix } from '../../contract/session.ts'
import { pathOf, Refusal } from '../http.ts'

/**
 * Path and query to ask the service for, byte for byte as they came, without our prefix. Throws GTW-05 for a path that the
 * read API does not have, GTW-07 for one that cannot be read or is too long.
 */
export function forwardedTarget(target: string): string {
  const rest = target.startsWith(`${apiPrefix}/`) ? target.slice(apiPrefix.length) : undefined
  if (rest === undefined) throw new Refusal('GTW-05')
  if (rest.length > maxTarget || rest.split(/[/?&=]/).some(({ length }) => length > maxValue))
    throw new Refusal('GTW-07', `The address, or one value in it, is longer than the gateway forwards.`)
  if (!readableTarget.test(rest))
    throw new Refusal('GTW-07', 'The address has characters that must be encoded.')
  const path = pathOf(rest)
  const match = matchEndpoint(path)
  if (match === undefined) throw new Refusal('GTW-05')
  if (match.value !== undefined && misleads(match.value))
    throw new Refusal(
      'GTW-05',
      'The gateway forwards no id that holds a slash, a backslash, a semicolon or a control character, or that is a dot or two.',
    )
  if (!readablePath.test(path)) throw new Refusal('GTW-07', 'The path is not correctly percent-encoded.')
  return rest
}

/** In characters as they stand on the wire. No id or address in use comes near them. */
const maxTarget = 8192
const maxValue = 2048

/** Visible ASCII without `#`: what may stand in a request target, and a little more that browsers do not encode. */
const readableTarget = /^[\x21\x22\x24-\x7e]+$/

/** The characters of RFC 3986 for path segments, with each `%` followed by two hexadecimal digits. */
const readablePath = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[\dA-Fa-f]{2})+$/

/** How often a value is decoded to see what servers behind us might make of it. */
const maxDecodings = 3

/**
 * Whether a server behind us could take a path segment for something else than one plain value: another path (`..`), a path
 * parameter (`;`), or an end (U+0000). It may decode the segment more than once, and be lax about UTF-8.
 */
function misleads(encoded: string): boolean {
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

/** Where lax decoders find an ASCII character, such as a slash, that was spelled with more bytes than it needs. */
const overlong = /%c[01]|%e0%[89]|%f0%8/i

/** Decodes once; undefined for bytes that are no UTF-8. A `%` that encodes nothing stands for itself. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![\dA-F]{2})/gi, '%25'))
  } catch {
    return undefined
  }
}
