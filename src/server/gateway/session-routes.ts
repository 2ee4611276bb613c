/** `GET`, `POST` and `DELETE /session`; signing in at a provider of identities, and going on with another account of the same person. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { errorEntry, noRecordsCodes } from '../../contract/errors.ts'
import { errorBody } from '../../contract/records.ts'
import {
  accountPath,
  accountRequest,
  callbackPath,
  everywhereParameter,
  providerPath,
  providerRequest,
  type SessionState,
  sessionPath,
  signInRequest,
} from '../../contract/session.ts'
import { parsedJson, Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { logFailure, logSignIn, type SignInAttempt } from './log.ts'
import { isHttps, originOf, requireSameOrigin, wantsSecureCookie } from './origin.ts'
import { pendingSignIn, refusalOf } from './provider.ts'
import type { Credentials } from './reader.ts'
import { createSealedCookie, fingerprintOf, type SealingKeys } from './sealing.ts'
import { accountTold, type Session } from './session.ts'
import { forgetFirst } from './session-register.ts'
import type { GatewaySettings } from './settings.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** Adds the session's routes. Sign-in tries the key on the service before it believes it. */
export async function addSessionRoutes(app: FastifyInstance, context: GatewayContext): Promise<void> {
  const { sessions, settings, trail, upstream, provider, sealingKeys } = context
  await app.register(rateLimit, {
    global: false,
    addHeadersOnExceeding: none,
    addHeaders: { ...none, 'retry-after': true },
    errorResponseBuilder: () => new Refusal('GTW-09'),
  })

  app.get(sessionPath, async (request) => stateOf(context, await sessions.current(request)))

  const options = { config: { rateLimit: attemptsOf(settings) }, onRequest: [refuse, refuseKeys] }
  app.post(sessionPath, options, async (request, reply) => {
    const body = signInRequest.safeParse(request.body)
    if (!body.success) {
      logSignIn(request, { key: null, outcome: 'malformed' })
      throw new Refusal('GTW-07', whatIsWrong(body.error.issues[0]?.path[0]))
    }
    const { apiKey, accountId } = body.data
    const credentials = { apiKey, accountId: accountId === undefined || accountId === '' ? null : accountId }
    const key = fingerprintOf(sealingKeys, apiKey)
    const { answer, isAccepted } = await tried(request.id, credentials).catch((error: unknown) => {
      logSignIn(request, { key, outcome: 'failed' })
      throw error
    })
    await logSignIn(request, { key, outcome: isAccepted ? 'accepted' : 'refused' })
    if (!isAccepted) return reply.code(answer.status).headers(answer.headers).send(answer.body)
    return stateOf(context, await sessions.begin(reply, credentials))
  })

  app.delete(sessionPath, { onRequest: refuse }, async (request, reply) => {
    await sessions.end(reply, { everywhere: asksEverywhere(request) })
    await trail.settled()
    reply.header('clear-site-data', clearedOnLeaving)
    // Where the provider does not answer, they are signed out here at least.
    const leaveAt = await provider?.endAddress(`${originOf(request)}/sign-in`).catch(() => null)
    return { ...stateOf(context, undefined), ...(leaveAt ? { leaveAt } : {}) }
  })

  async function tried(requestId: string, credentials: Credentials) {
    const answer = await upstream.ask({ method: 'GET', target: '/vaults?limit=1', credentials, requestId })
    return { answer, isAccepted: accepts(answer) }
  }

  async function refuseKeys(): Promise<void> {
    if (settings.OIDC_ISSUER !== undefined)
      throw new Refusal('GTW-06', 'People sign in at their identity provider here, and not with a key.', {
        allow: 'GET, HEAD, DELETE',
      })
  }

  async function refuse(request: FastifyRequest): Promise<void> {
    requireSameOrigin(request)
    if (settings.CUSTODY_API_KEY !== undefined)
      throw new Refusal('GTW-06', 'This installation reads with one fixed key: nobody signs in or out.', {
        allow: 'GET, HEAD',
      })
  }
}

/** How often one address may try to sign in. */
function attemptsOf(settings: GatewaySettings) {
  return {
    max: settings.SIGN_IN_ATTEMPTS_PER_MINUTE,
    timeWindow: 60_000,
    onExceeded: (request: FastifyRequest) => logSignIn(request, { key: null, outcome: 'too many attempts' }),
  }
}

/**
 * What a browser may still keep of pages that were shown, those that Back would bring again among them. Not "storage": it holds what
 * readers have set up for themselves, and exports are cleared there by the console. Not "cookies": those of the neighbouring hosts
 * would go as well.
 */
const clearedOnLeaving = '"cache"'

const none = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

function asksEverywhere({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && everywhereParameter in query
}

/** The state of the session that a request belongs to; undefined where that is none, or where `GET /session` has to say what is wrong. */
export async function requestSession(
  context: GatewayContext,
  request: FastifyRequest,
): Promise<SessionState | undefined> {
  try {
    const session = await context.sessions.current(request)
    return session && stateOf(context, session)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** What the console is told of a session. */
function stateOf({ service, settings, demonstrationKey }: GatewayContext, session?: Session): SessionState {
  const { SERVICE_NAME: name } = settings
  return {
    service: {
      // Where the service is, is told to nobody but its readers.
      address: session === undefined ? null : service.address,
      embedded: service.embedded,
      ...(name !== undefined && { name }),
    },
    signedIn: session !== undefined,
    fixedKey: settings.CUSTODY_API_KEY !== undefined,
    // Where people sign in at a provider, no key is taken.
    demonstrationKey: settings.OIDC_ISSUER === undefined ? demonstrationKey : null,
    provider: providerName(settings),
    person: session?.person
      ? { name: session.person.name, account: session.account ?? '', accounts: [...session.accounts] }
      : null,
    accountId: session === undefined ? null : accountTold(session),
    mark: session?.mark ?? null,
    expiresAt: session?.expiresAt ?? null,
    idleSeconds: session?.idleSeconds ?? null,
  }
}

function providerName({ OIDC_ISSUER: issuer, OIDC_PROVIDER_NAME: name }: GatewaySettings): string | null {
  return issuer === undefined ? null : (name ?? new URL(issuer).hostname)
}

/** A key is good when it may read, even where there is nothing to read yet. */
function accepts({ status, body }: UpstreamAnswer): boolean {
  const content = parsedJson(body.toString())
  if (status >= 200 && status < 300) {
    if (content !== undefined) return true
    throw new Refusal('GTW-02', 'The custody service answered with JSON that cannot be read.')
  }
  const error = errorBody.safeParse(content)
  return error.success && errorEntry(error.data.error_code) !== undefined
    ? noRecordsCodes.has(error.data.error_code)
    : false
}

function whatIsWrong(field: PropertyKey | undefined): string {
  if (field === 'apiKey') return 'apiKey must be the key: printable ASCII, not empty.'
  if (field === 'accountId') return 'accountId must be the account id: printable ASCII.'
  return 'The body must be a JSON object with apiKey and, where the service wants one, accountId.'
}

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
