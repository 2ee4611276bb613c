/** Which accounts are followed: those of the operator always, those of keys that people type while a session with the key lasts. */
import type { AccountIdentity } from '../../../store/identity.ts'
import type { Store } from '../../../store/store.ts'
import type { Clock } from './clock.ts'
import type { Scheduler } from './scheduler.ts'

/** Milliseconds. What other copies know of sessions is asked for so often. */
const surveyEvery = 15_000
/** A session that goes on is told to the store so often. */
const tellEvery = 60_000
/** Rows of a typed key without a session are kept for so long: its session may just be beginning. */
const spared = 60_000
const mostTyped = 200

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
  #typed = 0

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

  /** Somebody asked for something of the account. `session`: null for an account of the operator, which is followed without any. */
  look(identity: AccountIdentity, session: TypedSession | null): void {
    const name = nameOf(identity)
    const one = this.#watched.get(name) ?? new WatchedAccount(identity)
    this.#watched.set(name, one)
    const isNew = session !== null && !one.sessions.has(session.id)
    if (session !== null) one.sessions.set(session.id, session.until)
    one.isLookedAt = true
    if (isNew) one.tellAt = Number.NEGATIVE_INFINITY
    if (one.account !== null) this.#options.scheduler.look(one.account)
    this.#tellWhereDue(one)
  }

  /** `session` null: all sessions with this key and account. */
  leave(identity: AccountIdentity, session: string | null): void {
    const one = this.#watched.get(nameOf(identity))
    if (one === undefined || identity.reader.kind !== 'typed') return
    if (session === null) one.sessions.clear()
    else one.sessions.delete(session)
    this.#run(() => this.#left(one, session))
  }

  /** Whatever time has brought. */
  step(): void {
    const { clock } = this.#options
    for (const one of this.#watched.values()) {
      for (const [session, until] of one.sessions) if (until <= clock.now()) this.leave(one.identity, session)
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
    if (!isDue || one.isTelling || now < one.tellAt) return
    one.isTelling = true
    one.isLookedAt = false
    one.tellAt = now + (one.account === null ? surveyEvery : tellEvery)
    this.#run(() =>
      this.#tell(one).finally(() => {
        one.isTelling = false
      }),
    )
  }

  async #tell(one: WatchedAccount): Promise<void> {
    const { store, scheduler, clock } = this.#options
    const { identity } = one
    const isTyped = identity.reader.kind === 'typed'
    if (one.account === null) {
      one.isLeftOut = isTyped && this.#typed >= mostTyped
      if (one.isLeftOut) return
      one.account = await store.account(identity)
      one.foundAt = clock.steady()
      one.tellAt = one.foundAt + tellEvery
      if (isTyped) this.#typed += 1
    }
    const account = store.of(one.account)
    if (!isTyped) await account.look()
    for (const [session, until] of one.sessions)
      await account.attend(session, Math.ceil((until - clock.now()) / 1000))
    if (isTyped && one.sessions.size === 0) return
    scheduler.follow(one.account, identity, account)
    scheduler.look(one.account)
  }

  async #left(one: WatchedAccount, session: string | null): Promise<void> {
    const { store, scheduler } = this.#options
    const { account } = one
    if (one.sessions.size === 0) {
      this.#watched.delete(nameOf(one.identity))
      if (account !== null) await scheduler.unfollow(account)
    }
    if (account === null) return
    const left = await store.of(account).leave(session)
    // Somebody may have signed in again meanwhile.
    if (left === 0 && !this.#watched.has(nameOf(one.identity))) await store.forget(account)
  }

  async #survey(): Promise<void> {
    const { store, scheduler, clock } = this.#options
    const begun = clock.steady()
    const accounts = await store.attendance()
    this.#typed = accounts.filter(({ isTyped }) => isTyped).length
    for (const { account, isTyped, isForgotten, lookedAgo, sessions } of accounts) {
      scheduler.look(account, lookedAgo)
      const isOver = isTyped && sessions === 0 && lookedAgo > spared
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

class WatchedAccount {
  readonly identity: AccountIdentity
  /** Of a typed key: when each ends without activity, in milliseconds since 1970. */
  readonly sessions = new Map<string, number>()
  account: string | null = null
  foundAt = Number.POSITIVE_INFINITY
  isLookedAt = false
  isTelling = false
  isLeftOut = false
  tellAt = Number.NEGATIVE_INFINITY

  constructor(identity: AccountIdentity) {
    this.identity = identity
  }
}
