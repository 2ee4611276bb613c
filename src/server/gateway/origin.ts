/** Which pages and which names may reach the gateway. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { GatewayFailure } from './failure.ts'

/**
 * Refuses, with GTW-10, a request that changes the session and comes from a page that is not ours. Programs that are no
 * browser send neither header and hold no cookie of anybody, so they pass.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  // Browsers send Sec-Fetch-Site only to HTTPS and loopback addresses: elsewhere the origin has to do.
  const own =
    site === undefined ? origin === undefined || hostOf(origin) === request.host : site === 'same-origin'
  if (!own) throw new GatewayFailure('GTW-10')
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
  const name = request.hostname.toLowerCase()
  if (allowedHosts.length > 0 ? allowedHosts.includes(name) : !fixedKey || isLocal(name)) return
  throw new GatewayFailure(
    'GTW-10',
    'The gateway was asked for under a host name that is not among its ALLOWED_HOSTS.',
  )
}

function isLocal(name: string): boolean {
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
