import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import { callbackPath, providerPath } from '../../contract/session.ts'
import { providerRequest } from '../../contract/session-bodies.ts'
import { Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { logFailure } from './log.ts'
import { originOf, wantsSecureCookie } from './origin.ts'
import { pendingSignIn, refusalOf } from './provider.ts'
import { createSealedCookie, type KeyRing } from './sealing.ts'
import { forgetExpired } from './session-register.ts'
import type { SignInAttempt } from './trail.ts'

/** In encoded characters. A longer address does not fit into a cookie, and is dropped. */
const longestFrom = 1500

/** The way to the identity provider and back. */
export function addProviderRoutes(
  app: FastifyInstance,
  context: GatewayContext,
  limited: RouteShorthandOptions,
): void {
  const { sessions, keyRing, people, provider, trail } = context
  if (people === undefined || provider === undefined) return
  const pendingSignIns = createPendingSignIns(keyRing)

  app.post(providerPath, limited, async (request, reply) => {
    const body = providerRequest.safeParse(request.body)
    if (!body.success) throw new Refusal('GTW-07')
    const { from, anew } = body.data
    const { address, pending } = await provider
      .begin(originOf(request) + callbackPath, { anew })
      .catch((error: unknown) => {
        throw new Refusal(logFailedSignIn(request, error))
      })
    const isShort = new URLSearchParams({ from: from ?? '' }).toString().length <= longestFrom
    pendingSignIns.keep(reply, { ...pending, from: isShort ? from : null })
    return { address }
  })

  // A HEAD request must not use up the sign-in.
  app.get(
    callbackPath,
    { exposeHeadRoute: false, config: { isFromAnywhere: true } },
    async (request, reply) => {
      const answer = new URLSearchParams(request.raw.url?.split('?').slice(1).join('?'))
      const pending = pendingSignIns.take(reply, answer.get('state'))
      // The sign-in page checks `from`. It works without the new cookie, which the browser does not send on the way back from the provider.
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
        const groups = people.groupDigests(identity.groups)
        if (!people.admits(groups)) throw new Refusal('GTW-15')
        const [first] = people.accountsOf(groups)
        if (first === undefined) throw new Refusal('GTW-16')
        await trail.signIn(request, { key: null, person: person.id, outcome: 'accepted' })
        await sessions.begin(reply, { person, groups, account: first.name }, pending.secure)
        return back()
      } catch (error) {
        return back(logFailedSignIn(request, error))
      }
    },
  )
}

/** Milliseconds until a person who went to the provider has to begin again. */
const signInLasts = 600_000

const keptSignIn = z.extend(pendingSignIn, {
  from: z.nullable(z.string()),
  until: z.number(),
})
type Pending = z.infer<typeof keptSignIn>

/** Each belongs to one browser and works once. This copy remembers used ones; other copies rely on the provider's code. */
function createPendingSignIns(ring: KeyRing) {
  // Unlike the session's cookie, browsers send this one when another site leads back here.
  const cookies = createSealedCookie(ring, 'signInCookie', 'custody_sign_in', 'Lax', keptSignIn)
  const taken = new Map<string, number>()
  return {
    keep(reply: FastifyReply, pending: Omit<Pending, 'until'>): void {
      const cookie = cookies.seal(
        { ...pending, until: Date.now() + signInLasts },
        wantsSecureCookie(reply.request),
      )
      cookies.set(reply, cookie, signInLasts / 1000)
    },
    /** Undefined where this browser has no sign-in with this `state`, or has used it. */
    take(reply: FastifyReply, state: string | null): (Pending & { readonly secure: boolean }) | undefined {
      const now = Date.now()
      forgetExpired(taken, (until) => until <= now)
      for (const cookie of cookies.countedIn(reply.request)) {
        const pending = cookies.open(cookie)
        // Another site can lead here with any state, so a mismatch must not close this browser’s own sign-in.
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

/** Returns the code that the person sees. */
function logFailedSignIn(request: FastifyRequest, error: unknown): Refusal['code'] {
  const refusal = refusalOf(error)
  if (refusal === undefined && error instanceof Error) logFailure(request, error)
  const { code, reason } = refusal ?? { code: 'GTW-08', reason: null }
  const outcome: SignInAttempt['outcome'] = failures.has(code) ? 'failed' : 'refused'
  request.server.trail.signIn(request, { key: null, outcome, code, reason })
  return code
}

/** Something failed; nobody was refused. */
const failures: ReadonlySet<string> = new Set(['GTW-08', 'GTW-14', 'GTW-17', 'GTW-18', 'GTW-22'])
