/** Which pages, names and proxies may reach the gateway. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { hostName } from './connection.ts'
import { GatewayFailure } from './failure.ts'

/**
 * Refuses, with GTW-10, a request that changes the session and comes from a page that is not ours. Programs that are no
 * browser send neither header and hold no cookie of anybody, so they pass.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (siteOf(request) !== 'same-origin') throw new GatewayFailure('GTW-10')
}

/**
 * Refuses, with GTW-10, a reading that a page of another site asks for: it cannot see the answer, but it can see how long that took, and
 * so whether a filter matches. An address that somebody typed is fine.
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (!['same-origin', 'none'].includes(siteOf(request))) throw new GatewayFailure('GTW-10')
}

/** In the words of Sec-Fetch-Site. Browsers send it only to HTTPS and loopback addresses: elsewhere the origin has to do. */
function siteOf({ headers }: FastifyRequest): string {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined) return String(site)
  return origin === undefined || hostOf(origin) === headers.host ? 'same-origin' : 'cross-site'
}

/**
 * Refuses, with GTW-10, a host name that is not ours. Against DNS rebinding: a foreign page whose name suddenly points here
 * would count as our own origin, and where one fixed key serves everybody nothing else stands in its way. Such a page needs a
 * name, so addresses and localhost are always ours there. With no fixed key the cookie, bound to its name, is the guard.
 */
export function requireOwnHost(
  request: FastifyRequest,
  allowedHosts: readonly string[],
  fixedKey: boolean,
): void {
  const name = hostName(request)
  if (allowedHosts.length > 0 ? allowedHosts.includes(name) : !fixedKey || isLocal(name)) return
  throw new GatewayFailure(
    'GTW-10',
    'The gateway was asked for under a host name that is not among its ALLOWED_HOSTS.',
  )
}

/** Refuses, with GTW-10, a request without the secret that the proxy before the gateway sends; compares in constant time. */
export function requireProxy({ headers }: FastifyRequest, secret: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (timingSafeEqual(digest(String(headers['x-proxy-secret'] ?? '')), digest(secret))) return
  throw new GatewayFailure('GTW-10', 'The request did not come through the proxy of this gateway.')
}

function isLocal(name: string): boolean {
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
