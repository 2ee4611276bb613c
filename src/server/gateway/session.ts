/** The session: a key, or a person, sealed into a cookie that no script can read and that only this gateway can open. */
import { randomUUID } from 'node:crypto'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { unattendedHeader } from '../../contract/session.ts'
import { isHttps, wantsSecureCookie } from './connection.ts'
import { GatewayFailure } from './failure.ts'
import { pendingCookies } from './pending-sign-in.ts'
import type { People } from './reader.ts'
import {
  type Credentials,
  type Person,
  type Reader,
  type Reads,
  readsWith,
  seal,
  sealedReader,
} from './reader.ts'
import { cookiesIn, type Kind, kinds, sessionCookies } from './session-cookies.ts'
import { createSessionDigests, digestOf } from './session-digests.ts'
import type { RegisteredSession, SessionRegister } from './session-register.ts'
import type { SessionEnd, SessionWatch, WatchedSession } from './session-watch.ts'

/** Credentials, what tells them from others without telling them, whose they are, and until when they hold; a fixed key holds for ever. */
export interface Session extends Credentials {
  readonly mark: string
  readonly person: Person | null
  /** The name of the account that a person reads with, and of all that are theirs. */
  readonly account: string | null
  readonly accounts: readonly string[]
  readonly expiresAt: string | null
  /** Whole seconds until it ends where nobody does anything. */
  readonly idleSeconds: number | null
}

/** What a reader and a signature are told of the account: its id, or its name where it has none. */
export function accountTold({ accountId, account }: Session): string | null {
  return accountId ?? account
}

/** How sessions are sealed, for how long, and for which service. */
export interface SessionOptions {
  /** The first one seals; all of them open. */
  readonly sealingKeys: readonly [Buffer, ...Buffer[]]
  readonly hours: number
  /** How long a session lasts in which nobody does anything. */
  readonly idleMinutes: number
  readonly register: SessionRegister
  readonly watch: SessionWatch
  /** Which service the sessions are for. A cookie from before the address changed must not send its key to the new one. */
  readonly service: string
  /** The one key of the installation, where it has one. */
  readonly fixed: Credentials | undefined
  /** The people of the installation, where they sign in at a provider of identities; then nobody does with a key. */
  readonly people: People | undefined
}

/** Reading, beginning and ending the session of a request. All three throw GTW-14 where the register of sessions does not answer. */
export interface Sessions {
  /** Undefined where nobody is signed in. Throws GTW-13 for two session cookies, of which one is not ours. */
  current(request: FastifyRequest): Promise<Session | undefined>
  /** Begins one, and ends the one before. Its cookie is `secure` as the request has it, unless it is said. */
  begin(request: FastifyRequest, reader: Reader, options?: { readonly secure: boolean }): Promise<Session>
  /** Goes on with another account of the same person, until the same time; undefined where it is not theirs. */
  switchAccount(request: FastifyRequest, account: string): Promise<Session | undefined>
  /** Ends it; `everywhere` ends all others of the same person, or of the same key and account, too. */
  end(request: FastifyRequest, options: { readonly everywhere: boolean }): Promise<void>
  /** Tells keys apart in a log without telling them: keyed, so that nobody can try out keys on it. */
  fingerprint(apiKey: string): string
}

const sealedContent = z.object({
  id: z.string(),
  service: z.string(),
  reader: sealedReader,
  /** Kept, since another secret would make another one. */
  mark: z.string(),
  /** Tells whether a key of the settings has changed since. */
  readWith: z.string(),
  begunAt: z.string(),
  expiresAt: z.string(),
  /** When somebody did something in it, as far as this cookie knows. */
  seenAt: z.string(),
})
type Sealed = z.infer<typeof sealedContent>

/** What a cookie holds, and what is read with it as the settings are now. */
interface Opened extends Reads {
  readonly content: Sealed
}

