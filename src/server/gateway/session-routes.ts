/** `GET`, `POST` and `DELETE /session`. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorEntry, noRecordsCodes } from '../../contract/errors.ts'
import { errorBody } from '../../contract/records.ts'
import { everywhereParameter, type SessionState, sessionPath, signInRequest } from '../../contract/session.ts'
import { parsedJson, Refusal } from '../http.ts'
import type { GatewayContext } from './context.ts'
import { logSignIn } from './log.ts'
import { originOf, requireSameOrigin } from './origin.ts'
import type { Credentials } from './reader.ts'
import { fingerprintOf } from './sealing.ts'
import { accountTold, type Session } from './session.ts'
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
export function attemptsOf(settings: GatewaySettings) {
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
export async function openSession(
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
export function stateOf(
  { service, settings, demonstrationKey }: GatewayContext,
  session?: Session,
): SessionState {
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
