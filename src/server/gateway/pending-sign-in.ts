/** Sign-ins that have begun at the provider of identities: each is known to the one browser that began it, for a while, and ends once. */
import type { Session as SealedSession } from '@fastify/secure-session'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isHttps } from './connection.ts'

/** Cookies' names, as in `session.ts`. Unlike those of a session, they come along when another site leads back here. */
const cookieNames = { signIn: 'custody_sign_in', secureSignIn: '__Host-custody_sign_in' } as const
type Kind = keyof typeof cookieNames
const kinds: readonly Kind[] = ['signIn', 'secureSignIn']

/** How long somebody may take to sign in at the provider. */
const lifetime = 600_000

const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** Where the sign-in page leads to afterwards, unchecked: it is the page that checks. */
  from: z.nullable(z.string()),
  until: z.number(),
})
type Pending = z.infer<typeof pendingSignIn>

/** The sealed cookies that sign-ins are kept in. */
export function pendingCookies(key: Buffer[]) {
  return kinds.map((kind) => ({
    sessionName: kind,
    cookieName: cookieNames[kind],
    key,
    expiry: lifetime / 1000,
    cookie: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax' as const,
      secure: kind === 'secureSignIn',
      maxAge: lifetime / 1000,
    },
  }))
}

/** Keeps sign-ins, and gives each of them out once. */
export interface PendingSignIns {
  keep(request: FastifyRequest, pending: Omit<Pending, 'until'>, options: { readonly secure: boolean }): void
  /** The sign-in of this browser with this `state`; undefined where it has none, or it was taken before. */
  take(request: FastifyRequest, state: string | null): (Pending & { readonly secure: boolean }) | undefined
}

/** Remembers what was taken in this copy of the gateway; to others the provider's code is used up. */
export function createPendingSignIns(): PendingSignIns {
  const taken = new Map<string, number>()
  return {
    keep(request, pending, { secure }) {
      request[secure ? 'secureSignIn' : 'signIn'].set('pending', { ...pending, until: Date.now() + lifetime })
    },
    take(request, state) {
      const now = Date.now()
      for (const [each, until] of taken) if (until <= now) taken.delete(each)
      for (const kind of kinds) {
        // Over HTTPS the other one is of this very host, and this one may not be.
        if (kind === 'signIn' && isHttps(request)) continue
        const { data } = pendingSignIn.safeParse(request[kind].get('pending'))
        // Another site can lead here with whatever state: what this browser has begun goes on.
        if (data === undefined || data.state !== state || data.until <= now || taken.has(state)) continue
        taken.set(state, data.until)
        request[kind].delete()
        return { ...data, secure: kind === 'secureSignIn' }
      }
      return undefined
    },
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    pending: Pending
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    signIn: SealedSession
    secureSignIn: SealedSession
  }
}
