import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { dayNumber } from '../../contract/day.ts'
import { pricesPath } from '../../contract/prices.ts'
import { publicKeysPath } from '../../contract/public-keys.ts'
import { revisionPath } from '../../contract/revision.ts'
import { activityPath, booksKeyPath, sessionMarkHeader } from '../../contract/session.ts'
import { activityReport } from '../../contract/session-bodies.ts'
import { syncPath } from '../../contract/sync.ts'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { refuseOtherSites, requireSameOrigin } from './origin.ts'
import { keyedDigest } from './sealing.ts'
import type { Session } from './session.ts'

/** What the console asks of the gateway itself, beside its session. */
export function addConsoleRoutes(app: FastifyInstance, context: GatewayContext): void {
  const { sessions, settings, signing, trail, keyRing, sync } = context
  addPrices(app, context)
  app.get(syncPath, async (request, reply) => {
    const session = await sessions.require(request)
    reply.header(sessionMarkHeader, session.mark)
    return await sync.report(session)
  })
  // A line for each tab every five seconds would drown the log.
  app.get(revisionPath, { logLevel: 'warn' }, async (request, reply) => {
    const session = await sessions.require(request)
    reply.header(sessionMarkHeader, session.mark)
    return await sync.revision(session)
  })
  const keys = signing?.keys ?? settings.SIGNING_KEYS_PUBLIC ?? []
  const published = JSON.stringify({ keys: keys.map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) })
  app.get(publicKeysPath, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/jwk-set+json').send(published),
  )

  addPost(activityPath, {
    tooMany: 'Too many exports were reported.',
    schema: activityReport,
    malformed: 'The body must be a report of an export.',
    answer: (request, _session, report) => trail.activity(request, report),
  })

  addPost(booksKeyPath, {
    tooMany: 'The key for stored records was requested too often.',
    schema: z.object({}),
    malformed: 'The body must be a JSON object.',
    // Derived from the session's id: nobody gets this key after the session has ended.
    answer: (_request, { id, mark }) => ({ key: keyedDigest(keyRing[0].booksKey, id, mark) }),
  })

  addPost(syncPath, {
    tooMany: 'The records were asked to be read too often.',
    schema: z.object({}),
    malformed: 'The body must be a JSON object.',
    most: 20,
    async answer(_request, session, _body, reply) {
      reply.header(sessionMarkHeader, session.mark)
      return await sync.readNow(session)
    },
  })

  /** For our own pages and the current session, limited per minute. Without an answer, status 204. */
  function addPost<Schema extends z.ZodMiniType>(
    path: string,
    { tooMany, schema, malformed, most = 120, answer }: Post<Schema>,
  ): void {
    const rateLimit = {
      max: most,
      timeWindow: 60_000,
      keyGenerator: async (request: FastifyRequest) =>
        (await sessions.current(request))?.signIn ?? request.ip,
      errorResponseBuilder: () => new Refusal('GTW-09', tooMany),
    }
    const onRequest = async (request: FastifyRequest) => requireSameOrigin(request)
    app.post(path, { config: { rateLimit }, onRequest }, async (request, reply) => {
      // After the body has arrived: the session may have ended in the meantime.
      const session = await sessions.require(request)
      const body = schema.safeParse(request.body)
      if (!body.success) throw new Refusal('GTW-07', malformed)
      return (await answer(request, session, body.data, reply)) ?? reply.code(204).send()
    })
  }
}

interface Post<Schema extends z.ZodMiniType> {
  readonly tooMany: string
  readonly schema: Schema
  readonly malformed: string
  /** In a minute. */
  readonly most?: number
  answer(request: FastifyRequest, session: Session, body: z.infer<Schema>, reply: FastifyReply): unknown
}

function addPrices(app: FastifyInstance, { sessions, prices }: GatewayContext): void {
  if (prices === null) return
  const onRequest = async (request: FastifyRequest) => refuseOtherSites(request)
  app.get(pricesPath, { onRequest }, async (request) => {
    await sessions.require(request)
    const asked = pricesQuery.safeParse(request.query)
    if (!asked.success) throw new Refusal('GTW-07', 'Ask with one currency and up to ten days.')
    return await prices.on([asked.data.day].flat(), asked.data.currency)
  })
}

const day = z.string().check(z.refine((text) => dayNumber(text) !== null))
const pricesQuery = z.strictObject({
  currency: z.string(),
  day: z.union([day, z.array(day).check(z.maxLength(10))]),
})
