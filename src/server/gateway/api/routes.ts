/** Adds routes of the console's API, with the checks that all of them share. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoints.ts'
import { type ReadQuery, RequestFault, readPathValue, readQuery } from '../../../contract/query.ts'
import { apiPrefix, sessionMarkHeader } from '../../../contract/session.ts'
import { pathOf, Refusal } from '../../http.ts'
import type { AuditEntry } from '../audit/chain.ts'
import { compressWhole } from '../compression.ts'
import type { GatewayContext } from '../context.ts'
import type { Session } from '../session.ts'

/** One request, checked: somebody is signed in, and each parameter is one that the endpoint takes. */
export interface ApiCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: Session
  readonly query: ReadQuery
  /** The parameter in the path; empty where there is none. */
  readonly value: string
  /** Aborted when the reader has gone. */
  readonly signal: AbortSignal
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

/**
 * Answers `GET` and `HEAD`. Needs a session, and the one for which the request is made; refuses parameters with the codes of the specification;
 * each answer has a line in the audit log.
 */
export function addApiRoute(
  app: FastifyInstance,
  { sessions, trail, settings }: Pick<GatewayContext, 'sessions' | 'trail' | 'settings'>,
  { name, endpoint, answer, send }: ApiRoute,
): void {
  const inPath = endpoint.path.indexOf('{')
  app.route({
    method: ['GET', 'HEAD'],
    // Not `:id`: Fastify takes no long ids there, and decodes what has to be told apart.
    url: apiPrefix + (inPath < 0 ? endpoint.path : `${endpoint.path.slice(0, inPath)}*`),
    config: { endpointName: name },
    onSend: compressWhole,
    async handler(request, reply) {
      const session = await sessions.require(request)
      reply.header(sessionMarkHeader, session.mark)
      const target = request.raw.url ?? ''
      const encoded = inPath < 0 ? '' : segmentOf(target, apiPrefix + endpoint.path.slice(0, inPath))
      const { query, value } = read(endpoint, target, encoded)
      if ((query.filter.get('fingerprint') ?? session.mark) !== session.mark) throw new Refusal('GTW-12')
      const call = { request, reply, session, query, value, signal: signalOf(reply) }
      if (query.filter.has('as') && send) return await send(call)
      const asked = { name, endpoint, target, value: encoded }
      const { body } = await trail.answer(
        request,
        asked,
        () => answer(call),
        ({ outcome }) => outcome,
      )
      // Closes connections whose reader takes nothing: the answer stays in memory until then.
      reply.raw.setTimeout(settings.UPSTREAM_TIMEOUT_SECONDS * 1000)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    },
  })
}

/** The last segment of the path, encoded. Throws GTW-05. */
function segmentOf(target: string, prefix: string): string {
  const path = pathOf(target)
  const segment = path.slice(prefix.length)
  if (!path.startsWith(prefix) || segment === '' || segment.includes('/')) throw new Refusal('GTW-05')
  return segment
}

function read(endpoint: Endpoint, target: string, encoded: string) {
  try {
    const query = readQuery(endpoint, target.slice(pathOf(target).length + 1))
    return { query, value: endpoint.pathParameter === undefined ? '' : readPathValue(endpoint, encoded) }
  } catch (error) {
    throw error instanceof RequestFault ? new Refusal(error.code, error.details) : error
  }
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) left.abort(new Error('nobody waits for the answer any more'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return left.signal
}
