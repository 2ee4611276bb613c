import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { dayLength } from '../../contract/day.ts'
import { idleHeader, sessionFingerprintHeader } from '../../contract/session.ts'
import { Refusal } from '../http.ts'
import { wantsSecureCookie } from './origin.ts'
import {
  type Credentials,
  fixedCredentials,
  type People,
  type Person,
  type Reader,
  readsWith,
  sealedReader,
} from './reader.ts'
import { createSealedCookie, type KeyRing, keyedDigest, type ReceivedCookie } from './sealing.ts'
import { everybody, forgetExpired, type Positions, type SessionRegister } from './session-register.ts'
import type { GatewaySettings } from './settings.ts'
import type { SessionEnd, Trail, WatchedSession } from './trail.ts'

/** A fixed key's session never ends. */
export interface Session extends Credentials {
  readonly id: string
  /** Stays when the account is switched. Secret too. */
  readonly signIn: string
  readonly fingerprint: string
  readonly person: Person | null
  /** The account the person reads with, and all that the person may choose. */
  readonly account: string | null
  readonly accounts: readonly string[]
  readonly expiresAt: string | null
  /** Whole seconds until it ends without activity. */
  readonly idleSeconds: number | null
  /** The open pack that is read in place of the account. */
  readonly pack: SessionPack | null
}

export interface SessionPack {
  readonly id: string
  /** Key of the store. */
  readonly account: string
  /** Milliseconds since 1970: the present of its reports. */
  readonly asOf: number
}

/** Its id, or its name where it has none. */
export function accountLabel({ accountId, account }: Session): string | null {
  return accountId ?? account
}

/** Times are in milliseconds since 1970. */
const sealedContent = z.object({
  id: z.string(),
  turn: z.number(),
  installation: z.string(),
  reader: sealedReader,
  /** Kept, since another secret would make another fingerprint. */
  fingerprint: z.string(),
  /** Shows whether a key in the settings has changed since. */
  readWith: z.string(),
  /** By the register's clock. */
  begunAt: z.number(),
  expiresAt: z.number(),
  /** Last activity when the cookie was sealed. */
  seenAt: z.number(),
})
type Content = z.infer<typeof sealedContent>

interface Resolved {
  readonly content: Content
  readonly accounts: readonly string[]
  readonly positions: Positions
  readonly watched: WatchedSession
}
interface Opened extends Resolved {
  readonly cookie: ReceivedCookie
}

/** Is told of sessions as requests come. */
export interface SessionWatcher {
  seen(session: Session): void
  /** Of any session. */
  left?(signIn: string): void
  /** Of a key that somebody typed. `signIn`: null for every session of that key and account. */
  ended?(reader: Credentials, signIn: string | null): void
}

interface SessionOptions {
  readonly settings: GatewaySettings
  readonly service: { readonly address: string; readonly embedded: boolean }
  readonly keyRing: KeyRing
  readonly register: SessionRegister
  readonly trail: Trail
  readonly people: People | undefined
}

/** Opening a cookie is slow. This many take some megabytes. */
const mostRemembered = 1000

/** In milliseconds: a cookie this old, or this near its end, is renewed. */
const renewedAfter = 60_000

/** All calls throw GTW-14 where the register does not answer. */
export class Sessions {
  readonly #options: SessionOptions
  readonly #lasts: number
  readonly #idle: number
  readonly #service: string
  readonly #installation: string
  readonly #cookies: ReturnType<typeof createSealedCookie<typeof sealedContent>>
  readonly #fixed: Session | undefined
  readonly #remembered = new Map<string, Opened>()
  /** Last activity by sign-in, oldest first. It may be later than the cookie says. */
  readonly #acts = new Map<string, number>()
  /** Sessions whose end is in the log, and when to forget that. */
  readonly #loggedEnds = new Map<string, number>()
  readonly #openedFor = new WeakMap<FastifyRequest, Opened>()
  readonly #watchers: SessionWatcher[] = []

