/** Which accounts are followed: those of the operator always, those of keys that people type while a session with the key lasts. */

import type { AccountStore } from '../../../store/account-store.ts'
import type { AccountIdentity } from '../../../store/identity.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock } from './clock.ts'
import type { Scheduler } from './scheduler.ts'

/** Milliseconds. What other copies know of sessions is asked for so often. */
const surveyEvery = 15_000
/** A session that goes on is told to the store so often. */
const tellEvery = 60_000
const mostTyped = 200
/** Before all others, for the database. */
const noMoment = '-infinity'

/** A session of a key that somebody typed. */
export interface TypedSession {
  /** A digest: the store holds it. */
  readonly id: string
  /** When it ends without activity, in milliseconds since 1970. */
  readonly until: number
}

interface AccountWatchOptions {
  readonly store: Store
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly configured: readonly AccountIdentity[]
  /** Only what is wrong with the database, or with us. */
  readonly onFailure: (error: unknown) => void
}

/** The keys of typed accounts are here alone, and go with their last session. */
export class AccountWatch {
  readonly #options: AccountWatchOptions
  readonly #watched = new Map<string, WatchedAccount>()
  readonly #running = new Set<Promise<void>>()
  #surveyAt = Number.NEGATIVE_INFINITY
  /** The digest of the key, by the account's key in the store. */
  #typed = new Map<string, string>()

  constructor(options: AccountWatchOptions) {
    this.#options = options
    for (const identity of options.configured)
      this.#watched.set(nameOf(identity), new WatchedAccount(identity))
  }

  /** Null where the account is not in the store yet. */
  accountOf(identity: AccountIdentity): string | null {
    return this.#watched.get(nameOf(identity))?.account ?? null
  }

  /** More keys are typed than are followed. */
  isFull(identity: AccountIdentity): boolean {
    return this.#watched.get(nameOf(identity))?.isLeftOut ?? false
  }

  /** Somebody asked for something of the account. One of the operator is followed without any session. */
  look(identity: AccountIdentity, session: TypedSession): void {
    const name = nameOf(identity)
    const one = this.#watched.get(name) ?? new WatchedAccount(identity)
    this.#watched.set(name, one)
    if (identity.reader.kind === 'typed') {
      const known = one.sessions.get(session.id)
      const { until } = session
      if (known) Object.assign(known, { until, isDue: true })
      else {
        one.sessions.set(session.id, { until, told: null, isDue: true })
        one.tellAt = Number.NEGATIVE_INFINITY
      }
    }
    one.isLookedAt = true
    if (one.account !== null) this.#options.scheduler.look(one.account)
    this.#tellWhereDue(one)
  }

  /** `session` null: all sessions with this key and account. One that was never seen here may be known to the store. */
  leave(identity: AccountIdentity, session: string | null): void {
    if (identity.reader.kind !== 'typed') return
    const one = this.#watched.get(nameOf(identity)) ?? new WatchedAccount(identity)
    if (session === null) one.sessions.clear()
    else one.sessions.delete(session)
    this.#run(() => this.#left(one, session))
  }

  /** Whatever time has brought. */
  step(): void {
    const { clock } = this.#options
    for (const one of this.#watched.values()) {
      for (const [session, { until, told }] of one.sessions)
        if (until <= clock.now()) this.#expire(one, session, told)
      this.#tellWhereDue(one)
    }
    if (clock.steady() < this.#surveyAt + surveyEvery) return
    this.#surveyAt = clock.steady()
    this.#run(() => this.#survey())
  }

  get isBusy(): boolean {
    return this.#running.size > 0
  }

  async settled(): Promise<void> {
    while (this.isBusy) await Promise.all(this.#running)
  }

  #run(work: () => Promise<void>): void {
    const running = work()
      .catch(this.#options.onFailure)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  #tellWhereDue(one: WatchedAccount): void {
    const now = this.#options.clock.steady()
    const isDue = one.account === null || one.isLookedAt
    if (!isDue || one.telling !== null || now < one.tellAt) return
    one.isLookedAt = false
    one.tellAt = now + (one.account === null ? surveyEvery : tellEvery)
    one.telling = this.#tell(one).finally(() => {
      one.telling = null
    })
    const { telling } = one
    this.#run(() => telling)
  }

