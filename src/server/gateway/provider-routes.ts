/** Signing in at the provider of identities, and going on with another account: `POST /session/provider`, `GET /session/callback`, `POST /session/account`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  accountPath,
  accountRequest,
  callbackPath,
  providerPath,
  providerRequest,
} from '../../contract/session.ts'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { logFailure, logSignIn, type SignInAttempt } from './log.ts'
import { isHttps, originOf, requireSameOrigin, wantsSecureCookie } from './origin.ts'
import { pendingSignIn, refusalOf } from './provider.ts'
import { createSealedCookie, type SealingKeys } from './sealing.ts'
import { forgetFirst } from './session-register.ts'
import { attemptsOf, stateOf } from './session-routes.ts'

/** How an address is written into the one that leads back to it; longer ones do not fit into a cookie. Then the way leads to the start. */
const longestFrom = 1500

/** Adds the routes of an installation whose people sign in at a provider; none where they do with a key. */
export function addProviderRoutes(app: FastifyInstance, context: GatewayContext): void {
  const { sessions, settings, sealingKeys, people, provider } = context
  if (people === undefined || provider === undefined) return
  const pendingSignIns = createPendingSignIns(sealingKeys)
  const sameOrigin = async (request: FastifyRequest) => requireSameOrigin(request)

  app.post(
    providerPath,
    { config: { rateLimit: attemptsOf(settings) }, onRequest: sameOrigin },
    async (request, reply) => {
      const body = providerRequest.safeParse(request.body)
      if (!body.success) throw new Refusal('GTW-07')
      const { from, anew } = body.data
      const { address, pending } = await provider
        .begin(originOf(request) + callbackPath, { anew })
        .catch((error: unknown) => {
          throw new Refusal(told(request, error))
        })
      const isShort = new URLSearchParams({ from: from ?? '' }).toString().length <= longestFrom
      pendingSignIns.keep(reply, { ...pending, from: isShort ? from : null })
      return { address }
    },
  )

  // Asked for without wanting its answer, it must not use up the sign-in.
  app.get(callbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    const answer = new URLSearchParams(request.raw.url?.split('?').slice(1).join('?'))
    const pending = pendingSignIns.take(reply, answer.get('state'))
    // The sign-in page leads on, and to no other site. It is there even before the browser sends the new cookie, which it does not as
    // long as it comes from the provider.
    const back = (error?: string) => {
      const query = new URLSearchParams({
        ...(pending?.from ? { from: pending.from } : {}),
        ...(error ? { error } : {}),
      })
      return reply.redirect(query.size > 0 ? `/sign-in?${query}` : '/sign-in', 303)
    }
    try {
      if (pending === undefined) throw new Refusal('GTW-19')
      const identity = await provider.finish(answer, pending)
      const { person } = identity
      const groups = people.remembered(identity.groups)
      if (!people.admits(groups)) throw new Refusal('GTW-15')
      const [first] = people.accountsOf(groups)
      if (first === undefined) throw new Refusal('GTW-16')
      await logSignIn(request, { key: null, person: person.id, outcome: 'accepted' })
      await sessions.begin(reply, { person, groups, account: first.name }, { secure: pending.secure })
      return back()
    } catch (error) {
      return back(told(request, error))
    }
  })

  app.post(accountPath, { onRequest: sameOrigin }, async (request, reply) => {
    const body = accountRequest.safeParse(request.body)
    if (!body.success) throw new Refusal('GTW-07')
    return stateOf(context, await sessions.switchAccount(reply, body.data.account))
  })
}

/** How long somebody may take to sign in at the provider, in milliseconds. */
const lifetime = 600_000

const keptSignIn = z.extend(pendingSignIn, {
  /** Where the sign-in page leads to afterwards, unchecked: it is the page that checks. */
  from: z.nullable(z.string()),
  until: z.number(),
})
type Pending = z.infer<typeof keptSignIn>

/**
 * Sign-ins that have begun: each is known to the one browser that began it, and is taken once. What was taken is remembered in this copy
 * of the gateway; to others the provider's code is used up.
 */
function createPendingSignIns(keys: SealingKeys) {
  // Unlike that of a session, it comes along when another site leads back here.
  const cookies = createSealedCookie(keys, {
    name: 'custody_sign_in',
    sameSite: 'Lax',
    schema: keptSignIn,
  })
  const taken = new Map<string, number>()
  return {
    keep(reply: FastifyReply, pending: Omit<Pending, 'until'>): void {
      const cookie = cookies.seal(
        { ...pending, until: Date.now() + lifetime },
        wantsSecureCookie(reply.request),
      )
      cookies.set(reply, cookie, lifetime / 1000)
    },
    /** The sign-in of this browser with this `state`; undefined where it has none, or it was taken before. */
    take(reply: FastifyReply, state: string | null): (Pending & { readonly secure: boolean }) | undefined {
      const now = Date.now()
      forgetFirst(taken, (until) => until <= now)
      for (const cookie of cookies.receivedIn(reply.request)) {
        // Over HTTPS the other one is of this very host, and this one may not be.
        if (!cookie.secure && isHttps(reply.request)) continue
        const pending = cookies.open(cookie)
        // Another site can lead here with whatever state: what this browser has begun goes on.
        if (pending === undefined || pending.state !== state || pending.until <= now || taken.has(state))
          continue
        taken.set(state, pending.until)
        cookies.clear(reply, cookie.secure)
        return { ...pending, secure: cookie.secure }
      }
      return undefined
    },
  }
}

/** Logs why somebody was not signed in, and gives the code with which they are told. */
function told(request: FastifyRequest, error: unknown): Refusal['code'] {
  const refusal = refusalOf(error)
  if (refusal === undefined && error instanceof Error) logFailure(request, error)
  const { code, reason } = refusal ?? { code: 'GTW-08', reason: null }
  const outcome: SignInAttempt['outcome'] = failures.has(code) ? 'failed' : 'refused'
  logSignIn(request, { key: null, outcome, code, reason })
  return code
}

/** Of these it is not the person who was refused. */
const failures: ReadonlySet<string> = new Set(['GTW-08', 'GTW-14', 'GTW-17', 'GTW-18', 'GTW-22'])
