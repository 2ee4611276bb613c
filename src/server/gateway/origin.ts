/** How a request reached the gateway: by which name, over what, from which page; and whether it may. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http.ts'

/**
 * Refuses, with GTW-10, a request that changes the session and comes from a page that is not ours. Programs that are no
 * browser send neither header and hold no cookie of anybody, so they pass.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (siteOf(request) !== 'same-origin') throw new Refusal('GTW-10')
}

/**
 * Refuses, with GTW-10, a reading that a page of another site asks for: it cannot see the answer, but it can see how long that took, and
 * so whether a filter matches. An address that somebody typed is fine.
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (!['same-origin', 'none'].includes(siteOf(request))) throw new Refusal('GTW-10')
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
  throw new Refusal(
    'GTW-10',
    'The gateway was asked for under a host name that is not among its ALLOWED_HOSTS.',
  )
}

/** Refuses, with GTW-10, a request without the secret that the proxy before the gateway sends; compares in constant time. */
export function requireProxy({ headers }: FastifyRequest, secret: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (timingSafeEqual(digest(String(headers['x-proxy-secret'] ?? '')), digest(secret))) return
  throw new Refusal('GTW-10', 'The request did not come through the proxy of this gateway.')
}

function isLocal(name: string): boolean {
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/**
 * The host name that was asked for, without port, in small letters. X-Forwarded-Host is never taken: proxies pass it on from whoever
 * sends it, and a page that has rebound its name can send it.
 */
function hostName({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers.host ?? '').replace(/:\d*$/, '').toLowerCase()
}

/**
 * Whether the browser speaks HTTPS. What nobody vouches for is believed as well, since it makes nothing but stricter: whoever lies
 * gets a cookie that only HTTPS carries.
 */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || claimsHttps(request)
}

/** Whether a proxy, or the page itself, says so; behind a proxy that TRUST_PROXY does not name there is nothing else to tell by. */
function claimsHttps({ headers }: FastifyRequest): boolean {
  return (
    /\bhttps\b/i.test(String(headers['x-forwarded-proto'] ?? '')) || /^https:/i.test(headers.origin ?? '')
  )
}

/**
 * Whether a session that begins with this request gets a cookie that only HTTPS carries: always, but where a page says that it was
 * opened over plain HTTP, whose browser would drop such a cookie, and for a program on this machine.
 */
export function wantsSecureCookie(request: FastifyRequest): boolean {
  return isHttps(request) || (request.headers.origin === undefined && !isLoopback(hostName(request)))
}

/** The console's own address, as the browser says, which a proxy may not tell; else as it was asked for. */
export function originOf(request: FastifyRequest): string {
  const { origin, host = '' } = request.headers
  if (origin !== undefined && /^https?:\/\/[^/]+$/.test(origin)) return origin
  return `${isHttps(request) ? 'https' : 'http'}://${host}`
}

/** Tells the operator, once, that requests come through TLS and the gateway is not told by whom. */
export function createProxyWarning(): (request: FastifyRequest) => void {
  let isTold = false
  return (request) => {
    if (isTold || request.protocol === 'https' || !claimsHttps(request)) return
    isTold = true
    request.log.warn(
      'Browsers reach this gateway over HTTPS through a proxy that TRUST_PROXY does not name: set it to the address of the proxy. ' +
        'Until then all callers share one limit for signing in, and the log shows the address of the proxy for each of them.',
    )
  }
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
