/** What whoever watches sessions is told of them. */
import type { FastifyRequest } from 'fastify'
import type { Credentials, Person } from './reader.ts'

/** A session as whoever watches sessions knows it. Its id is in the sealed cookie alone. */
export interface WatchedSession extends Credentials {
  readonly id: string
  readonly person: Person | null
  readonly account: string | null
  readonly expiresAt: string
}

/** Why a session ended. `revoked`: it was ended before, here or in another browser. */
export type SessionEnd =
  | 'sign-out'
  | 'sign-out-everywhere'
  | 'signed-in-again'
  | 'account-switched'
  | 'expired'
  | 'idle'
  | 'revoked'

/** Is told what happens to sessions. An end that is noticed when a cookie comes is told once. */
export interface SessionWatch {
  begun(request: FastifyRequest, session: WatchedSession): void
  seen(request: FastifyRequest, session: WatchedSession): void
  ended(request: FastifyRequest, session: WatchedSession, why: SessionEnd): void
}
