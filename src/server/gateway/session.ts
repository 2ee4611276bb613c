/** The session: a key, sealed into a cookie that no script can read and that only this gateway can open. */
import { createHmac, randomUUID } from 'node:crypto'
import secureSession, { type Session as SealedSession } from '@fastify/secure-session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isHttps, wantsSecureCookie } from './connection.ts'
import { GatewayFailure } from './failure.ts'

/** What to read the service with. */
export interface Credentials {
  readonly apiKey: string
  readonly accountId: string | null
}

/** Credentials, what tells them from others without telling them, and until when they hold; a fixed key holds for ever. */
export interface Session extends Credentials {
  readonly mark: string
  readonly expiresAt: string | null
}

/** How sessions are sealed, for how long, and for which service. */
export interface SessionOptions {
  readonly sealingKey: Buffer
  readonly hours: number
  /** How long a session lasts in which nothing is asked. */
  readonly idleMinutes: number
  /** Which service the sessions are for. A cookie from before the address changed must not send its key to the new one. */
  readonly service: string
  /** The one key of the installation, where it has one. */
  readonly fixed: Credentials | undefined
}

/** Reading, beginning and ending the session of a request. */
export interface Sessions {
  /** Undefined where nobody is signed in. Throws GTW-13 for two session cookies, of which one is not ours. */
  current(request: FastifyRequest): Session | undefined
  /** Begins one, and ends the one before. */
  begin(request: FastifyRequest, credentials: Credentials): Session
  end(request: FastifyRequest): void
  /** Tells keys apart in a log without telling them: keyed, so that nobody can try out keys on it. */
  fingerprint(apiKey: string): string
}

/**
 * The cookie's names, by where the request keeps what they hold. The second one is for HTTPS: browsers let nobody set it but this very
 * host, and the first one other hosts of the domain can set as well.
 */
const cookieNames = { session: 'custody_session', secureSession: '__Host-custody_session' } as const
type Kind = keyof typeof cookieNames
const kinds: readonly Kind[] = ['session', 'secureSession']

const sealedContent = z.object({
  id: z.string(),
  service: z.string(),
  apiKey: z.string(),
  accountId: z.nullable(z.string()),
  expiresAt: z.string(),
  /** When something was asked in it, as far as this cookie knows. */
  seenAt: z.string(),
})
type Sealed = z.infer<typeof sealedContent>

/** Adds the sealed cookies to an application. A fixed key makes every request signed in, whatever its cookie. */
export async function openSessions(app: FastifyInstance, options: SessionOptions): Promise<Sessions> {
  const seconds = options.hours * 3600
  const idle = options.idleMinutes * 60_000
  const renewedAfter = Math.min(60_000, idle / 10)
  const ended = createEndedSessions()
  const inUse = new WeakMap<FastifyRequest, { readonly kind: Kind; readonly content: Sealed }>()

  // Before the hook of the plugin, which writes the cookie. At the end of the request, which may have been ended meanwhile.
  app.addHook('onSend', async (request) => {
    const used = inUse.get(request)
    if (used === undefined || ended.has(used.content.id)) return
    const { kind, content } = used
    const now = Date.now()
    if (now - Date.parse(content.seenAt) < renewedAfter) return
    request[kind].set('content', { ...content, seenAt: new Date(now).toISOString() })
    request[kind].options({ maxAge: Math.ceil((Date.parse(content.expiresAt) - now) / 1000) })
  })
  await app.register(
    secureSession,
    kinds.map((kind) => ({
      sessionName: kind,
      cookieName: cookieNames[kind],
      key: options.sealingKey,
      expiry: seconds,
      cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure: kind === 'secureSession' },
    })),
  )

  const keyed = (...parts: readonly (string | null)[]) =>
    createHmac('sha256', options.sealingKey).update(JSON.stringify(parts)).digest('hex')
  const markOf = ({ apiKey, accountId }: Credentials) =>
    keyed('session mark', options.service, apiKey, accountId).slice(0, 32)

  /** What a cookie holds, where it still opens a session. */
  const opened = (request: FastifyRequest, kind: Kind): Sealed | undefined => {
    const { data } = sealedContent.safeParse(request[kind].get('content'))
    if (data?.service !== options.service || ended.has(data.id)) return undefined
    const now = Date.now()
    // The browser forgets the cookie by itself; a copy of it must end just as surely.
    return Date.parse(data.expiresAt) > now && Date.parse(data.seenAt) + idle > now ? data : undefined
  }
  const endAll = (request: FastifyRequest) => {
    for (const kind of kinds) {
      const content = opened(request, kind)
      if (content) ended.add(content.id, Date.parse(content.expiresAt))
    }
  }
  /** The kind that a session of this request has, and those that it has brought beside. */
  const kindsOf = (request: FastifyRequest) => {
    const own: Kind = wantsSecureCookie(request) ? 'secureSession' : 'session'
    return { own, others: kinds.filter((kind) => kind !== own && cookiesIn(request).includes(kind)) }
  }

  return {
    current(request) {
      if (options.fixed !== undefined)
        return { ...options.fixed, mark: markOf(options.fixed), expiresAt: null }
      const [kind, ...more] = cookiesIn(request)
      if (more.length > 0) throw new GatewayFailure('GTW-13')
      if (kind === undefined || (kind === 'session' && isHttps(request))) return undefined
      const content = opened(request, kind)
      if (content === undefined) return undefined
      inUse.set(request, { kind, content })
      const { apiKey, accountId, expiresAt } = content
      return { apiKey, accountId, mark: markOf(content), expiresAt }
    },
    begin(request, { apiKey, accountId }) {
      endAll(request)
      const { own, others } = kindsOf(request)
      const now = Date.now()
      const seenAt = new Date(now).toISOString()
      const expiresAt = new Date(now + seconds * 1000).toISOString()
      const { service } = options
      request[own].set('content', { id: randomUUID(), service, apiKey, accountId, expiresAt, seenAt })
      request[own].options({ maxAge: seconds })
      for (const kind of others) request[kind].delete()
      return { apiKey, accountId, mark: markOf({ apiKey, accountId }), expiresAt }
    },
    end(request) {
      endAll(request)
      const { own, others } = kindsOf(request)
      for (const kind of [own, ...others]) request[kind].delete()
    },
    fingerprint: (apiKey) => keyed('key fingerprint', apiKey).slice(0, 16),
  }
}

/** The session cookies of a request, one for each time that it names one; the parser would keep one of those of the same name. */
function cookiesIn({ headers }: FastifyRequest): readonly Kind[] {
  const names = (headers.cookie ?? '').split(';').map((part) => part.split('=')[0]?.trim())
  return names.flatMap((name) => kinds.filter((kind) => cookieNames[kind] === name))
}

declare module '@fastify/secure-session' {
  interface SessionData {
    content: Sealed
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    secureSession: SealedSession
  }
}

/** The sessions that were ended before their time, for as long as a copy of their cookie could still open one. */
export interface EndedSessions {
  /** Remembers a session's id until it would have expired by itself, in milliseconds since 1970. */
  add(id: string, expires: number): void
  has(id: string): boolean
  readonly size: number
}

/** Remembers nothing yet. What it holds is known to this copy of the gateway alone. */
export function createEndedSessions(): EndedSessions {
  const ended = new Map<string, number>()
  return {
    add(id, expires) {
      const now = Date.now()
      for (const [each, end] of ended) if (end <= now) ended.delete(each)
      ended.set(id, expires)
    },
    has: (id) => ended.has(id),
    get size() {
      return ended.size
    },
  }
}
