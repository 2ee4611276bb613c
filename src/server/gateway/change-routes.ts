/** Requests other than reads, of which a session has so many a minute. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'

export interface ChangeRoute<Schema extends z.ZodMiniType> {
  /** `POST` unless given. */
  readonly method?: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** In metrics and in the audit log. */
  readonly name: string
  readonly tooMany: string
  readonly schema: Schema
  readonly malformed: string
  /** In a minute. */
  readonly most?: number
  /** Bytes. The gateway's own limit unless given. */
  readonly bodyLimit?: number
  /** Without an answer, status 204. */
  answer(request: FastifyRequest, body: z.infer<Schema>, reply: FastifyReply): unknown
}

export function addChangeRoute<Schema extends z.ZodMiniType>(
  app: FastifyInstance,
  { sessions }: Pick<GatewayContext, 'sessions'>,
  {
    method = 'POST',
    path,
    name,
    tooMany,
    schema,
    malformed,
    most = 120,
    bodyLimit,
    answer,
  }: ChangeRoute<Schema>,
): void {
  const rateLimit = {
    max: most,
    timeWindow: 60_000,
    keyGenerator: async (request: FastifyRequest) => (await sessions.current(request))?.signIn ?? request.ip,
    errorResponseBuilder: () => new Refusal('GTW-09', tooMany),
  }
  app.route({
    ...{ method, url: path, config: { rateLimit, endpointName: name } },
    ...(bodyLimit !== undefined && { bodyLimit }),
    async handler(request, reply) {
      const body = schema.safeParse(request.body)
      if (!body.success) throw new Refusal('GTW-07', malformed)
      return (await answer(request, body.data, reply)) ?? reply.code(204).send()
    },
  })
}
