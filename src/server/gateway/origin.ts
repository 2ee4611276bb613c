/** How a request reached the gateway (host name, scheme, page), and whether it may. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http.ts'

/**
 * Refuses with GTW-10 a request that changes the session and comes from another site’s page. Programs send neither header, hold no cookie
 * of a reader, and pass.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (siteOf(request) !== 'same-origin') throw new Refusal('GTW-10')
}

/**
 * Refuses with GTW-10 a read by another site’s page. It cannot see the answer, but the timing tells whether a filter matches. A typed
 * address passes.
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (!['same-origin', 'none'].includes(siteOf(request))) throw new Refusal('GTW-10')
}

/** In the words of Sec-Fetch-Site. Browsers send it only to HTTPS and loopback addresses; elsewhere the origin decides. */
function siteOf({ headers }: FastifyRequest): string {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined) return String(site)
  return origin === undefined || hostOf(origin) === headers.host ? 'same-origin' : 'cross-site'
}

/**
 * Refuses with GTW-10 a host name that is not ours, against DNS rebinding: a foreign page whose name points here would count as our own
 * origin. With a fixed key there is no cookie to guard, so only addresses and localhost pass.
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

/** Refuses with GTW-10 a request without the proxy's secret; compares in constant time. */
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

/** Without port, in lower case. Never X-Forwarded-Host: proxies pass on whatever the caller sent. */
function hostName({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers.host ?? '').replace(/:\d*$/, '').toLowerCase()
}

/** Unconfirmed claims count too: a lie only gets a cookie that needs HTTPS. */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || claimsHttps(request)
}

function claimsHttps({ headers }: FastifyRequest): boolean {
  return (
    /\bhttps\b/i.test(String(headers['x-forwarded-proto'] ?? '')) || /^https:/i.test(headers.origin ?? '')
  )
}

/**
 * A new session’s cookie needs HTTPS, except for a page opened over plain HTTP, whose browser would drop it, and for a program on this
 * machine.
 */
export function wantsSecureCookie(request: FastifyRequest): boolean {
  return isHttps(request) || (request.headers.origin === undefined && !isLoopback(hostName(request)))
}

/** The console’s own address: the browser’s origin, since a proxy may hide it, else the requested host. */
export function originOf(request: FastifyRequest): string {
  const { origin, host = '' } = request.headers
  if (origin !== undefined && /^https?:\/\/[^/]+$/.test(origin)) return origin
  return `${isHttps(request) ? 'https' : 'http'}://${host}`
}

/** Warns once that TLS ends at a proxy which TRUST_PROXY does not name. */
export function createProxyWarning(): (request: FastifyRequest) => void {
  let hasWarned = false
  return (request) => {
    if (hasWarned || request.protocol === 'https' || !claimsHttps(request)) return
    hasWarned = true
    request.log.warn(
      'Browsers reach this gateway over HTTPS through a proxy that TRUST_PROXY does not name: set it to the address of the proxy. ' +
        'Until then all callers share one limit for signing in, and the log shows the address of the proxy for each of them.',
    )
  }
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
