/** `POST /session/signature`, and the public keys. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serviceName, sessionMarkHeader } from '../../contract/session.ts'
import { publicKeysPath, signaturePath, signatureRequest } from '../../contract/signing.ts'
import type { GatewayContext } from './context.ts'
import { GatewayFailure } from './failure.ts'
import { requireSameOrigin } from './origin.ts'
import { accountTold } from './session.ts'

/** More than anybody saves, and little enough that nobody has a thousand forgeries signed. */
const signaturesPerMinute = 60

/** Adds signing for whoever is signed in, and the keys for everybody. */
export function addSigningRoutes(
  app: FastifyInstance,
  { sessions, service, signing, trail }: GatewayContext,
): void {
  app.get(publicKeysPath, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ keys: signing?.keys ?? [] }),
  )

  const rateLimit = {
    max: signaturesPerMinute,
    timeWindow: 60_000,
    keyGenerator: async (request: FastifyRequest) => (await sessions.current(request))?.mark ?? request.ip,
    errorResponseBuilder: () => new GatewayFailure('GTW-09', 'Too many signatures were requested.'),
  }
  const refuse = async (request: FastifyRequest) => requireSameOrigin(request)
  app.post(signaturePath, { config: { rateLimit }, onRequest: refuse }, async (request) => {
    const session = await sessions.current(request)
    if (session === undefined) throw new GatewayFailure('GTW-04')
    const body = signatureRequest.safeParse(request.body)
    if (!body.success)
      throw new GatewayFailure('GTW-07', 'The body must hold facts_sha256, service and account.')
    const own = { service: serviceName(service), account: accountTold(session) }
    const isMeant = (request.headers[sessionMarkHeader] ?? session.mark) === session.mark
    if (!isMeant || body.data.service !== own.service || body.data.account !== own.account)
      throw new GatewayFailure('GTW-12')
    if (signing === null) throw new GatewayFailure('GTW-08', 'This gateway has no key to sign with.')
    trail.signed(request, body.data.facts_sha256)
    return signing.sign({
      facts_sha256: body.data.facts_sha256,
      signed_at: new Date().toISOString(),
      ...own,
      mark: session.mark,
    })
  })
}
