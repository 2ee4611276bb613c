/** `POST /session/activity`: what the console makes files of, for the audit log. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { activityReport } from '../../contract/activity.ts'
import { activityPath, sessionMarkHeader } from '../../contract/session.ts'
import type { GatewayContext } from './context.ts'
import { GatewayFailure } from './failure.ts'
import { requireSameOrigin } from './origin.ts'

/** Two for each file: more than anybody saves. */
const reportsPerMinute = 120

/** Adds the route, for whoever is signed in. */
export function addActivityRoute(app: FastifyInstance, { sessions, trail }: GatewayContext): void {
  const rateLimit = {
    max: reportsPerMinute,
    timeWindow: 60_000,
    keyGenerator: async (request: FastifyRequest) => (await sessions.current(request))?.mark ?? request.ip,
    errorResponseBuilder: () => new GatewayFailure('GTW-09', 'Too many exports were reported.'),
    // It is no attempt to sign in.
    onExceeded() {},
  }
  const refuse = async (request: FastifyRequest) => requireSameOrigin(request)
  app.post(activityPath, { config: { rateLimit }, onRequest: refuse }, async (request, reply) => {
    const session = await sessions.current(request)
    if (session === undefined) throw new GatewayFailure('GTW-04')
    if ((request.headers[sessionMarkHeader] ?? session.mark) !== session.mark)
      throw new GatewayFailure('GTW-12')
    const report = activityReport.safeParse(request.body)
    if (!report.success) throw new GatewayFailure('GTW-07', 'The body must be a report of an export.')
    trail.activity(request, report.data)
    return reply.code(204).send()
  })
}
