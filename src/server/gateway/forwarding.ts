import type { FastifyInstance } from 'fastify'
import { matchEndpoint } from '../../contract/endpoints.ts'
import { misleads } from '../../contract/request-path.ts'
import { readingHeader, serviceReadPrefix, sessionMarkHeader } from '../../contract/session.ts'
import { pathOf, Refusal } from '../http.ts'
import { acceptedEncodings, compressWhole } from './compression.ts'
import type { GatewayContext } from './context.ts'
import { FairRate } from './shares.ts'

/** `/api/service/*`: reads the service with the session’s key. The body passes through untouched, valid JSON or not. */
export function addForwarding(
  app: FastifyInstance,
  { sessions, settings, trail, upstream }: GatewayContext,
): void {
  const readings = new FairRate(settings.SYNC_PER_MINUTE, () => performance.now())
  app.route({
    method: ['GET', 'HEAD'],
    url: `${serviceReadPrefix}/*`,
    onSend: compressWhole,
    async handler(request, reply) {
      const session = await sessions.require(request)
      const target = forwardedTarget(request.raw.url ?? '')
      const isReading = request.headers[readingHeader] !== undefined
      if (isReading) {
        const wait = readings.admit(session.signIn)
        if (wait > 0) throw new Refusal('GTW-25', undefined, { 'retry-after': String(wait) })
      }
      reply.header(sessionMarkHeader, session.mark)
      const { status, headers, body, isGzip } = await trail.read(request, target, () =>
        upstream.ask({
          method: request.method === 'HEAD' ? 'HEAD' : 'GET',
          target,
          credentials: session,
          consumer: { key: session.apiKey, session: session.signIn, isReading },
          requestId: request.id,
          acceptsGzip: acceptedEncodings(request).includes('gzip'),
          waiting: reply.raw,
        }),
      )
      // Closes connections whose reader takes nothing: the answer stays in memory until then.
      reply.raw.setTimeout(settings.UPSTREAM_TIMEOUT_SECONDS * 1000)
      reply.code(status).headers(headers)
      if (isGzip) reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      return request.method === 'HEAD' ? reply.send() : reply.send(body)
    },
  })
}

/** The target without our prefix, byte for byte. Throws GTW-05 outside the read API, and GTW-07 for a malformed or long one. */
export function forwardedTarget(target: string): string {
  const rest = target.startsWith(`${serviceReadPrefix}/`) ? target.slice(serviceReadPrefix.length) : undefined
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
      'The gateway does not forward an id that contains a slash, a backslash, a semicolon or a control character, or that is one or two dots.',
    )
  if (!readablePath.test(path)) throw new Refusal('GTW-07', 'The path is not correctly percent-encoded.')
  return rest
}

/** In characters. Real ids and addresses are far shorter. */
const maxTarget = 8192
const maxValue = 2048

/** Visible ASCII without `#`: a valid request target, and a few characters that browsers leave as they are. */
const readableTarget = /^[\x21\x22\x24-\x7e]+$/

/** RFC 3986 path characters, each `%` followed by two hexadecimal digits. */
const readablePath = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[\dA-Fa-f]{2})+$/
