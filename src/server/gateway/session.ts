/** The session: a key or a person, sealed into a cookie. The register says which sessions have ended. */
import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { idleHeader, sessionMarkHeader } from '../../contract/session.ts'
import { Refusal } from '../http.ts'
import type { GatewayOptions } from './options.ts'
import { isHttps, wantsSecureCookie } from './origin.ts'
import {
  type Credentials,
  fixedCredentials,
  type People,
  type Person,
  type Reader,
  readsWith,
  sealedReader,
} from './reader.ts'
import { createSealedCookie, type KeptCookie, keyed } from './sealing.ts'
import { everybody, forgetFirst, type Positions, type SessionRegister } from './session-register.ts'
import type { SessionEnd, Trail, WatchedSession } from './trail.ts'

/** A fixed key's session never ends. */
export interface Session extends Credentials {
  /** Unique, and shown to nobody. */
  readonly id: string
  readonly mark: string
  readonly person: Person | null
  /** The account a person reads with, and all accounts that are theirs. */
  readonly account: string | null
  readonly accounts: readonly string[]
  readonly expiresAt: string | null
  /** Whole seconds until it ends if nobody does anything. */
  readonly idleSeconds: number | null
}

/** Shown to readers and signed: the account's id, or its name where it has none. */
export function accountTold({ accountId, account }: Session): string | null {
  return accountId ?? account
}

/** All calls throw GTW-14 where the register does not answer. */
export interface Sessions {
  /** Undefined where nobody is signed in. Throws GTW-13 for two session cookies, since one of them is not ours. */
  current(request: FastifyRequest): Promise<Session | undefined>
  /** As `current`. Throws GTW-04 where nobody is signed in, and GTW-12 where the request is meant for another session. */
  require(request: FastifyRequest): Promise<Session>
  /** Begins a session and ends the one before. */
  begin(reply: FastifyReply, reader: Reader, options?: { readonly secure: boolean }): Promise<Session>
  /** Continues with another account of the same person, until the same time. Throws GTW-04, and GTW-16 where it is not theirs. */
  switchAccount(reply: FastifyReply, account: string): Promise<Session>
  /** `everywhere` also ends all other sessions of the same person, or of the same key and account. */
  end(reply: FastifyReply, options: { readonly everywhere: boolean }): Promise<void>
  /** Sign-ins that were used within the idle time-out, in this copy. */
  inUse(): number
}

/** Times are in milliseconds since 1970. */
const sealedContent = z.object({
  /** Of the sign-in. */
  id: z.string(),
  /** Number of account switches since the sign-in. */
  turn: z.number(),
  /** Service and identity provider. */
  installation: z.string(),
  reader: sealedReader,
  /** Kept, since another secret would make another mark. */
  mark: z.string(),
  /** Shows whether a key in the settings has changed since. */
  readWith: z.string(),
  /** By the clock of the register. */
  begunAt: z.number(),
  expiresAt: z.number(),
  /** Last act that this cookie knows of. */
  seenAt: z.number(),
})
type Content = z.infer<typeof sealedContent>

/** A session as its content and the settings have it, ended or not. */
interface Known {
  readonly content: Content
  readonly accounts: readonly string[]
  readonly positions: Positions
  readonly watched: WatchedSession
}
interface Opened extends Known {
  readonly cookie: KeptCookie
}

/** Number of opened cookies that are remembered: some megabytes. */
const mostRemembered = 1000

/** A cookie is sealed anew when it is so far behind, or ends so soon, in milliseconds. */
const renewedAfter = 60_000

