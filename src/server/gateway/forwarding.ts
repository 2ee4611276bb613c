/** `/api/*`: reading the service with the session's key. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiPrefix, sessionMarkHeader } from '../../contract/session.ts'
import { compressWhole } from './compression.ts'
import type { GatewayContext } from './context.ts'
import { GatewayFailure } from './failure.ts'
import { keyHeaders } from './reader.ts'
import { forwardedTarget } from './target.ts'

/** Adds the forwarding of the read API. The answer's body passes through untouched, be it good JSON or not. */
export function addForwarding(
  app: FastifyInstance,
  { sessions, settings, trail, upstream }: GatewayContext,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${apiPrefix}/*`,
    onSend: compressWhole,
    async handler(request, reply) {
      const session = await sessions.current(request)
      if (session === undefined) throw new GatewayFailure('GTW-04')
      const meant = request.headers[sessionMarkHeader]
      if (meant !== undefined && meant !== session.mark) throw new GatewayFailure('GTW-12')
      const target = forwardedTarget(request.raw.url ?? '')
      reply.header(sessionMarkHeader, session.mark)
      const answer = await trail.read(request, target, () =>
        upstream.ask({
          method: request.method === 'HEAD' ? 'HEAD' : 'GET',
          target,
          headers: {
            // Nothing else is passed on, and a browser that asks for rows ahead of the console says that anything will do.
            accept: 'application/json',
            'x-request-id': request.id,
            ...keyHeaders(settings, session),
          },
          signal: goneSignal(reply),
        }),
      )
      reply.code(answer.status).headers(answer.headers)
      return request.method === 'HEAD' ? reply.send() : reply.send(answer.body)
    },
  })
}

/** Aborts when the connection closes before the answer is out: nobody waits for it any more. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const abort = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) abort.abort()
  })
  return abort.signal
}
