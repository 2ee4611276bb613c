import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { refuseExcess } from '../../contract/answer-body.ts'
import { noRecordsCodes } from '../../contract/error-codes.ts'
import { packAt } from '../../contract/packs.ts'
import {
  accountPath,
  everywhereParameter,
  packParameter,
  type SessionState,
  sessionPath,
} from '../../contract/session.ts'
import { accountRequest, signInRequest } from '../../contract/session-bodies.ts'
import { pathOf, Refusal } from '../http.ts'
import { addPrices } from './console-routes.ts'
import type { GatewayContext } from './context.ts'
import { guardRoutes, originOf } from './origin.ts'
import { addProviderRoutes } from './provider-routes.ts'
import type { Credentials } from './reader.ts'
import { errorCodeIn, leastRead } from './reading.ts'
import { fingerprintOf } from './sealing.ts'
import { accountLabel, type Session } from './session.ts'
import { type GatewaySettings, keepsRecords } from './settings.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** Sign-in accepts a key only after the service accepts it. */
export function addSessionRoutes(app: FastifyInstance, context: GatewayContext): void {
  const { sessions, settings, trail, upstream, provider, keyRing } = context
  app.addHook('onRoute', (route) => {
    route.config = { endpointName: 'session', ...route.config }
  })
  guardRoutes(app)
  addPrices(app, context)
  const limited = { config: { rateLimit: attemptsOf(settings) } }
  addProviderRoutes(app, context, limited)

  app.get<{ Querystring: { [packParameter]?: string } }>(
    sessionPath,
    { config: { isUnaudited: true } },
    async (request) => {
      const pack = request.query[packParameter]
      return pack === undefined
        ? stateOf(context, await sessions.current(request))
        : await packState(context, request, pack)
    },
  )

  app.post(sessionPath, { ...limited, onRequest: [refuse, refuseKeys] }, async (request, reply) => {
    const body = signInRequest.safeParse(request.body)
    if (!body.success) {
      trail.signIn(request, { key: null, outcome: 'malformed' })
      const field = body.error.issues[0]?.path[0]
      throw new Refusal(
        'GTW-07',
        field === 'apiKey'
          ? 'apiKey must be the key: printable ASCII, not empty.'
          : field === 'accountId'
            ? 'accountId must be the account id: printable ASCII.'
            : 'The body must be a JSON object with apiKey and, where the service wants one, accountId.',
      )
    }
    const { apiKey, accountId } = body.data
    const credentials = { apiKey, accountId: accountId === undefined || accountId === '' ? null : accountId }
    const key = fingerprintOf(keyRing, apiKey)
    const { answer, isAccepted } = await tryKey(request.id, credentials).catch((error: unknown) => {
      trail.signIn(request, { key, outcome: 'failed' })
      throw error
    })
    await trail.signIn(request, { key, outcome: isAccepted ? 'accepted' : 'refused' })
    if (!isAccepted)
      return reply
        .code(answer.status)
        .headers(answer.headers)
        .send(withoutAddress(answer.body, context.service.address))
    return stateOf(context, await sessions.begin(reply, credentials))
  })

  app.delete(sessionPath, { config: { isUnaudited: true }, onRequest: refuse }, async (request, reply) => {
    const { query } = request
    const everywhere = typeof query === 'object' && query !== null && everywhereParameter in query
    await sessions.end(reply, { everywhere })
    await trail.settled()
    reply.header('clear-site-data', clearedOnLeaving)
    // This session has ended even if the provider does not answer.
    const leaveAt = await provider?.endAddress(`${originOf(request)}/sign-in`).catch(() => null)
    return { ...stateOf(context, undefined), leaveAt: leaveAt ?? undefined }
  })

  if (provider !== undefined)
    app.post(accountPath, async (request, reply) => {
      const body = accountRequest.safeParse(request.body)
      if (!body.success) throw new Refusal('GTW-07')
      return stateOf(context, await sessions.switchAccount(reply, body.data.account))
    })

  async function tryKey(requestId: string, credentials: Credentials) {
    const answer = await upstream.ask({ target: leastRead, credentials, requestId })
    return { answer, isAccepted: accepts(answer) }
  }

  async function refuseKeys(): Promise<void> {
    if (settings.OIDC_ISSUER !== undefined)
      throw new Refusal('GTW-06', 'People sign in here with their identity provider, not with a key.', {
        allow: 'GET, HEAD, DELETE',
      })
  }

  async function refuse(): Promise<void> {
    if (settings.CUSTODY_API_KEY !== undefined)
      throw new Refusal('GTW-06', 'This installation reads with one fixed key: nobody signs in or out.', {
        allow: 'GET, HEAD',
      })
  }
}

