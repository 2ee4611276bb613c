import { performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../http.ts'
import type { ServiceOptions } from './api.ts'
import { type Answer, createApi, refusalAnswer } from './api.ts'
import { authenticationPath, healthPath, isServed, ownAddress, splitUrl } from './own-address.ts'

/** What answers every request, whatever its path and method. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => void

/** The handler of the read API. Anything unexpected is ERR-01, and goes to the log as well. */
export function createHandler(options: ServiceOptions, service: FastifyInstance): Handler {
  const api = createApi(options)
  const hang = createHangingReplies(service)
  return (request, reply) => {
    logWhenAnswered(request, reply)
    // Not an async handler: Fastify would take a client that goes away early for a failure of ours.
    api(request).then(
      (answer) => send(answer),
      (error: unknown) => send(answerFailure(error, request, options)),
    )
    function send(answer: Answer): void {
      if (answer === 'hang') hang(reply)
      else
        reply
          .code(answer.httpStatus)
          .headers({ ...everyHeader, 'x-request-id': request.id, ...answer.headers })
          .send(answer.body)
    }
  }
}

/** By hand, because Fastify's own lines carry the query, and its hooks miss what its router refuses. */
function logWhenAnswered(request: FastifyRequest, reply: FastifyReply): void {
  const { path } = splitUrl(request.raw)
  // Asked every few seconds by whatever watches the service.
  if (path === healthPath) return
  const start = performance.now()
  reply.raw.once('close', () => {
    request.log.info(
      {
        method: request.method,
        // What is no path of ours could be anything, a key put in the wrong place too.
        path: isServed(path) ? path : '(unknown)',
        ...(reply.raw.writableFinished ? { status: reply.raw.statusCode } : { brokenOff: true }),
        milliseconds: Math.round(performance.now() - start),
      },
      'answered',
    )
  })
}

const everyHeader = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function answerFailure(error: unknown, request: FastifyRequest, { publicUrl }: ServiceOptions): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal('ERR-01')
  if (!(error instanceof Refusal)) request.log.error({ err: error }, 'failed')
  const help = refusal.code === 'ERR-02' ? `${ownAddress(request.raw, publicUrl)}${authenticationPath}` : ''
  return refusalAnswer(refusal, help)
}

/** Replies that never come. Only the client, or the end of the service, ends them. */
function createHangingReplies(service: FastifyInstance): (reply: FastifyReply) => void {
  const replies = new Set<FastifyReply>()
  service.addHook('preClose', async () => {
    for (const reply of replies) reply.raw.destroy()
  })
  return (reply) => {
    reply.hijack()
    replies.add(reply)
    reply.raw.once('close', () => replies.delete(reply))
    if (reply.raw.destroyed) replies.delete(reply)
  }
}
