/**
 * Audit packs that people opened: the records of each are an account of its own in the store, which only the session that opened it can name, and
 * which goes with it.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenPack } from '../../../contract/packs.ts'
import type { PublicKey } from '../../../contract/public-keys.ts'
import { sessionFingerprintHeader } from '../../../contract/session.ts'
import { checkEvidence } from '../../../evidence/check.ts'
import type { ZipSource } from '../../../evidence/zip.ts'
import type { AccountIdentity } from '../../../store/identity.ts'
import type { PackOpened } from '../../../store/state.ts'
import type { Store } from '../../../store/store.ts'
import { Refusal } from '../../http.ts'
import { hasOwnHost, isLoopback, wantsSecureCookie } from '../origin.ts'
import { createCookie, type KeyRing, keyedDigest } from '../sealing.ts'
import type { Session, Sessions } from '../session.ts'
import { forgetExpired } from '../session-register.ts'
import type { GatewaySettings } from '../settings.ts'
import { Rounds } from '../shares.ts'
import { nativeCheckTools } from '../signed-zip.ts'
import type { AccountSync } from '../sync/account-sync.ts'
import type { Clock } from '../sync/clock.ts'
import { recordsFault, recordsFile, writePackedRecords } from './record-lines.ts'

/** Of one session. */
const mostPacks = 4

/** Of one key, or of one person, that wait to be opened. */
const mostWaiting = 4

/** Milliseconds. Proxies give up on an answer a little later. */
const longestWait = 45_000

/** Milliseconds. The store is told that a pack is still read so often. */
const tellEvery = 60_000

/** Seconds. Longer than any pack that fits takes to be written. */
const writingSeconds = 3600

interface PacksContext {
  readonly settings: GatewaySettings
  readonly keyRing: KeyRing
  readonly sessions: Sessions
  readonly sync: AccountSync
  readonly clock: Clock
}

export class OpenPacks {
  readonly #context: PacksContext
  /** When the store was last told, by the account's key in the store. */
  readonly #told = new Map<string, { readonly signIn: string; readonly at: number; readonly asOf: number }>()
  readonly #opening = new Set<string>()
  readonly #rounds = new Rounds(mostWaiting)

  constructor(context: PacksContext) {
    this.#context = context
    // What is missed here is done by the store's own clock, or by the next request.
    context.sessions.watch({
      seen: (session) => void this.#seen(session).catch(() => {}),
      left: (signIn) => void this.#left(signIn).catch(() => {}),
    })
  }

  /** The session of this request, as it reads the pack. Throws GTW-04, GTW-12, and GTW-34 for a pack that it has not open. */
  async require(request: FastifyRequest, id: string): Promise<Session> {
    const reader = await this.reader(request)
    if (reader === null) throw new Refusal('GTW-04')
    return await this.opened(reader, id)
  }

  /** The same session, as it reads a pack that it has open. Throws GTW-34. */
  async opened(reader: Session, id: string): Promise<Session> {
    const account = this.#store.keyOf(identityOf(reader, id))
    const asOf = await this.#attend(reader, account)
    if (asOf === null) throw new Refusal('GTW-34')
    return { ...reader, pack: { id, account, asOf } }
  }

  /**
   * Who has packs open: whoever is signed in, or a browser on this machine. `reply`: for a cookie, which such a browser gets with its first pack.
   * Null where nobody may. Throws GTW-12.
   */
  async reader(request: FastifyRequest, reply?: FastifyReply): Promise<Session | null> {
    const session = await this.#context.sessions.current(request)
    // That of a fixed key is everybody's.
    const isOwn = session !== undefined && session.idleSeconds !== null
    const reader = isOwn ? session : this.#browserOf(request, reply, session)
    if (
      reader !== null &&
      (request.headers[sessionFingerprintHeader] ?? reader.fingerprint) !== reader.fingerprint
    )
      throw new Refusal('GTW-12')
    return reader
  }