function attemptsOf(settings: GatewaySettings) {
  return {
    max: settings.SIGN_IN_ATTEMPTS_PER_MINUTE,
    timeWindow: 60_000,
    onExceeded: (request: FastifyRequest) =>
      request.server.trail.signIn(request, { key: null, outcome: 'too many attempts' }),
  }
}

/** Kept pages, also for Back. Not "storage", which holds settings. Not "cookies", which clears those of neighbouring hosts too. */
const clearedOnLeaving = '"cache"'

/** Undefined where nobody is signed in, or where `GET /session` has to explain what is wrong. In a page of an open pack, as that is read. */
export async function requestSession(
  context: GatewayContext,
  request: FastifyRequest,
): Promise<SessionState | undefined> {
  const pack = packAt(pathOf(request.originalUrl))
  try {
    if (pack !== null) return await packState(context, request, pack.id)
    const session = await context.sessions.current(request)
    return session && stateOf(context, session)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Throws GTW-34 for a pack that is not open. */
async function packState(
  context: GatewayContext,
  request: FastifyRequest,
  id: string,
): Promise<SessionState> {
  const { packs } = context
  const session = await packs.require(request, id)
  const pack = (await packs.openedBy(session)).find((each) => each.id === id)
  if (pack === undefined) throw new Refusal('GTW-34')
  const { service, account } = pack
  return {
    ...stateOf(context, session),
    service: { name: service, address: service, id: service, embedded: false },
    // There is nobody to sign in or out.
    ...{ fixedKey: true, person: null, accountId: account, organization: undefined },
    ...{ currencies: undefined, pack },
  }
}

function stateOf(
  { service, settings, demonstrationKey, prices, signing }: GatewayContext,
  session?: Session,
): SessionState {
  const { SERVICE_NAME: name, ORGANIZATION_NAME: organization, OIDC_ISSUER: issuer } = settings
  return {
    service: {
      address: session === undefined ? null : service.address,
      id: session === undefined ? null : service.name,
      embedded: service.embedded,
      name,
    },
    signedIn: session !== undefined,
    fixedKey: settings.CUSTODY_API_KEY !== undefined,
    // Where people sign in at a provider, the gateway accepts no key.
    demonstrationKey: issuer === undefined ? demonstrationKey : null,
    provider: issuer === undefined ? null : (settings.OIDC_PROVIDER_NAME ?? new URL(issuer).hostname),
    person: session?.person
      ? { name: session.person.name, account: session.account ?? '', accounts: [...session.accounts] }
      : null,
    accountId: session === undefined ? null : accountLabel(session),
    organization: session && organization,
    currencies: session && prices?.currencies,
    fingerprint: session?.fingerprint ?? null,
    expiresAt: session?.expiresAt ?? null,
    idleSeconds: session?.idleSeconds ?? null,
    sync: settings.SYNC,
    keepsRecords: keepsRecords(settings),
    signsFiles: signing !== null,
    pack: null,
    leaveAt: undefined,
  }
}

/** A key is good if it may read, even where there is nothing to read yet. The code decides: some services send an error with status 200. */
function accepts(answer: UpstreamAnswer): boolean {
  const { status, body } = answer
  const code = errorCodeIn(answer)
  if (code !== null) return noRecordsCodes.has(code)
  if (status < 200 || status >= 300) return false
  if (parsedAnswer(body) !== undefined) return true
  throw new Refusal('GTW-02', 'The custody service answered with JSON that cannot be read.')
}

/** Without the link to the service itself, whose address is shown only after signing in. */
function withoutAddress(body: Buffer, address: string): Buffer | object {
  const content = parsedAnswer(body)
  const help = errorHelp.safeParse(content)
  if (!help.success || !URL.canParse(help.data.help)) return body
  const isOwn = new URL(help.data.help).host === new URL(address).host
  return isOwn ? { ...help.data, help: '' } : body
}

const errorHelp = z.looseObject({ help: z.string() })

/** Undefined for what is no JSON, or more of it than any records are. */
function parsedAnswer(body: Buffer): unknown {
  const text = body.toString()
  try {
    refuseExcess(text)
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
