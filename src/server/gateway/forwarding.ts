/** `/api/*`: reading the service with the session's key. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiPrefix, sessionMarkHeader } from '../../contract/session.ts'
import { Refusal } from '../http.ts'
import { acceptedEncodings, compressWhole } from './compression.ts'
import type { GatewayContext } from './context.ts'
import { forwardedTarget } from './target.ts'

/** Adds the forwarding of the read API. The answer's body passes through untouched, be it good JSON or not. */
export function addForwarding(
  app: FastifyInstance,
  { sessions, settings, trail, upstream }: GatewayContext,
): void {
  const takeTurn = createTurns()
  app.route({
    method: ['GET', 'HEAD'],
    url: `${apiPrefix}/*`,
    ...(settings.COMPRESSION === 'yes' && { onSend: compressWhole }),
    async handler(request, reply) {
      const session = await sessions.require(request)
      const target = forwardedTarget(request.raw.url ?? '')
      // One key for everybody tells nobody from others.
      if (settings.CUSTODY_API_KEY === undefined) takeTurn(session.mark, reply)
      reply.header(sessionMarkHeader, session.mark)
      const { status, headers, body, isGzip } = await trail.read(request, target, () =>
        upstream.ask({
          method: request.method === 'HEAD' ? 'HEAD' : 'GET',
          target,
          credentials: session,
          requestId: request.id,
          acceptsGzip: acceptedEncodings(request).includes('gzip'),
          waiting: reply.raw,
        }),
      )
      reply.code(status).headers(headers)
      if (isGzip) reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      return request.method === 'HEAD' ? reply.send() : reply.send(body)
    },
  })
}

/** More than a console with several exports asks for at once, and half of the connections to the service. */
export const mostAtOnce = 64

/** Counts what each reader has in hand until it is answered, or its caller has gone. Throws GTW-23 where that is too much. */
function createTurns(): (whose: string, reply: FastifyReply) => void {
  const inHand = new Map<string, number>()
  return (whose, { raw }) => {
    const before = inHand.get(whose) ?? 0
    if (before >= mostAtOnce) throw new Refusal('GTW-23', undefined, { 'retry-after': '1' })
    // Nothing tells again that somebody has gone.
    if (raw.destroyed) return
    inHand.set(whose, before + 1)
    raw.once('close', () => {
      const left = (inHand.get(whose) ?? 0) - 1
      if (left > 0) inHand.set(whose, left)
      else inHand.delete(whose)
    })
  }
}