  constructor(app: FastifyInstance, options: SessionOptions) {
    const { settings, service, keyRing, people } = options
    this.#options = options
    this.#lasts = settings.SESSION_HOURS * 3_600_000
    this.#idle = settings.SESSION_IDLE_MINUTES * 60_000
    // A cookie from before the address changed must not send its key to the new one. The embedded service's port changes with every start.
    this.#service = service.embedded ? 'embedded' : service.address
    this.#installation = digestOf([this.#service, people?.issuer ?? null])
    this.#cookies = createSealedCookie(keyRing, 'sessionCookie', 'custody_session', 'Strict', sealedContent)
    const fixed = fixedCredentials(settings)
    this.#fixed = fixed && {
      ...fixed,
      id: 'fixed',
      signIn: 'fixed',
      fingerprint: this.#fingerprintOf(fixed),
      person: null,
      account: null,
      accounts: [],
      expiresAt: null,
      idleSeconds: null,
      pack: null,
    }
    // At the end of the request, which may have ended the session.
    app.addHook('onSend', (request, reply) => this.#renew(request, reply))
  }

  watch(watcher: SessionWatcher): void {
    this.#watchers.push(watcher)
  }

  /** Undefined where nobody is signed in. Throws GTW-13 for two session cookies, since one of them is not ours. */
  async current(request: FastifyRequest): Promise<Session | undefined> {
    const session = this.#fixed ?? (await this.#read(request))
    if (session) for (const watcher of this.#watchers) watcher.seen(session)
    return session
  }

  async #read(request: FastifyRequest): Promise<Session | undefined> {
    const [cookie, ...more] = this.#cookies.countedIn(request)
    if (more.length > 0) throw new Refusal('GTW-13')
    const opened = cookie && this.#open(cookie)
    if (opened === undefined) return undefined
    const end = await this.#endOf(opened)
    if (end !== null) {
      this.#logEnd(request, opened, end)
      return undefined
    }
    this.#noteAct(opened.content, Date.now() - idleFor(request))
    this.#openedFor.set(request, opened)
    this.#options.trail.seen(request, opened.watched)
    return this.#sessionOf(opened)
  }

  /** As `current`. Throws GTW-04 where nobody is signed in, and GTW-12 where the request is meant for another session. */
  async require(request: FastifyRequest): Promise<Session> {
    const session = await this.current(request)
    if (session === undefined) throw new Refusal('GTW-04')
    if ((request.headers[sessionFingerprintHeader] ?? session.fingerprint) !== session.fingerprint)
      throw new Refusal('GTW-12')
    return session
  }

  /** Whether the session of this request is still open. Does not count as activity. */
  async isOpen(request: FastifyRequest): Promise<boolean> {
    const opened = this.#openedFor.get(request)
    return opened === undefined ? this.#fixed !== undefined : (await this.#endOf(opened)) === null
  }