  async #tell(one: WatchedAccount): Promise<void> {
    const { store, scheduler, clock } = this.#options
    const { identity } = one
    const isTyped = identity.reader.kind === 'typed'
    if (one.account === null) {
      one.isLeftOut = isTyped && !this.#hasPlace(identity)
      if (one.isLeftOut) return
      if (isTyped) this.#typed.set(store.keyOf(identity), store.keyDigestOf(identity))
      one.account = await store.account(identity)
      one.foundAt = clock.steady()
      one.tellAt = one.foundAt + tellEvery
    }
    const account = store.of(one.account)
    if (!isTyped) await account.look()
    for (const [session, seen] of one.sessions)
      if (seen.isDue || seen.told === null) await this.#attend(one, account, session, seen)
    if (isTyped && one.sessions.size === 0) {
      // All have ended in other copies, unless somebody has just signed out.
      this.#run(() => this.#left(one, null, noMoment))
      return
    }
    scheduler.follow(one.account, identity, account)
    scheduler.look(one.account)
  }

  /** One key, typed with many account ids, leaves as many places to others as it takes. */
  #hasPlace(identity: AccountIdentity): boolean {
    const { store } = this.#options
    if (this.#typed.has(store.keyOf(identity))) return true
    const digest = store.keyDigestOf(identity)
    const taken = [...this.#typed.values()].filter((each) => each === digest).length
    return taken < mostTyped - this.#typed.size
  }

  async #attend(
    one: WatchedAccount,
    account: AccountStore,
    session: string,
    seen: SeenSession,
  ): Promise<void> {
    const seconds = Math.ceil((seen.until - this.#options.clock.now()) / 1000)
    seen.isDue = false
    const before = seen.told
    seen.told = await account.attend(session, seconds, before === null)
    // It ended in another copy.
    if (seen.told === null && before !== null) one.sessions.delete(session)
  }

  #expire(one: WatchedAccount, session: string, told: string | null): void {
    one.sessions.delete(session)
    // It may go on in another copy.
    this.#run(() => this.#left(one, session, told ?? noMoment))
  }

  async #left(one: WatchedAccount, session: string | null, until?: string): Promise<void> {
    const { store, scheduler } = this.#options
    await one.telling?.catch(() => {})
    const account = one.account ?? store.keyOf(one.identity)
    const name = nameOf(one.identity)
    if (one.sessions.size === 0 && this.#watched.get(name) === one) {
      this.#watched.delete(name)
      await scheduler.unfollow(account)
    }
    const left = await store.of(account).leave(session, until)
    if (left > 0 || [...one.sessions.values()].some(({ told }) => told === null)) return
    // What is left here has ended in other copies. Somebody may have signed in again meanwhile.
    if (this.#watched.get(name) === one) this.#watched.delete(name)
    if (this.#watched.has(name)) return
    await scheduler.unfollow(account)
    await store.forget(account)
  }

  async #survey(): Promise<void> {
    const { store, scheduler, clock } = this.#options
    const begun = clock.steady()
    const accounts = await store.attendance()
    this.#typed = new Map(
      accounts.flatMap(({ account, isTyped, keyDigest }) => (isTyped ? [[account, keyDigest]] : [])),
    )
    for (const { account, isForgotten, lookedAgo, isOver } of accounts) {
      scheduler.look(account, lookedAgo)
      if (isOver || isForgotten) await this.#drop(account, true)
    }
    const found = new Set(accounts.map(({ account }) => account))
    for (const { account, foundAt } of this.#watched.values())
      if (account !== null && foundAt < begun && !found.has(account)) await this.#drop(account, false)
  }

  /** Its sessions ended elsewhere, or somebody had it forgotten. One of the operator is read anew. */
  async #drop(account: string, isKept: boolean): Promise<void> {
    const { store, scheduler } = this.#options
    for (const [name, one] of this.#watched)
      if (one.account === account) {
        if (one.identity.reader.kind === 'typed') this.#watched.delete(name)
        one.account = null
        one.tellAt = Number.NEGATIVE_INFINITY
      }
    await scheduler.unfollow(account)
    if (isKept) await store.forget(account)
  }
}

/** Two accounts of one name read with different keys, or one key with different ids. */
function nameOf({ service, reader, apiKey, accountId }: AccountIdentity): string {
  return JSON.stringify([service, reader, apiKey, accountId])
}

interface SeenSession {
  /** When it ends without activity, in milliseconds since 1970. */
  until: number
  /** The same by the database's clock, as it was told last. */
  told: string | null
  /** Seen since it was told. */
  isDue: boolean
}

class WatchedAccount {
  readonly identity: AccountIdentity
  /** Of a typed key. */
  readonly sessions = new Map<string, SeenSession>()
  account: string | null = null
  foundAt = Number.POSITIVE_INFINITY
  isLookedAt = false
  telling: Promise<void> | null = null
  isLeftOut = false
  tellAt = Number.NEGATIVE_INFINITY

  constructor(identity: AccountIdentity) {
    this.identity = identity
  }
}