/** Adds the sealed cookies to an application. A fixed key makes every request signed in, whatever its cookie. */
export async function openSessions(app: FastifyInstance, options: SessionOptions): Promise<Sessions> {
  const { register, service, sealingKeys, people, watch } = options
  const seconds = options.hours * 3600
  const idle = options.idleMinutes * 60_000
  const renewedAfter = Math.min(60_000, idle / 10)
  const inUse = new WeakMap<FastifyRequest, { readonly kind: Kind; readonly opened: Opened }>()
  const found = new WeakMap<FastifyRequest, Promise<Session | undefined>>()

  /** Whether a request makes its session last: somebody was there, and the cookie does not know yet. */
  const renews = ({ headers }: FastifyRequest, { seenAt }: Sealed, now: number) =>
    headers[unattendedHeader] === undefined && now - Date.parse(seenAt) >= renewedAfter

  // Before the hook of the plugin, which writes the cookie. At the end of the request, which may have been ended meanwhile.
  app.addHook('onSend', async (request) => {
    const used = inUse.get(request)
    if (used === undefined) return
    const {
      kind,
      opened: { content },
    } = used
    const now = Date.now()
    if (!renews(request, content, now) || !(await isStillOpen(content))) return
    request[kind].set('content', { ...content, seenAt: new Date(now).toISOString() })
    request[kind].options({ maxAge: Math.ceil((Date.parse(content.expiresAt) - now) / 1000) })
  })
  await app.register(secureSession, [
    ...sessionCookies([...sealingKeys], seconds),
    ...(people ? pendingCookies([...sealingKeys]) : []),
  ])

  const { markOf, ownersOf, fingerprint } = createSessionDigests(sealingKeys, service)
  const registered = ({ id, reader, begunAt, expiresAt }: Sealed): RegisteredSession => ({
    id,
    owners: ownersOf(reader),
    begunAt,
    expiresAt,
  })
  // An answer that is there is not lost for want of a renewed cookie.
  const isStillOpen = (content: Sealed) => register.isOpen(registered(content)).catch(() => false)

  /** What a cookie holds, where it still opens a session. */
  const opened = async (request: FastifyRequest, kind: Kind): Promise<Opened | undefined> => {
    const { data } = sealedContent.safeParse(request[kind].get('content'))
    if (data?.service !== service) return undefined
    const reads = readsWith(data.reader, people)
    if (reads === undefined) return undefined
    const now = Date.now()
    const end = await endOf(data, now)
    if (end !== null) {
      watch.ended(request, watched({ ...reads, content: data }), end)
      return undefined
    }
    const readWith = digestOf(reads.credentials)
    const mark = readWith === data.readWith ? data.mark : markOf(reads.credentials, data.reader)
    return { ...reads, content: { ...data, mark, readWith } }
  }
  const endOf = async (content: Sealed, now: number): Promise<SessionEnd | null> => {
    // The browser forgets the cookie by itself; a copy of it must end just as surely.
    if (Date.parse(content.expiresAt) <= now) return 'expired'
    if (Date.parse(content.seenAt) + idle <= now) return 'idle'
    return (await register.isOpen(registered(content))) ? null : 'revoked'
  }
  const endAll = async (request: FastifyRequest, why: SessionEnd) => {
    for (const kind of kinds) {
      const found = await opened(request, kind)
      if (!found) continue
      await register[why === 'sign-out-everywhere' ? 'endEverywhere' : 'end'](registered(found.content))
      watch.ended(request, watched(found), why)
    }
  }
  /** The kind that a session of this request has, and those that it has brought beside. */
  const kindsOf = (request: FastifyRequest, secure = wantsSecureCookie(request)) => {
    const own: Kind = secure ? 'secureSession' : 'session'
    return { own, others: kinds.filter((kind) => kind !== own && cookiesIn(request).includes(kind)) }
  }
  const sessionIn = ({ content, credentials, accounts }: Opened, seen: number): Session => {
    const { reader, mark, expiresAt } = content
    const ends = Math.min(seen + idle, Date.parse(expiresAt))
    return {
      apiKey: credentials.apiKey,
      accountId: credentials.accountId,
      mark,
      person: 'person' in reader ? reader.person : null,
      account: 'person' in reader ? reader.account : null,
      accounts,
      expiresAt,
      idleSeconds: Math.max(0, Math.floor((ends - Date.now()) / 1000)),
    }
  }
  /** Seals a session into the cookie of a request that had none, or one that has ended. */
  const open = async (
    request: FastifyRequest,
    reader: Sealed['reader'],
    { secure, until }: { secure?: boolean | undefined; until?: string } = {},
  ): Promise<Session> => {
    const reads = readsWith(reader, people)
    if (reads === undefined) throw new GatewayFailure('GTW-16')
    const { own, others } = kindsOf(request, secure)
    const now = Date.now()
    const begunAt = new Date(now).toISOString()
    const expiresAt = until ?? new Date(now + seconds * 1000).toISOString()
    const content: Sealed = {
      id: randomUUID(),
      service,
      reader,
      mark: markOf(reads.credentials, reader),
      readWith: digestOf(reads.credentials),
      begunAt,
      expiresAt,
      seenAt: begunAt,
    }
    await register.add(registered(content))
    watch.begun(request, watched({ ...reads, content }))
    request[own].set('content', content)
    request[own].options({ maxAge: Math.ceil((Date.parse(expiresAt) - now) / 1000) })
    for (const kind of others) request[kind].delete()
    return sessionIn({ ...reads, content }, now)
  }
  const find = async (request: FastifyRequest): Promise<Session | undefined> => {
    const { fixed } = options
    if (fixed !== undefined)
      return {
        ...fixed,
        mark: markOf(fixed),
        person: null,
        account: null,
        accounts: [],
        expiresAt: null,
        idleSeconds: null,
      }
    const [kind, ...more] = cookiesIn(request)
    if (more.length > 0) throw new GatewayFailure('GTW-13')
    if (kind === undefined || (kind === 'session' && isHttps(request))) return undefined
    const found = await opened(request, kind)
    if (found === undefined) return undefined
    inUse.set(request, { kind, opened: found })
    watch.seen(request, watched(found))
    const now = Date.now()
    return sessionIn(found, renews(request, found.content, now) ? now : Date.parse(found.content.seenAt))
  }
  const current = (request: FastifyRequest): Promise<Session | undefined> => {
    const known = found.get(request) ?? find(request)
    found.set(request, known)
    return known
  }

  return {
    current,
    async begin(request, reader, options) {
      await endAll(request, 'signed-in-again')
      return open(request, seal(reader, people), { secure: options?.secure })
    },
    async switchAccount(request, account) {
      const session = await current(request)
      const before = inUse.get(request)?.opened
      if (!session?.accounts.includes(account) || before === undefined) return undefined
      const { content } = before
      if (!('person' in content.reader)) return undefined
      // A new session, since an answer that is under way would bring back the cookie of the one before.
      const other = await open(request, { ...content.reader, account }, { until: content.expiresAt })
      await register.end(registered(content))
      watch.ended(request, watched(before), 'account-switched')
      return other
    },
    async end(request, { everywhere }) {
      await endAll(request, everywhere ? 'sign-out-everywhere' : 'sign-out')
      const { own, others } = kindsOf(request)
      for (const kind of [own, ...others]) request[kind].delete()
    },
    fingerprint,
  }
}

function watched({ content, credentials }: Opened): WatchedSession {
  const { id, reader, expiresAt } = content
  const isPerson = 'person' in reader
  return {
    id,
    apiKey: credentials.apiKey,
    accountId: credentials.accountId,
    person: isPerson ? reader.person : null,
    account: isPerson ? reader.account : null,
    expiresAt,
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    content: Sealed
  }
}
