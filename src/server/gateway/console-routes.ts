import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { dayNumber } from '../../contract/day.ts'
import { pricesPath } from '../../contract/prices.ts'
import { publicKeysPath } from '../../contract/public-keys.ts'
import { revisionPath } from '../../contract/revision.ts'
import { sessionFingerprintHeader } from '../../contract/session.ts'
import { syncPath } from '../../contract/sync.ts'
import { Refusal } from '../http.ts'
import { addChangeRoute } from './change-routes.ts'
import type { GatewayContext } from './context.ts'
import { refuseOtherSites } from './origin.ts'

/** What the console asks of the gateway itself, beside its session. */
export function addConsoleRoutes(app: FastifyInstance, context: GatewayContext): void {
  const { sessions, settings, signing, sync } = context
  addPrices(app, context)
  app.get(syncPath, async (request, reply) => {
    const session = await sessions.require(request)
    reply.header(sessionFingerprintHeader, session.mark)
    return await sync.report(session)
  })
  // A line for each tab every five seconds would drown the log.
  app.get(revisionPath, { logLevel: 'warn' }, async (request, reply) => {
    const session = await sessions.require(request)
    reply.header(sessionFingerprintHeader, session.mark)
    return await sync.revision(session)
  })
  const keys = signing?.keys ?? settings.SIGNING_KEYS_PUBLIC ?? []
  const published = JSON.stringify({ keys: keys.map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) })
  app.get(publicKeysPath, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/jwk-set+json').send(published),
  )

  addChangeRoute(app, context, {
    path: syncPath,
    tooMany: 'The records were asked to be read too often.',
    schema: z.object({}),
    malformed: 'The body must be a JSON object.',
    most: 20,
    async answer(_request, session, _body, reply) {
      reply.header(sessionFingerprintHeader, session.mark)
      return await sync.readNow(session)
    },
  })
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