  /** Also ends the session before. */
  async begin(
    reply: FastifyReply,
    reader: Reader,
    secure = wantsSecureCookie(reply.request),
  ): Promise<Session> {
    await this.#endAll(reply.request, 'signed-in-again')
    const begunAt = await this.#options.register.now()
    const seenAt = Date.now()
    const expiresAt = seenAt + this.#lasts
    const begun = { id: randomUUID(), turn: 0, installation: this.#installation, reader }
    return this.#start(reply, { ...begun, begunAt, seenAt, expiresAt }, secure)
  }

  /** Continues with another account of the same person, until the same time. Throws GTW-04, and GTW-16 where it is not theirs. */
  async switchAccount(reply: FastifyReply, account: string): Promise<Session> {
    const { request } = reply
    const session = await this.current(request)
    const opened = this.#openedFor.get(request)
    if (session === undefined || opened === undefined) throw new Refusal('GTW-04')
    const { content } = opened
    if (!('person' in content.reader) || !session.accounts.includes(account)) throw new Refusal('GTW-16')
    // The session before ends, since an answer under way would bring its cookie back. Only the request that ends it may continue.
    if (!(await this.#options.register.end(new Map([[content.id, content.turn]]))))
      throw new Refusal('GTW-04')
    const reader = { ...content.reader, account }
    const next = { ...content, reader, turn: content.turn + 1, seenAt: Date.now() }
    const switched = this.#start(reply, next, wantsSecureCookie(request))
    this.#logEnd(request, opened, 'account-switched')
    return switched
  }

  /** `everywhere` also ends all other sessions of the same person, or of the same key and account. */
  async end(reply: FastifyReply, { everywhere }: { readonly everywhere: boolean }): Promise<void> {
    await this.#endAll(reply.request, everywhere ? 'sign-out-everywhere' : 'sign-out')
    for (const { secure } of this.#cookies.receivedIn(reply.request)) this.#cookies.clear(reply, secure)
  }

  /** Ends every session with this key and account: the service refuses the key. */
  async endReader(reader: Credentials): Promise<void> {
    const { register } = this.#options
    const now = await register.now()
    await register.end(new Map(this.#ownersOf(reader).map((owner) => [owner, now])))
    for (const watcher of this.#watchers) watcher.ended?.(reader, null)
  }

  /** Sign-ins active within the idle time-out, in this copy. */
  inUse(): number {
    return [...this.#acts.values()].filter((last) => last + this.#idle > Date.now()).length
  }

  #fingerprintOf({ apiKey, accountId }: Credentials, reader?: Reader): string {
    const person = reader && 'person' in reader ? [reader.person.id] : []
    const [{ pageFingerprint }] = this.#options.keyRing
    return keyedDigest(pageFingerprint, this.#service, apiKey, accountId, ...person).slice(0, 32)
  }

  /** One for each secret, so that copies with different secrets agree about an end. */
  #ownersOf(reader: Reader): readonly string[] {
    return this.#options.keyRing.map(({ sessionOwner }) =>
      'person' in reader
        ? keyedDigest(sessionOwner, reader.person.id)
        : keyedDigest(sessionOwner, this.#service, reader.apiKey, reader.accountId),
    )
  }

  #open(cookie: ReceivedCookie): Opened | undefined {
    const remembered = this.#remembered.get(cookie.text)
    if (remembered?.cookie.secure === cookie.secure) return remembered
    const content = this.#cookies.open(cookie)
    const resolved = content && this.#resolve(content)
    return resolved && this.#remember({ cookie, ...resolved })
  }

  #remember(opened: Opened): Opened {
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size >= mostRemembered) this.#remembered.delete(oldest)
    this.#remembered.set(opened.cookie.text, opened)
    return opened
  }

  #resolve(content: Content): Resolved | undefined {
    const { id, turn, reader, begunAt } = content
    const reads = readsWith(reader, this.#options.people)
    if (content.installation !== this.#installation || reads === undefined) return undefined
    const { apiKey, accountId } = reads.credentials
    const readWith = digestOf([apiKey, accountId])
    const fingerprint =
      readWith === content.readWith ? content.fingerprint : this.#fingerprintOf(reads.credentials, reader)
    // A shortened SESSION_HOURS also applies here: no end is remembered for longer.
    const expiresAt = Math.min(content.expiresAt, begunAt + this.#lasts)
    const { person = null, account = null } = 'person' in reader ? reader : {}
    return {
      content: { ...content, fingerprint, readWith, expiresAt },
      accounts: reads.accounts,
      positions: new Map([
        [id, turn],
        [everybody, begunAt],
        ...this.#ownersOf(reader).map((owner) => [owner, begunAt] as const),
      ]),
      watched: {
        id: `${id}/${turn}`,
        apiKey,
        accountId,
        person,
        account,
        expiresAt: new Date(expiresAt).toISOString(),
      },
    }
  }

  #sessionOf({ content, accounts, watched }: Resolved): Session {
    const left = Math.min(this.#lastAct(content) + this.#idle, content.expiresAt) - Date.now()
    return {
      ...watched,
      signIn: content.id,
      fingerprint: content.fingerprint,
      accounts,
      idleSeconds: Math.max(0, Math.floor(left / 1000)),
      pack: null,
    }
  }

  #start(reply: FastifyReply, content: Omit<Content, 'fingerprint' | 'readWith'>, secure: boolean): Session {
    const resolved = this.#resolve({ ...content, fingerprint: '', readWith: '' })
    if (resolved === undefined) throw new Refusal('GTW-16')
    for (const cookie of this.#cookies.receivedIn(reply.request))
      if (cookie.secure !== secure) this.#cookies.clear(reply, cookie.secure)
    this.#give(reply, resolved, secure)
    this.#noteAct(resolved.content, content.seenAt)
    this.#options.trail.begun(reply.request, resolved.watched)
    const session = this.#sessionOf(resolved)
    for (const watcher of this.#watchers) watcher.seen(session)
    return session
  }

  #give(reply: FastifyReply, resolved: Resolved, secure: boolean): void {
    const cookie = this.#cookies.seal(resolved.content, secure)
    this.#cookies.set(reply, cookie, Math.ceil((resolved.content.expiresAt - Date.now()) / 1000))
    this.#remember({ ...resolved, cookie })
  }

  /** A failure to renew must not lose the answer. */
  async #renew(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const opened = this.#openedFor.get(request)
    if (opened === undefined) return
    const { content, cookie, positions } = opened
    const seenAt = this.#lastAct(content)
    const isBehind = seenAt - content.seenAt >= renewedAfter
    const isLast = seenAt > content.seenAt && content.seenAt + this.#idle - Date.now() <= renewedAfter
    if (!isBehind && !isLast) return
    if (await this.#options.register.isOpen(positions).catch(() => false))
      this.#give(reply, { ...opened, content: { ...content, seenAt } }, cookie.secure)
  }

  #lastAct({ id, seenAt }: Content): number {
    return Math.max(seenAt, this.#acts.get(id) ?? 0)
  }

  #noteAct(content: Content, at: number): void {
    const seenAt = Math.max(this.#lastAct(content), at)
    this.#acts.delete(content.id)
    forgetExpired(this.#acts, (last) => last + this.#idle <= Date.now())
    this.#acts.set(content.id, seenAt)
  }

  async #endOf({ content, positions }: Opened): Promise<SessionEnd | null> {
    // The browser drops an expired cookie by itself; a copy of it must end too.
    if (content.expiresAt <= Date.now()) return 'expired'
    if (this.#lastAct(content) + this.#idle <= Date.now()) return 'idle'
    return (await this.#options.register.isOpen(positions)) ? null : 'revoked'
  }

  /** Ends every sign-in whose cookie comes with the request, even if its account was switched meanwhile. */
  async #endAll(request: FastifyRequest, why: SessionEnd): Promise<void> {
    const { register } = this.#options
    for (const cookie of this.#cookies.receivedIn(request)) {
      const opened = this.#open(cookie)
      if (opened === undefined) continue
      const { content, positions } = opened
      const whole = new Map(positions).set(content.id, Number.POSITIVE_INFINITY)
      const earlier = await this.#endOf({ ...opened, positions: whole })
      if (earlier === null) {
        const ending = new Map([[content.id, Number.POSITIVE_INFINITY]])
        if (why === 'sign-out-everywhere') {
          const now = await register.now()
          for (const owner of this.#ownersOf(content.reader)) ending.set(owner, now)
        }
        await register.end(ending)
      }
      this.#logEnd(request, opened, earlier ?? why)
    }
  }

  /** Logs each end once, however often its cookie comes. */
  #logEnd(request: FastifyRequest, { content, watched, cookie }: Opened, why: SessionEnd): void {
    const isNoticed = why === 'expired' || why === 'idle' || why === 'revoked'
    if (isNoticed && this.#loggedEnds.has(watched.id)) return
    forgetExpired(this.#loggedEnds, (until) => until <= Date.now())
    // A browser may send the cookie for a while after its session has expired.
    this.#loggedEnds.set(watched.id, Date.now() + this.#lasts + dayLength)
    this.#remembered.delete(cookie.text)
    // After a switch of accounts the sign-in goes on.
    if (why !== 'account-switched' && why !== 'revoked') this.#acts.delete(content.id)
    this.#options.trail.ended(request, watched, why)
    const { reader, id } = content
    for (const watcher of this.#watchers) {
      if (why !== 'account-switched') watcher.left?.(id)
      if (!('person' in reader)) watcher.ended?.(reader, why === 'sign-out-everywhere' ? null : id)
    }
  }
}

/** Milliseconds of idleness, as the console says. Without the header it counts as active; with an unreadable one, as idle. */
function idleFor({ headers }: FastifyRequest): number {
  const value = headers[idleHeader]
  if (value === undefined) return 0
  return /^\d+$/.test(String(value)) ? Number(value) : Number.POSITIVE_INFINITY
}

function digestOf(values: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}
