/** `/api/*`: reading the service with the session's key. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { apiPrefix, sessionMarkHeader } from '../../contract/session.ts'
import { acceptedEncodings, compressWhole } from './compression.ts'
import type { GatewayContext } from './context.ts'
import { GatewayFailure } from './failure.ts'
import { keyHeaders } from './reader.ts'
import { forwardedTarget } from './target.ts'
import { createTurns } from './turns.ts'

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
      const session = await sessions.current(request)
      if (session === undefined) throw new GatewayFailure('GTW-04')
      const meant = request.headers[sessionMarkHeader]
      if (meant !== undefined && meant !== session.mark) throw new GatewayFailure('GTW-12')
      const target = forwardedTarget(request.raw.url ?? '')
      // One key for everybody tells nobody from others.
      if (settings.CUSTODY_API_KEY === undefined) takeTurn(session.mark, reply)
      reply.header(sessionMarkHeader, session.mark)
      const { status, headers, body, encoded } = await trail.read(request, target, () =>
        upstream.ask({
          method: request.method === 'HEAD' ? 'HEAD' : 'GET',
          target,
          headers: {
            // Nothing else is passed on, and a browser that asks for rows ahead of the console says that anything will do.
            accept: 'application/json',
            'x-request-id': request.id,
            ...keyHeaders(settings, session),
          },
          encodings: acceptedEncodings(request),
          signal: goneSignal(reply.raw),
        }),
      )
      reply.code(status).headers(headers)
      if (request.method === 'HEAD') return reply.send()
      if (encoded === undefined) return reply.send(body)
      return reply
        .headers({ 'content-encoding': encoded.encoding, vary: 'accept-encoding' })
        .send(encoded.bytes)
    },
  })
}

/** Aborts when the connection closes before the answer is out, or has closed already: nobody waits for it any more. */
export function goneSignal(answer: ServerResponse): AbortSignal {
  if (answer.destroyed) return AbortSignal.abort()
  const abort = new AbortController()
  answer.once('close', () => {
    if (!answer.writableFinished) abort.abort()
  })
  return abort.signal
}
