/** The session: a key, sealed into a cookie that no script can read and that only this gateway can open. */
import { createHmac } from 'node:crypto'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

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
  /** Which service the sessions are for. A cookie from before the address changed must not send its key to the new one. */
  readonly service: string
  /** The one key of the installation, where it has one. */
  readonly fixed: Credentials | undefined
}

/** Reading, beginning and ending the session of a request. */
export interface Sessions {
  current(request: FastifyRequest): Session | undefined
  begin(request: FastifyRequest, credentials: Credentials): void
  end(request: FastifyRequest, reply: FastifyReply): void
}

/** Name of the cookie. */
const sessionCookie = 'custody_session'

const sealedContent = z.object({
  service: z.string(),
  apiKey: z.string(),
  accountId: z.nullable(z.string()),
  expiresAt: z.string(),
})

const cookie = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** Adds the sealed cookie to an application. A fixed key makes every request signed in, whatever its cookie. */
export async function openSessions(app: FastifyInstance, options: SessionOptions): Promise<Sessions> {
  const seconds = options.hours * 3600
  await app.register(secureSession, {
    key: options.sealingKey,
    cookieName: sessionCookie,
    expiry: seconds,
    cookie,
  })
  const markOf = ({ apiKey, accountId }: Credentials) =>
    createHmac('sha256', options.sealingKey)
      .update(JSON.stringify(['session mark', options.service, apiKey, accountId]))
      .digest('hex')
      .slice(0, 32)
  const secure = (request: FastifyRequest) => request.protocol === 'https'

  return {
    current(request) {
      if (options.fixed !== undefined)
        return { ...options.fixed, mark: markOf(options.fixed), expiresAt: null }
      const content = sealedContent.safeParse(request.session.get('content'))
      if (!content.success || content.data.service !== options.service) return undefined
      const { apiKey, accountId, expiresAt } = content.data
      // The browser forgets the cookie by itself; a copy of it must end just as surely.
      if (Date.parse(expiresAt) <= Date.now()) return undefined
      return { apiKey, accountId, mark: markOf({ apiKey, accountId }), expiresAt }
    },
    begin(request, { apiKey, accountId }) {
      const expiresAt = new Date(Date.now() + seconds * 1000).toISOString()
      request.session.set('content', { service: options.service, apiKey, accountId, expiresAt })
      request.session.options({ ...cookie, secure: secure(request), maxAge: seconds })
    },
    end(request) {
      request.session.options({ ...cookie, secure: secure(request) })
      request.session.delete()
    },
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    content: z.infer<typeof sealedContent>
  }
}
