import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { pricesPath } from '../../contract/prices.ts'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { refuseOtherSites } from './origin.ts'
import { isDate } from './prices.ts'

export function addPrices(app: FastifyInstance, { sessions, prices }: GatewayContext): void {
  if (prices === null) return
  const onRequest = async (request: FastifyRequest) => refuseOtherSites(request)
  app.get(pricesPath, { onRequest }, async (request) => {
    await sessions.require(request)
    const asked = pricesQuery.safeParse(request.query)
    if (!asked.success) throw new Refusal('GTW-07', 'Ask with one currency and up to ten days.')
    return await prices.on([asked.data.day].flat(), asked.data.currency)
  })
}

const day = z.string().check(z.refine(isDate))
const pricesQuery = z.strictObject({
  currency: z.string(),
  day: z.union([day, z.array(day).check(z.maxLength(10))]),
})
