/** The session: a key, or a person, sealed into a cookie; and a register of what has ended, without which no cookie opens anything. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { idleHeader } from '../../contract/session.ts'
import { isHttps, wantsSecureCookie } from './connection.ts'
import { GatewayFailure } from './failure.ts'
import { type Credentials, type People, type Person, type Reader, readsWith, sealedReader } from './reader.ts'
import { createSealedCookie, type KeptCookie, type SealingKeys } from './sealing.ts'
import { everybody, type Positions, type SessionRegister } from './session-register.ts'
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
  readonly sealingKeys: SealingKeys
  readonly hours: number
  /** How long a session lasts in which nobody does anything. */
  readonly idleMinutes: number
  readonly register: SessionRegister
  readonly watch: SessionWatch
  /** Which service the sessions are for. A cookie from before the address changed must not send its key to the new one. */
  readonly service: string
  /** The one key of the installation, where it has one: every request is signed in with it, whatever its cookie. */
  readonly fixed: Credentials | undefined
  /** The people of the installation, where they sign in at a provider of identities; then nobody does with a key. */
  readonly people: People | undefined
}

/** Reading, beginning and ending the session of a request. All throw GTW-14 where the register of sessions does not answer. */
export interface Sessions {
  /** Asked anew each time. Undefined where nobody is signed in. Throws GTW-13 for two session cookies, of which one is not ours. */
  current(request: FastifyRequest): Promise<Session | undefined>
  /** Begins one, and ends the one before. Its cookie is `secure` as the request has it, unless it is said. */
  begin(reply: FastifyReply, reader: Reader, options?: { readonly secure: boolean }): Promise<Session>
  /** Goes on with another account of the same person, until the same time. Throws GTW-04, and GTW-16 where it is not theirs. */
  switchAccount(reply: FastifyReply, account: string): Promise<Session>
  /** Ends it; `everywhere` ends all others of the same person, or of the same key and account, too. */
  end(reply: FastifyReply, options: { readonly everywhere: boolean }): Promise<void>
  /** Tells keys apart in a log without telling them: keyed, so that nobody can try out keys on it. */
  fingerprint(apiKey: string): string
}

/** Times are in milliseconds since 1970. */
const sealedContent = z.object({
  /** Of the sign-in. */
  id: z.string(),
  /** How many times the account was switched since. */
  turn: z.number(),
  /** For which service, and which provider of identities. */
  installation: z.string(),
  reader: sealedReader,
  /** Kept, since another secret would make another one. */
  mark: z.string(),
  /** Tells whether a key of the settings has changed since. */
  readWith: z.string(),
  /** By the clock of the register. */
  begunAt: z.number(),
  expiresAt: z.number(),
  /** When somebody last did something in it, as far as this cookie knows. */
  seenAt: z.number(),
})
type Content = z.infer<typeof sealedContent>

/** A session as its cookie and the settings have it, ended or not. */
interface Opened {
  readonly cookie: KeptCookie
  readonly content: Content
  readonly credentials: Credentials
  readonly accounts: readonly string[]
  readonly positions: Positions
  readonly watched: WatchedSession
}

/** As many cookies are remembered opened: some megabytes. */
const mostRemembered = 1000

/** A cookie that is this much behind is sealed anew, in milliseconds: requests that come together need but one. */
const renewedAfter = 1000

