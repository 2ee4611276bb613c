/** Routes of the console's API, with the checks that all of them share. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoints.ts'
import { packsPath } from '../../../contract/packs.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { apiPrefix, sessionFingerprintHeader } from '../../../contract/session.ts'
import { pathOf, Refusal, readRequest } from '../../http.ts'
import type { AuditEntry } from '../audit/chain.ts'
import { compressWhole } from '../compression.ts'
import type { GatewayContext } from '../context.ts'
import type { Session } from '../session.ts'
import { consumerOf, noRoomForAnswers, type Shares } from '../shares.ts'

/** One request, checked: somebody is signed in, and each parameter is one that the endpoint takes. */
export interface ApiCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: Session
  readonly query: ReadQuery
  /** The parameter in the path; empty where there is none. */
  readonly value: string
  /** Path and query, below the prefix of the API. */
  readonly target: string
  /** Aborted when the reader has gone. */
  readonly signal: AbortSignal
  /** Whether the session is still open. Does not count as activity. */
  isOpen(): Promise<boolean>
}

export interface ApiAnswer {
  /** Becomes JSON. */
  readonly body: object
  /** What its line in the audit log says of it: `rows`, where they come from. */
  readonly outcome: AuditEntry
}

export interface ApiRoute {
  /** In metrics and in the audit log. */
  readonly name: string
  readonly endpoint: Endpoint
  /** Throws `Refusal` and `ServiceFailure`. */
  answer(call: ApiCall): Promise<ApiAnswer>
  /** Sends a file in place of it, where the endpoint takes `as`. */
  send?(call: ApiCall): Promise<FastifyReply>
}

/** Who asks, as the routes of a plugin read it. Throws where nobody may. */
export function readAs(app: FastifyInstance, sessionOf: (request: FastifyRequest) => Promise<Session>): void {
  app.decorateRequest('session')
  // After the body has arrived: the session may have ended in the meantime.
  app.addHook('preHandler', async (request, reply) => {
    request.session = await sessionOf(request)
    reply.header(sessionFingerprintHeader, request.session.fingerprint)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** See `readAs`. */
    session: Session
  }
}

/** Refuses parameters with the codes of the specification; each answer has a line in the audit log. The plugin says whose records they are. */
export function addApiRoute(
  app: FastifyInstance,
  { sessions, trail, packs, unread }: GatewayContext & { readonly unread: Shares },
  { name, endpoint, answer, send }: ApiRoute,
): void {
  const inPath = endpoint.path.indexOf('{')
  app.route({
    method: ['GET', 'HEAD'],
    // Not `:id`: Fastify takes no long ids there, and decodes what has to be told apart.
    url: inPath < 0 ? endpoint.path : `${endpoint.path.slice(0, inPath)}*`,
    config: { endpointName: name },
    onSend: compressWhole,
    async handler(request, reply) {
      const { session } = request
      const { pack } = session
      const base = pack === null ? apiPrefix : `${packsPath}/${pack.id}`
      const target = (request.raw.url ?? '').slice(base.length)
      const encoded = inPath < 0 ? '' : segmentOf(target, endpoint.path.slice(0, inPath))
      const { query, value } = readRequest(endpoint, target, encoded)
      if ((query.filter.get('fingerprint') ?? session.fingerprint) !== session.fingerprint)
        throw new Refusal('GTW-12')
      const isOpen = () => (pack === null ? sessions.isOpen(request) : packs.isOpen(session))
      const call = { request, reply, session, query, value, target, signal: signalOf(reply), isOpen }
      if (query.filter.has('as') && send) return await send(call)
      const { text } = await trail.answer(
        request,
        { name, endpoint, target, value: encoded },
        async () => {
          const { body, outcome } = await answer(call)
          const text = JSON.stringify(body)
          holdUntilTaken(call, unread, text.length)
          return { text, outcome }
        },
        ({ outcome }) => (pack === null ? outcome : { ...outcome, pack: pack.id }),
      )
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}

/** Throws GTW-23 where the answers that this session has not taken yet leave too little room. */
function holdUntilTaken({ reply, session }: ApiCall, unread: Shares, bytes: number): void {
  if (reply.raw.destroyed) return
  const consumer = consumerOf(session)
  if (!unread.take(consumer, bytes)) throw noRoomForAnswers()
  reply.raw.once('close', () => unread.release(consumer, bytes))
}

/** The last segment of the path, encoded. Throws GTW-05. */
function segmentOf(target: string, prefix: string): string {
  const path = pathOf(target)
  const segment = path.slice(prefix.length)
  if (!path.startsWith(prefix) || segment === '' || segment.includes('/')) throw new Refusal('GTW-05')
  return segment
}

/** Aborted when the reader has gone. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) left.abort(new Error('nobody waits for the answer any more'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return left.signal
}
