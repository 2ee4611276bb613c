/** The cookies that sessions are sealed into. */
import type { Session as SealedSession } from '@fastify/secure-session'
import type { FastifyRequest } from 'fastify'

/**
 * The cookie's names, by where the request keeps what they hold. The second one is for HTTPS: browsers let nobody set it but this very
 * host, and the first one other hosts of the domain can set as well.
 */
const cookieNames = { session: 'custody_session', secureSession: '__Host-custody_session' } as const
/** One of the two. */
export type Kind = keyof typeof cookieNames
/** Both. */
export const kinds: readonly Kind[] = ['session', 'secureSession']

/** How the plugin seals them: for how many seconds, and with which keys, of which the first one seals. */
export function sessionCookies(key: Buffer[], expiry: number) {
  return kinds.map((kind) => ({
    sessionName: kind,
    cookieName: cookieNames[kind],
    key,
    expiry,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict' as const, secure: kind === 'secureSession' },
  }))
}

/** The session cookies of a request, one for each time that it names one; the parser would keep one of those of the same name. */
export function cookiesIn({ headers }: FastifyRequest): readonly Kind[] {
  const names = (headers.cookie ?? '').split(';').map((part) => part.split('=')[0]?.trim())
  return names.flatMap((name) => kinds.filter((kind) => cookieNames[kind] === name))
}

declare module 'fastify' {
  interface FastifyRequest {
    secureSession: SealedSession
  }
}
