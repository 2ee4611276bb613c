/** How the browser reached the gateway, and by which name. */
import type { FastifyRequest } from 'fastify'

/**
 * The host name that was asked for, without port, in small letters. X-Forwarded-Host is never taken: proxies pass it on from whoever
 * sends it, and a page that has rebound its name can send it.
 */
export function hostName({ headers }: Pick<FastifyRequest, 'headers'>): string {
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

/** Whether a host name or address, without port, is this very machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