/** Adds what renews cookies to an application. */
export function openSessions(app: FastifyInstance, options: SessionOptions): Sessions {
  const { register, service, sealingKeys, people, watch } = options
  const lasts = options.hours * 3_600_000
  const idle = options.idleMinutes * 60_000
  const cookies = createSealedCookie(sealingKeys, {
    name: 'custody_session',
    sameSite: 'Strict',
    schema: sealedContent,
  })
  const installation = digestOf([service, people?.issuer ?? null])
  const remembered = new Map<string, Opened>()
  const inUse = new WeakMap<FastifyRequest, { readonly opened: Opened; readonly seenAt: number }>()

  const keyed = (key: Buffer, ...parts: readonly (string | null)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
  const markOf = ({ apiKey, accountId }: Credentials, reader?: Reader) =>
    keyed(
      sealingKeys[0],
      ...['session mark', service, apiKey, accountId],
      ...(reader && 'person' in reader ? [reader.person.id] : []),
    ).slice(0, 32)
  /** Whose a session is, by each of the secrets: copies of which some have not heard of a new one agree about an end. */
  const ownersOf = (reader: Reader) =>
    sealingKeys.map((key) =>
      'person' in reader
        ? keyed(key, 'session owner', reader.person.id)
        : keyed(key, 'session owner', service, reader.apiKey, reader.accountId),
    )
  const positionsOf = ({ id, turn, begunAt, reader }: Content): Positions =>
    new Map([[id, turn], [everybody, begunAt], ...ownersOf(reader).map((owner) => [owner, begunAt] as const)])

  const open = (cookie: KeptCookie): Opened | undefined => {
    const known = remembered.get(cookie.text)
    if (known?.cookie.secure === cookie.secure) return known
    const content = cookies.open(cookie)
    if (content?.installation !== installation) return undefined
    const { reader, id, turn, begunAt } = content
    const reads = readsWith(reader, people)
    if (reads === undefined) return undefined
    const { credentials, accounts } = reads
    const readWith = digestOfCredentials(credentials)
    const mark = readWith === content.readWith ? content.mark : markOf(credentials, reader)
    // Hours that the settings have shortened since hold for it as well: no end is remembered for longer.
    const expiresAt = Math.min(content.expiresAt, begunAt + lasts)
    const opened: Opened = {
      cookie,
      content: { ...content, mark, readWith, expiresAt },
      credentials,
      accounts,
      positions: positionsOf(content),
      watched: {
        id: `${id}/${turn}`,
        apiKey: credentials.apiKey,
        accountId: credentials.accountId,
        person: 'person' in reader ? reader.person : null,
        account: 'person' in reader ? reader.account : null,
        expiresAt: new Date(expiresAt).toISOString(),
      },
    }
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest)
    remembered.set(cookie.text, opened)
    return opened
  }
  const endOf = async ({ content, positions }: Opened): Promise<SessionEnd | null> => {
    // The browser forgets the cookie by itself; a copy of it must end just as surely.
    if (content.expiresAt <= Date.now()) return 'expired'
    if (content.seenAt + idle <= Date.now()) return 'idle'
    return (await register.isOpen(positions)) ? null : 'revoked'
  }
  /** Ends every sign-in whose cookie comes with a request, though its account was switched meanwhile: what came of it ends too. */
  const endAll = async (request: FastifyRequest, why: SessionEnd) => {
    for (const cookie of cookies.receivedIn(request)) {
      const opened = open(cookie)
      if (opened === undefined) continue
      const { content, positions, watched } = opened
      const whole = new Map(positions).set(content.id, Number.POSITIVE_INFINITY)
      const end = await endOf({ ...opened, positions: whole })
      if (end === null) {
        const ending = new Map([[content.id, Number.POSITIVE_INFINITY]])
        if (why === 'sign-out-everywhere') {
          const now = await register.now()
          for (const owner of ownersOf(content.reader)) ending.set(owner, now)
        }
        await register.end(ending)
      }
      watch.ended(request, watched, end ?? why)
      remembered.delete(cookie.text)
    }
  }
  const sessionIn = ({ content, credentials, accounts, watched }: Opened, seenAt: number): Session => ({
    apiKey: credentials.apiKey,
    accountId: credentials.accountId,
    mark: content.mark,
    person: watched.person,
    account: watched.account,
    accounts,
    expiresAt: watched.expiresAt,
    idleSeconds: Math.max(0, Math.floor((Math.min(seenAt + idle, content.expiresAt) - Date.now()) / 1000)),
  })
  const secondsLeft = ({ expiresAt }: Content) => Math.ceil((expiresAt - Date.now()) / 1000)
  /** A reader, and what tells what they read with as the settings are now. */
  const marked = (reader: Reader) => {
    const reads = readsWith(reader, people)
    if (reads === undefined) throw new GatewayFailure('GTW-16')
    return {
      reader,
      mark: markOf(reads.credentials, reader),
      readWith: digestOfCredentials(reads.credentials),
    }
  }
  const start = (reply: FastifyReply, content: Content, secure: boolean): Session => {
    const opened = open(cookies.seal(content, secure))
    if (opened === undefined) throw new GatewayFailure('GTW-16')
    watch.begun(reply.request, opened.watched)
    for (const cookie of cookies.receivedIn(reply.request))
      if (cookie.secure !== secure) cookies.clear(reply, cookie.secure)
    cookies.set(reply, opened.cookie, secondsLeft(content))
    return sessionIn(opened, content.seenAt)
  }
  const current = async (request: FastifyRequest): Promise<Session | undefined> => {
    if (fixedSession) return fixedSession
    const [cookie, ...more] = cookies.receivedIn(request)
    if (more.length > 0) throw new GatewayFailure('GTW-13')
    if (cookie === undefined || (!cookie.secure && isHttps(request))) return undefined
    const opened = open(cookie)
    if (opened === undefined) return undefined
    const end = await endOf(opened)
    if (end !== null) {
      watch.ended(request, opened.watched, end)
      remembered.delete(cookie.text)
      return undefined
    }
    const seenAt = Math.max(opened.content.seenAt, Date.now() - idleFor(request))
    inUse.set(request, { opened, seenAt })
    watch.seen(request, opened.watched)
    return sessionIn(opened, seenAt)
  }
  const fixedSession: Session | undefined = options.fixed && {
    ...options.fixed,
    mark: markOf(options.fixed),
    person: null,
    account: null,
    accounts: [],
    expiresAt: null,
    idleSeconds: null,
  }

  // At the end of the request, which may have been ended meanwhile. An answer that is there is not lost for want of a renewed cookie.
  app.addHook('onSend', async (request, reply) => {
    const { opened, seenAt } = inUse.get(request) ?? {}
    if (opened === undefined || seenAt === undefined || seenAt - opened.content.seenAt < renewedAfter) return
    if (!(await register.isOpen(opened.positions).catch(() => false))) return
    const content = { ...opened.content, seenAt }
    cookies.set(reply, cookies.seal(content, opened.cookie.secure), secondsLeft(content))
  })

  return {
    current,
    async begin(reply, reader, options) {
      const own = marked(reader)
      await endAll(reply.request, 'signed-in-again')
      const begunAt = await register.now()
      const seenAt = Date.now()
      const content = {
        id: randomUUID(),
        turn: 0,
        installation,
        ...own,
        begunAt,
        expiresAt: seenAt + lasts,
        seenAt,
      }
      return start(reply, content, options?.secure ?? wantsSecureCookie(reply.request))
    },
    async switchAccount(reply, account) {
      const { request } = reply
      const session = await current(request)
      const opened = inUse.get(request)?.opened
      if (session === undefined || opened === undefined) throw new GatewayFailure('GTW-04')
      const { content, watched } = opened
      if (!('person' in content.reader) || !session.accounts.includes(account))
        throw new GatewayFailure('GTW-16')
      const own = marked({ ...content.reader, account })
      // The one before ends, since an answer that is under way would bring its cookie back. Whoever ends it goes on, and nobody else.
      if (!(await register.end(new Map([[content.id, content.turn]])))) throw new GatewayFailure('GTW-04')
      const next = { ...content, ...own, turn: content.turn + 1, seenAt: Date.now() }
      const switched = start(reply, next, wantsSecureCookie(request))
      watch.ended(request, watched, 'account-switched')
      return switched
    },
    async end(reply, { everywhere }) {
      await endAll(reply.request, everywhere ? 'sign-out-everywhere' : 'sign-out')
      for (const { secure } of cookies.receivedIn(reply.request)) cookies.clear(reply, secure)
    },
    fingerprint: (apiKey) => keyed(sealingKeys[0], 'key fingerprint', apiKey).slice(0, 16),
  }
}

/** For how long nobody has done anything, as the console says. Where nobody says anything, somebody is there; what cannot be read says nobody is. */
function idleFor({ headers }: FastifyRequest): number {
  const told = headers[idleHeader]
  if (told === undefined) return 0
  return /^\d+$/.test(String(told)) ? Number(told) : Number.POSITIVE_INFINITY
}

/** Tells values from others, where nobody but this gateway reads it. */
function digestOf(values: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}

function digestOfCredentials({ apiKey, accountId }: Credentials): string {
  return digestOf([apiKey, accountId])
}
