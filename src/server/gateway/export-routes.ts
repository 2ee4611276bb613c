import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { publicKeysPath } from '../../contract/attestation.ts'
import { activityPath, booksKeyPath, serviceName } from '../../contract/session.ts'
import { activityReport } from '../../contract/session-bodies.ts'
import { signaturePath, signatureRequest } from '../../contract/signing.ts'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { requireSameOrigin } from './origin.ts'
import { keyed } from './sealing.ts'
import { accountLabel, type Session } from './session.ts'

export function addExportRoutes(
  app: FastifyInstance,
  { sessions, service, settings, signing, trail, keyRing: [{ booksKey }] }: GatewayContext,
): void {
  const keys = signing?.keys ?? settings.SIGNING_KEYS_PUBLIC ?? []
  const published = JSON.stringify({ keys: keys.map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) })
  app.get(publicKeysPath, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/jwk-set+json').send(published),
  )

  addPost(signaturePath, {
    // More than anyone saves, and too few to sign a thousand forgeries.
    max: 60,
    tooMany: 'Too many signatures were requested.',
    schema: signatureRequest,
    malformed: 'The body must hold facts_sha256, service and account.',
    async answer(request, session, { facts_sha256, service: expected, account }) {
      const own = { service: serviceName(service), account: accountLabel(session) }
      if (expected !== own.service || account !== own.account) throw new Refusal('GTW-12')
      if (signing === null) throw new Refusal('GTW-08', 'This gateway has no key to sign with.')
      await trail.signed(request, facts_sha256)
      return signing.sign({ facts_sha256, signed_at: new Date().toISOString(), ...own, mark: session.mark })
    },
  })

  addPost(activityPath, {
    max: 120,
    tooMany: 'Too many exports were reported.',
    schema: activityReport,
    malformed: 'The body must be a report of an export.',
    answer: (request, _session, report) => trail.activity(request, report),
  })

  addPost(booksKeyPath, {
    max: 120,
    tooMany: 'The key of the books was requested too often.',
    schema: z.object({}),
    malformed: 'The body must be a JSON object.',
    // Derived from the session's id: nobody gets this key after the session has ended.
    answer: (_request, { id, mark }) => ({ key: keyed(booksKey, id, mark) }),
  })

  /** For our own pages and the current session, limited per minute. Without an answer, status 204. */
  function addPost<Schema extends z.ZodMiniType>(
    path: string,
    { max, tooMany, schema, malformed, answer }: Post<Schema>,
  ): void {
    const rateLimit = {
      max,
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
      return (await answer(request, session, body.data)) ?? reply.code(204).send()
    })
  }
}

interface Post<Schema extends z.ZodMiniType> {
  readonly max: number
  readonly tooMany: string
  readonly schema: Schema
  readonly malformed: string
  answer(request: FastifyRequest, session: Session, body: z.infer<Schema>): unknown
}
