/** Signing in at the provider of identities, and going on with another account: `POST /session/provider`, `GET /session/callback`, `POST /session/account`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayErrorCode } from '../../contract/gateway-errors.ts'
import {
  accountPath,
  accountRequest,
  callbackPath,
  providerPath,
  providerRequest,
} from '../../contract/session.ts'
import { originOf, wantsSecureCookie } from './connection.ts'
import type { GatewayContext } from './context.ts'
import { GatewayFailure } from './failure.ts'
import { logFailure, logSignIn, type SignInAttempt } from './log.ts'
import { requireSameOrigin } from './origin.ts'
import { createPendingSignIns } from './pending-sign-in.ts'
import type { Provider } from './provider.ts'
import { refusalOf } from './provider.ts'
import type { People } from './reader.ts'
import { attemptsOf, stateOf } from './session-routes.ts'

/** Longer addresses do not fit into a cookie: then the way leads to the start. */
const longestFrom = 2000

/** Adds the routes of an installation whose people sign in at a provider. */
export function addProviderRoutes(
  app: FastifyInstance,
  context: GatewayContext,
  people: People,
  provider: Provider,
): void {
  const { sessions, settings } = context
  const pendingSignIns = createPendingSignIns()
  const sameOrigin = async (request: FastifyRequest) => requireSameOrigin(request)

  app.post(
    providerPath,
    { config: { rateLimit: attemptsOf(settings) }, onRequest: sameOrigin },
    async (request) => {
      const body = providerRequest.safeParse(request.body)
      if (!body.success) throw new GatewayFailure('GTW-07')
      const { from, anew } = body.data
      const { address, pending } = await provider
        .begin(originOf(request) + callbackPath, { anew })
        .catch((error: unknown) => {
          throw new GatewayFailure(told(request, error))
        })
      pendingSignIns.keep(
        request,
        { ...pending, from: from === null || from.length > longestFrom ? null : from },
        { secure: wantsSecureCookie(request) },
      )
      return { address }
    },
  )

  // Asked for without wanting its answer, it must not use up the sign-in.
  app.get(callbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    const answer = new URLSearchParams(request.raw.url?.split('?').slice(1).join('?'))
    const pending = pendingSignIns.take(request, answer.get('state'))
    // The sign-in page leads on, and to no other site. It is there even before the browser sends the new cookie, which it does not as
    // long as it comes from the provider.
    const back = (error?: GatewayErrorCode) => {
      const query = new URLSearchParams({
        ...(pending?.from ? { from: pending.from } : {}),
        ...(error ? { error } : {}),
      })
      return reply.redirect(query.size > 0 ? `/sign-in?${query}` : '/sign-in', 303)
    }
    try {
      if (pending === undefined) throw new GatewayFailure('GTW-19')
      const { person, groups } = await provider.finish(answer, pending)
      if (!people.admits(groups)) throw new GatewayFailure('GTW-15')
      const [first] = people.accountsOf(groups)
      if (first === undefined) throw new GatewayFailure('GTW-16')
      await sessions.begin(
        request,
        { person, groups: people.known(groups), account: first.name },
        { secure: pending.secure },
      )
      logSignIn(request, { key: null, person: person.id, outcome: 'accepted' })
      return back()
    } catch (error) {
      return back(told(request, error))
    }
  })

  app.post(accountPath, { onRequest: sameOrigin }, async (request) => {
    const body = accountRequest.safeParse(request.body)
    if (!body.success) throw new GatewayFailure('GTW-07')
    if ((await sessions.current(request)) === undefined) throw new GatewayFailure('GTW-04')
    const session = await sessions.switchAccount(request, body.data.account)
    if (session === undefined) throw new GatewayFailure('GTW-16')
    return stateOf(context, session)
  })
}

/** Logs why somebody was not signed in, and gives the code with which they are told. */
function told(request: FastifyRequest, error: unknown): GatewayErrorCode {
  const refusal = refusalOf(error)
  if (refusal === undefined && error instanceof Error) logFailure(request, error)
  const { code, reason } = refusal ?? { code: 'GTW-08', reason: null }
  const outcome: SignInAttempt['outcome'] = failures.has(code) ? 'failed' : 'refused'
  logSignIn(request, { key: null, outcome, code, reason })
  return code
}

/** Of these it is not the person who was refused. */
const failures: ReadonlySet<GatewayErrorCode> = new Set(['GTW-08', 'GTW-14', 'GTW-17', 'GTW-18', 'GTW-22'])