  async isOpen({ pack }: Session): Promise<boolean> {
    return pack !== null && (await this.#store.of(pack.account).revision()) !== null
  }

  /** All that the session has open. */
  async openedBy(session: Session): Promise<readonly OpenPack[]> {
    const packs = await this.#store.packs(this.#digestOf(session))
    return packs.flatMap(({ pack, isOwn }) => (isOwn && pack ? [packOf(pack)] : []))
  }

  /** One at a time, since a small file may unpack to gigabytes. Throws GTW-23, GTW-33 for what cannot be opened, and the signal's reason. */
  async open(session: Session, check: () => Promise<CheckedPack>, signal: AbortSignal): Promise<OpenPack> {
    const { signIn, person, apiKey } = session
    const refusal = new Refusal('GTW-23', 'Another pack is being opened.', { 'retry-after': '5' })
    if (this.#opening.has(signIn)) throw refusal
    this.#opening.add(signIn)
    const turn = new AbortController()
    const leave = () => turn.abort(signal.reason)
    const stopTimer = this.#context.clock.every(longestWait, () => turn.abort(refusal))
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    try {
      return await this.#rounds.run(person?.id ?? apiKey, { signal: turn.signal, refusal }, async () => {
        stopTimer()
        return await this.#open(session, await check(), signal)
      })
    } finally {
      stopTimer()
      signal.removeEventListener('abort', leave)
      this.#opening.delete(signIn)
    }
  }

  async close({ pack }: Session): Promise<void> {
    if (pack === null) return
    this.#told.delete(pack.account)
    await this.#store.forget(pack.account)
  }

  async #open(session: Session, checked: CheckedPack, signal: AbortSignal): Promise<OpenPack> {
    const store = this.#store
    const mostBytes = await this.#room(session)
    const id = randomBytes(16).toString('base64url')
    const account = await store.account(identityOf(session, id))
    const records = store.of(account)
    try {
      await records.attend(this.#digestOf(session), writingSeconds, true)
      const fence = await records.takeLease('pack', writingSeconds)
      if (fence === null) throw new Refusal('GTW-08')
      const target = { store: records, fence, mostBytes, signal }
      const { bytes, prices, ...end } = await writePackedRecords(checked.records(), target)
      const pack: PackOpened = { id, ...checked.opened, bytes, prices }
      await records.endPack(fence, { ...end, state: { ...end.state, pack } })
      await records.releaseLease(fence)
      return packOf(pack)
    } catch (error) {
      await store.forget(account)
      const fault = recordsFault(error)
      throw fault === null ? error : new Refusal('GTW-33', fault)
    }
  }

