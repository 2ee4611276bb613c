import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../http.ts'

/** GTW-10 for a change of the session by another site's page. Programs send neither header and pass: they hold no reader's cookie. */
export async function requireSameOrigin(request: FastifyRequest): Promise<void> {
  if (siteOf(request) !== 'same-origin') throw new Refusal('GTW-10')
}

/** Of a plugin whose answers are for our own pages, for no cache, and for none while the audit log cannot hold their line. */
export function guardRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { isFromAnywhere, isUnaudited } = request.routeOptions.config
    reply.header('cache-control', 'no-store')
    // A read by another site's page: the timing would tell it whether a filter matches. A typed address passes.
    const isTyped = ['GET', 'HEAD'].includes(request.method) && siteOf(request) === 'none'
    if (!isFromAnywhere && !isTyped) await requireSameOrigin(request)
    if (!isUnaudited) app.trail.requireWritable()
  })
}

/** As Sec-Fetch-Site says. Browsers send it only to HTTPS and loopback addresses; elsewhere the origin decides. */
function siteOf({ headers }: FastifyRequest): string {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined) return String(site)
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host)
  return isOwn ? 'same-origin' : 'cross-site'
}

/** GTW-10 for a host name that is not ours, against DNS rebinding. With a fixed key only addresses and localhost pass. */
export function requireOwnHost(
  request: FastifyRequest,
  allowedHosts: readonly string[],
  fixedKey: boolean,
): void {
  if ((allowedHosts.length === 0 && !fixedKey) || hasOwnHost(request, allowedHosts)) return
  throw new Refusal('GTW-10', 'The host name of the request is not among this gateway’s ALLOWED_HOSTS.')
}

/** Where no names are allowed: an address or localhost, which a page of another host cannot have for its own name. */
export function hasOwnHost(
  request: Pick<FastifyRequest, 'headers'>,
  allowedHosts: readonly string[] = [],
): boolean {
  const name = hostName(request)
  if (allowedHosts.length > 0) return allowedHosts.includes(name)
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

/** GTW-10 without the proxy's secret, compared in constant time. */
export function requireProxy({ headers }: FastifyRequest, secret: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (timingSafeEqual(digest(String(headers['x-proxy-secret'] ?? '')), digest(secret))) return
  throw new Refusal('GTW-10', 'The request did not come through the proxy of this gateway.')
}

/** Without port, in lower case. Never X-Forwarded-Host: proxies pass on whatever the caller sent. */
function hostName({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers.host ?? '').replace(/:\d*$/, '').toLowerCase()
}

/** Unconfirmed claims count: a lie only gets a cookie that needs HTTPS. */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || claimsHttps(request)
}

function claimsHttps({ headers }: FastifyRequest): boolean {
  return (
    /\bhttps\b/i.test(String(headers['x-forwarded-proto'] ?? '')) || /^https:/i.test(headers.origin ?? '')
  )
}

/** False for a page over plain HTTP, whose browser would drop the cookie, and for a program on this machine. */
export function wantsSecureCookie(request: FastifyRequest): boolean {
  return isHttps(request) || (request.headers.origin === undefined && !isLoopback(hostName(request)))
}

/** The console’s own address: the browser’s origin, since a proxy may hide it, else the requested host. */
export function originOf(request: FastifyRequest): string {
  const { origin, host = '' } = request.headers
  if (origin !== undefined && /^https?:\/\/[^/]+$/.test(origin)) return origin
  return `${isHttps(request) ? 'https' : 'http'}://${host}`
}

/** Warns once that TLS ends at a proxy that TRUST_PROXY does not name. */
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
