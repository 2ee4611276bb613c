import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayNumber } from '../../contract/day.ts'
import { pricesPath } from '../../contract/prices.ts'
import { publicKeysPath } from '../../contract/public-keys.ts'
import { revisionPath } from '../../contract/revision.ts'
import { apiPrefix } from '../../contract/session.ts'
import { syncPath } from '../../contract/sync.ts'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'

export function addPublicKeys(app: FastifyInstance, { signing, settings }: GatewayContext): void {
  const keys = signing?.keys ?? settings.SIGNING_KEYS_PUBLIC ?? []
  const published = JSON.stringify({ keys: keys.map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) })
  app.get(publicKeysPath, { config: { endpointName: 'keys' } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/jwk-set+json').send(published),
  )
}

export function addPrices(app: FastifyInstance, { sessions, prices }: GatewayContext): void {
  if (prices === null) return
  app.get(pricesPath, async (request) => {
    await sessions.require(request)
    const asked = pricesQuery.safeParse(request.query)
    if (!asked.success) throw new Refusal('GTW-07', 'Ask with one currency and up to ten days.')
    return await prices.on([asked.data.day].flat(), asked.data.currency)
  })
}

/** How far the records are, of an account and of an open pack, whose page learns so that it is no longer open. */
export function addSyncRoutes(app: FastifyInstance, { sync }: GatewayContext): void {
  const below = (path: string) => path.slice(apiPrefix.length)
  app.get(below(syncPath), { config: { endpointName: 'sync' } }, async ({ session }) => sync.report(session))
  // A line for each tab every five seconds would drown the log.
  app.get(
    below(revisionPath),
    { logLevel: 'warn', config: { endpointName: 'revision' } },
    async ({ session }) => sync.revision(session),
  )
}

const day = z.string().check(z.refine((text) => dayNumber(text) !== null))
const pricesQuery = z.strictObject({
  currency: z.string(),
  day: z.union([day, z.array(day).check(z.maxLength(10))]),
})