/** Registers the hook that renews cookies. */
export function openSessions(
  app: FastifyInstance,
  { settings, service: { embedded, address }, sealingKeys }: GatewayOptions,
  { register, trail, people }: { register: SessionRegister; trail: Trail; people: People | undefined },
): Sessions {
  const lasts = settings.SESSION_HOURS * 3_600_000
  const idle = settings.SESSION_IDLE_MINUTES * 60_000
  // A cookie from before the address changed must not send its key to the new one. The embedded service's port changes with every start.
  const service = embedded ? 'embedded' : address
  const cookies = createSealedCookie(sealingKeys, {
    name: 'custody_session',
    sameSite: 'Strict',
    schema: sealedContent,
  })
  const installation = digestOf([service, people?.issuer ?? null])
  const remembered = new Map<string, Opened>()
  /** The last act in each sign-in that this copy has heard of, oldest first: a cookie may be behind. */
  const acts = new Map<string, number>()
  /** Ends that were logged, and until when that is remembered. */
  const toldEnds = new Map<string, number>()
  const openedFor = new WeakMap<FastifyRequest, Opened>()

  const markOf = ({ apiKey, accountId }: Credentials, reader?: Reader) =>
    keyed(
      sealingKeys[0],
      ...['session mark', service, apiKey, accountId],
      ...(reader && 'person' in reader ? [reader.person.id] : []),
    ).slice(0, 32)
  /** One for each secret, so that copies with different secrets agree about an end. */
  const ownersOf = (reader: Reader) =>
    sealingKeys.map((key) =>
      'person' in reader
        ? keyed(key, 'session owner', reader.person.id)
        : keyed(key, 'session owner', service, reader.apiKey, reader.accountId),
    )
  /** Undefined where the settings no longer admit its reader. */
  const settled = (content: Content): Known | undefined => {
    const { id, turn, reader, begunAt } = content
    const reads = readsWith(reader, people)
    if (content.installation !== installation || reads === undefined) return undefined
    const { apiKey, accountId } = reads.credentials
    const readWith = digestOf([apiKey, accountId])
    // Shortened SESSION_HOURS also apply to this session: no end is remembered for longer.
    const expiresAt = Math.min(content.expiresAt, begunAt + lasts)
    return {
      content: {
        ...content,
        mark: readWith === content.readWith ? content.mark : markOf(reads.credentials, reader),
        readWith,
        expiresAt,
      },
      accounts: reads.accounts,
      positions: new Map([
        [id, turn],
        [everybody, begunAt],
        ...ownersOf(reader).map((owner) => [owner, begunAt] as const),
      ]),
      watched: {
        id: `${id}/${turn}`,
        apiKey,
        accountId,
        person: 'person' in reader ? reader.person : null,
        account: 'person' in reader ? reader.account : null,
        expiresAt: new Date(expiresAt).toISOString(),
      },
    }
  }
  const open = (cookie: KeptCookie): Opened | undefined => {
    const opened = remembered.get(cookie.text)
    if (opened?.cookie.secure === cookie.secure) return opened
    const content = cookies.open(cookie)
    const known = content && settled(content)
    return known && remember({ cookie, ...known })
  }
  const remember = (opened: Opened): Opened => {
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest)
    remembered.set(opened.cookie.text, opened)
    return opened
  }
  const seenIn = ({ id, seenAt }: Content) => Math.max(seenAt, acts.get(id) ?? 0)
  const noteAct = (content: Content, at: number) => {
    const seenAt = Math.max(seenIn(content), at)
    acts.delete(content.id)
    forgetFirst(acts, (last) => last + idle <= Date.now())
    acts.set(content.id, seenAt)
  }
  const endOf = async ({ content, positions }: Opened): Promise<SessionEnd | null> => {
    // The browser forgets the cookie by itself; a copy of it must end just as surely.
    if (content.expiresAt <= Date.now()) return 'expired'
    if (seenIn(content) + idle <= Date.now()) return 'idle'
    return (await register.isOpen(positions)) ? null : 'revoked'
  }
  const tellEnd = (request: FastifyRequest, { content, watched, cookie }: Opened, why: SessionEnd) => {
    forgetFirst(toldEnds, (until) => until <= Date.now())
    // A browser may send the cookie for a while after its session has expired.
    toldEnds.set(watched.id, Date.now() + lasts + 86_400_000)
    remembered.delete(cookie.text)
    // After a switch of accounts the sign-in goes on.
    if (why !== 'account-switched' && why !== 'revoked') acts.delete(content.id)
    trail.ended(request, watched, why)
  }
  /** Logs, once, an end that is noticed when a cookie comes. */
  const noticeEnd = (request: FastifyRequest, opened: Opened, why: SessionEnd) => {
    if (!toldEnds.has(opened.watched.id)) tellEnd(request, opened, why)
  }
  /** Ends every sign-in whose cookie comes with the request, even if its account was switched meanwhile. */
  const endAll = async (request: FastifyRequest, why: SessionEnd) => {
    for (const cookie of cookies.receivedIn(request)) {
      const opened = open(cookie)
      if (opened === undefined) continue
      const { content, positions } = opened
      const whole = new Map(positions).set(content.id, Number.POSITIVE_INFINITY)
      const end = await endOf({ ...opened, positions: whole })
      if (end !== null) {
        noticeEnd(request, opened, end)
        continue
      }
      const ending = new Map([[content.id, Number.POSITIVE_INFINITY]])
      if (why === 'sign-out-everywhere') {
        const now = await register.now()
        for (const owner of ownersOf(content.reader)) ending.set(owner, now)
      }
      await register.end(ending)
      tellEnd(request, opened, why)
    }
  }
  const sessionIn = ({ content, accounts, watched }: Known): Session => {
    const left = Math.min(seenIn(content) + idle, content.expiresAt) - Date.now()
    return { ...watched, mark: content.mark, accounts, idleSeconds: Math.max(0, Math.floor(left / 1000)) }
  }
  const give = (reply: FastifyReply, known: Known, secure: boolean) => {
    const cookie = cookies.seal(known.content, secure)
    cookies.set(reply, cookie, Math.ceil((known.content.expiresAt - Date.now()) / 1000))
    remember({ ...known, cookie })
  }
  const start = (reply: FastifyReply, content: Omit<Content, 'mark' | 'readWith'>, secure: boolean) => {
    const known = settled({ ...content, mark: '', readWith: '' })
    if (known === undefined) throw new Refusal('GTW-16')
    for (const cookie of cookies.receivedIn(reply.request))
      if (cookie.secure !== secure) cookies.clear(reply, cookie.secure)
    give(reply, known, secure)
    noteAct(known.content, known.content.seenAt)
    trail.begun(reply.request, known.watched)
    return sessionIn(known)
  }
  const current = async (request: FastifyRequest): Promise<Session | undefined> => {
    if (fixedSession) return fixedSession
    const [cookie, ...more] = cookies.receivedIn(request)
    if (more.length > 0) throw new Refusal('GTW-13')
    if (cookie === undefined || (!cookie.secure && isHttps(request))) return undefined
    const opened = open(cookie)
    if (opened === undefined) return undefined
    const end = await endOf(opened)
    if (end !== null) {
      noticeEnd(request, opened, end)
      return undefined
    }
    noteAct(opened.content, Date.now() - idleFor(request))
    openedFor.set(request, opened)
    trail.seen(request, opened.watched)
    return sessionIn(opened)
  }
  const fixed = fixedCredentials(settings)
  const fixedSession: Session | undefined = fixed && {
    ...fixed,
    id: 'fixed',
    mark: markOf(fixed),
    person: null,
    account: null,
    accounts: [],
    expiresAt: null,
    idleSeconds: null,
  }

  // At the end of the request, since it may have ended the session. A failure to renew must not lose the answer.
  app.addHook('onSend', async (request, reply) => {
    const opened = openedFor.get(request)
    if (opened === undefined) return
    const { content, cookie, positions } = opened
    const seenAt = seenIn(content)
    const isBehind = seenAt - content.seenAt >= renewedAfter
    const isLast = seenAt > content.seenAt && content.seenAt + idle - Date.now() <= renewedAfter
    if (!(isBehind || isLast) || !(await register.isOpen(positions).catch(() => false))) return
    give(reply, { ...opened, content: { ...content, seenAt } }, cookie.secure)
  })

  return {
    current,
    async require(request) {
      const session = await current(request)
      if (session === undefined) throw new Refusal('GTW-04')
      if ((request.headers[sessionMarkHeader] ?? session.mark) !== session.mark) throw new Refusal('GTW-12')
      return session
    },
    async begin(reply, reader, options) {
      await endAll(reply.request, 'signed-in-again')
      const begunAt = await register.now()
      const seenAt = Date.now()
      const begun = {
        id: randomUUID(),
        turn: 0,
        installation,
        reader,
        begunAt,
        seenAt,
        expiresAt: seenAt + lasts,
      }
      return start(reply, begun, options?.secure ?? wantsSecureCookie(reply.request))
    },
    async switchAccount(reply, account) {
      const { request } = reply
      const session = await current(request)
      const opened = openedFor.get(request)
      if (session === undefined || opened === undefined) throw new Refusal('GTW-04')
      const { content } = opened
      if (!('person' in content.reader) || !session.accounts.includes(account)) throw new Refusal('GTW-16')
      // The session before ends, since an answer under way would bring its cookie back. Only whoever ends it may continue.
      if (!(await register.end(new Map([[content.id, content.turn]])))) throw new Refusal('GTW-04')
      const reader = { ...content.reader, account }
      const next = { ...content, reader, turn: content.turn + 1, seenAt: Date.now() }
      const switched = start(reply, next, wantsSecureCookie(request))
      tellEnd(request, opened, 'account-switched')
      return switched
    },
    async end(reply, { everywhere }) {
      await endAll(reply.request, everywhere ? 'sign-out-everywhere' : 'sign-out')
      for (const { secure } of cookies.receivedIn(reply.request)) cookies.clear(reply, secure)
    },
    inUse: () => [...acts.values()].filter((last) => last + idle > Date.now()).length,
  }
}

/** Milliseconds without an act, as the console says. No header means that somebody is there; an unreadable one, that nobody is. */
function idleFor({ headers }: FastifyRequest): number {
  const told = headers[idleHeader]
  if (told === undefined) return 0
  return /^\d+$/.test(String(told)) ? Number(told) : Number.POSITIVE_INFINITY
}

/** For comparison within this gateway only. */
function digestOf(values: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}