  /** Bytes of records that another pack may have. */
  async #room(session: Session): Promise<number> {
    const packs = await this.#store.packs(this.#digestOf(session))
    if (packs.filter(({ isOwn }) => isOwn).length >= mostPacks)
      throw new Refusal('GTW-33', `At most ${mostPacks} packs can be open at once. Close one first.`)
    const taken = packs.reduce((sum, { pack }) => sum + (pack?.bytes ?? 0), 0)
    return this.#context.settings.PACKS_MEGABYTES * 1_000_000 - taken
  }

  /** Throws GTW-27 where nothing is kept, or the database is away. */
  get #store(): Store {
    const { store } = this.#context.sync
    const none = 'A pack is opened in the database that keeps records, and there is none now.'
    if (store === null) throw new Refusal('GTW-27', none)
    return store
  }

  /** A browser has packs of its own where nobody signs in. */
  #browserOf(
    request: FastifyRequest,
    reply: FastifyReply | undefined,
    session: Session | undefined,
  ): Session | null {
    const { settings, keyRing } = this.#context
    if (session === undefined && !isOnThisMachine(request, settings)) return null
    const kept = cookies.countedIn(request).find(({ text }) => /^[\w-]{32}$/.test(text))
    const secret = kept?.text ?? (reply && giveCookie(request, reply))
    if (secret === undefined) return null
    const fingerprint = keyedDigest(keyRing[0].pageFingerprint, 'pack', secret).slice(0, 32)
    return { ...nobody, ...session, signIn: secret, fingerprint: session?.fingerprint ?? fingerprint }
  }

  async #seen(session: Session): Promise<void> {
    for (const [account, { signIn }] of this.#told)
      if (signIn === session.signIn) await this.#attend(session, account)
  }

  /** They may have been opened in another copy of the gateway. */
  async #left(signIn: string): Promise<void> {
    const { store } = this.#context.sync
    for (const { account, isOwn } of (await store?.packs(this.#digestOf({ signIn }))) ?? [])
      if (isOwn) await store?.forget(account)
  }

  /** As of when it is, in milliseconds since 1970. Null where it is not open, or no longer. */
  async #attend(session: Session, account: string): Promise<number | null> {
    const { clock, settings } = this.#context
    const now = clock.steady()
    const told = this.#told.get(account)
    if (told && now < told.at + tellEvery) return told.asOf
    const seconds = session.idleSeconds ?? 60 * settings.SESSION_IDLE_MINUTES
    forgetExpired(this.#told, ({ at }) => at + 1000 * seconds <= now)
    this.#told.delete(account)
    const records = this.#store.of(account)
    if ((await records.attend(this.#digestOf(session), seconds, false)) === null) return null
    const { pack } = await records.state()
    if (pack === null) return null
    const asOf = Date.parse(pack.as_of)
    this.#told.set(account, { signIn: session.signIn, at: now, asOf })
    return asOf
  }

  #digestOf({ signIn }: Pick<Session, 'signIn'>): string {
    return keyedDigest(this.#context.keyRing[0].pageFingerprint, 'pack', signIn).slice(0, 22)
  }
}

interface CheckedPack {
  readonly opened: Omit<PackOpened, 'id' | 'bytes' | 'prices'>
  /** What `recordsFile` has. */
  records(): AsyncIterable<Uint8Array>
}

/** As the page that verifies does, and again, since what comes to the gateway may be another file. Throws GTW-33. */
export async function checkPack(
  file: ZipSource,
  name: string,
  keys: readonly PublicKey[],
  signal: AbortSignal,
): Promise<CheckedPack> {
  const { verdict, files } = await checkEvidence(file, keys, {}, { ...nativeCheckTools, signal })
  const { about, keyId, headline, sentences } = verdict
  const records = files.get(recordsFile)
  if (about === null || keyId === null || files.size === 0)
    throw new Refusal('GTW-33', `${headline}. ${sentences.join(' ')}`)
  if (about.what.kind !== 'pack' || records === undefined)
    throw new Refusal('GTW-33', 'This is a signed file, not an audit pack: it has no records to open.')
  return {
    opened: {
      ...{ name, service: about.service },
      ...{ account: about.account ?? about.account_typed, is_typed: about.account_typed !== null },
      ...{ as_of: about.as_of, made_at: about.made_at, key: keyId, missing: about.reasons },
    },
    records: () => records.read(),
  }
}

/** Only who has the session can name the account. */
function identityOf({ signIn }: Session, id: string): AccountIdentity {
  return { service: 'pack', reader: { kind: 'pack' }, apiKey: `${signIn} ${id}`, accountId: null }
}

function packOf({ bytes: _, prices: __, ...pack }: PackOpened): OpenPack {
  return pack
}

/** Nobody else reaches it: the port is on this machine, no proxy stands before it, and no page of another host has its own name lead here. */
function isOnThisMachine(request: FastifyRequest, settings: GatewaySettings): boolean {
  const { HOST, TRUST_PROXY, PROXY_SECRET, ALLOWED_HOSTS } = settings
  const isForwarded = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'].some(
    (name) => name in request.headers,
  )
  const isDirect = TRUST_PROXY === false && PROXY_SECRET === undefined && !isForwarded
  return isLoopback(HOST) && isDirect && hasOwnHost(request, ALLOWED_HOSTS)
}

const cookies = createCookie('custody_packs', 'Strict')

function giveCookie(request: FastifyRequest, reply: FastifyReply): string {
  const secret = randomBytes(24).toString('base64url')
  cookies.set(reply, { secure: wantsSecureCookie(request), text: secret })
  return secret
}

const nobody = {
  ...{ id: 'browser', apiKey: '', accountId: null, person: null, account: null, accounts: [] },
  ...{ expiresAt: null, idleSeconds: null, pack: null },
} as const
