/** Reads accounts into the store, for every session that may see them. Without a database the gateway serves the service's own lists, as ever. */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Revision } from '../../../contract/revision.ts'
import type { NothingKept, SyncReport } from '../../../contract/sync.ts'
import { type Database, isUnanswered } from '../../../database/database.ts'
import type { AccountStanding } from '../../../store/account-row.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import type { AccountIdentity } from '../../../store/identity.ts'
import { forgetLeftKeys, openStore, type Store } from '../../../store/store.ts'
import { openMoments } from '../../../sync/open-moments.ts'
import { Refusal } from '../../http.ts'
import { type Credentials, configuredAccounts, demonstrationName, fixedName } from '../reader.ts'
import { type KeyRing, keyedDigest } from '../sealing.ts'
import type { Session, Sessions } from '../session.ts'
import { forgetExpired } from '../session-register.ts'
import { type GatewaySettings, keepsRecords } from '../settings.ts'
import type { Trail } from '../trail.ts'
import type { Upstream } from '../upstream.ts'
import { AccountWatch, type TypedSession } from './account-watch.ts'
import type { Clock } from './clock.ts'
import type { LeasedTask } from './followed-account.ts'
import { JobRunner } from './job-runner.ts'
import { Scheduler } from './scheduler.ts'
import { SyncJournal } from './sync-journal.ts'
import { emptyReport, emptyRevision, reportOf, revisionOf } from './sync-report.ts'

export interface AccountSyncOptions {
  readonly settings: GatewaySettings
  readonly service: { readonly name: string }
  readonly demonstrationKey: string | null
  readonly keyRing: KeyRing
  readonly sessions: Sessions
  readonly upstream: Upstream
  readonly trail: Trail
  readonly log: FastifyBaseLogger
  /** Opens where records are kept. Asked again until it succeeds. Whoever is handed a database closes it. */
  readonly openRecords: () => Promise<Database>
  readonly openLeftRecords: () => Promise<Database | null>
  readonly clock: Clock
  readonly tasks: readonly LeasedTask[]
}

/** Milliseconds. */
const stepEvery = 1000
const longestPause = 30_000
/** Milliseconds for which one answer about the revision serves everybody who asks. */
const toldFor = 1000
/** Who waits for an update waits at most so long, and asks so often where another copy reads. */
const longestWait = 20_000
const askedEvery = 1000
/** A request waits for moments at most so long, and whoever has not asked again by then waits no longer. */
const longestSearch = 2000
const waitsLast = 10_000

/** Null while the database is away, or not yet there. */
interface Opened {
  readonly database: Database
  readonly store: Store
  readonly watch: AccountWatch
  readonly scheduler: Scheduler
}

interface Found {
  readonly account: string
  readonly store: AccountStore
  readonly scheduler: Scheduler
}

/** `notKept`: null where the account is not in the store yet, and will be within seconds. */
export type AccountRecords = KeptRecords | { readonly notKept: NothingKept | null }

export interface KeptRecords {
  /** Key of the store. */
  readonly account: string
  readonly rows: AccountStore
  readonly standing: AccountStanding
}

/** Transactions of which it is not known on which side of a moment they lie: now, and when somebody asked first. */
export type MomentsWait = NonNullable<Revision['moments']>

export class AccountSync {
  readonly #options: AccountSyncOptions
  readonly #journal: SyncJournal
  readonly #closing = new AbortController()
  /** Under way, by account. */
  readonly #reports = new Map<string, Promise<SyncReport>>()
  /** By account. */
  readonly #revisions = new Map<string, { readonly at: number; readonly told: Promise<Revision> }>()
  /** By account: of all reports that wait, and who asked last. */
  readonly #waits = new Map<string, MomentsWait & { readonly at: number }>()
  /** By account: the last revision and moments of which nothing is left to ask. */
  readonly #decided = new Map<string, string>()
  #opened: Opened | null = null
  #opening: Promise<void> | null = null
  #renewal: Promise<void> | null = null
  #stopSteps = () => {}

  constructor(options: AccountSyncOptions) {
    this.#options = options
    const { settings, sessions } = options
    this.#journal = new SyncJournal(options, (job) => this.#refused(job.identity))
    if (!keepsRecords(settings)) return
    options.trail.metrics.watchSync(() => this.#opened?.scheduler.held ?? [])
    sessions.watch({
      seen: (session) => this.#opened?.watch.look(this.#identityOf(session), this.#sessionOf(session)),
      ended: (reader, signIn) =>
        this.#opened?.watch.leave(
          this.#typedIdentityOf(reader),
          signIn === null ? null : this.#digestOf(signIn),
        ),
    })
  }

  /** Null until the database answers, and where nothing is kept. */
  get store(): Store | null {
    return this.#opened?.store ?? null
  }

  /** Does not wait for the database. */
  start(): void {
    if (!keepsRecords(this.#options.settings)) {
      this.#opening = this.#forgetLeft()
      return
    }
    this.#opening = this.#open()
    this.#stopSteps = this.#options.clock.every(stepEvery, () => this.step())
  }

  /** Begins what is due. */
  step(): void {
    this.#opened?.watch.step()
    this.#opened?.scheduler.step()
  }

  /** Resolves once nothing runs that has begun by then. */
  async settled(): Promise<void> {
    await this.#opening
    if (this.#opened === null) return
    const { watch, scheduler } = this.#opened
    while (watch.isBusy || scheduler.isBusy) {
      await watch.settled()
      await scheduler.settled()
    }
  }

  /** Null where all is well. */
  fault(): string | null {
    return this.#opened === null || this.#journal.isDatabaseAway ? 'database unreachable' : null
  }

  async report(session: Session): Promise<SyncReport> {
    const found = this.#find(session)
    if ('notKept' in found) return emptyReport(found.notKept)
    // Half a million rows may be counted for it: whoever asks meanwhile shares the answer.
    const { account, store } = found
    const report = this.#reports.get(account) ?? reportOf(store)
    this.#reports.set(account, report)
    try {
      return await report
    } catch (error) {
      if (isUnanswered(error)) return emptyReport('database')
      throw error
    } finally {
      if (this.#reports.get(account) === report) this.#reports.delete(account)
    }
  }

  /** What is kept of the session's account now. Throws GTW-34 for a pack that is no longer open. */
  async records(session: Session): Promise<AccountRecords> {
    const found = this.#find(session)
    if ('notKept' in found) return found
    const { account, store: rows } = found
    try {
      const standing = await rows.standing()
      if (standing === null && session.pack !== null) throw new Refusal('GTW-34')
      if (standing === null) return { notKept: null }
      return standing.status.refused === null ? { account, rows, standing } : { notKept: 'refused' }
    } catch (error) {
      if (isUnanswered(error)) return { notKept: 'database' }
      throw error
    }
  }

  /** At most one question to the database in a second, whoever asks. */
  async revision(session: Session): Promise<Revision> {
    const found = this.#find(session)
    if ('notKept' in found) return emptyRevision(found.notKept)
    const { account, store } = found
    const now = this.#options.clock.steady()
    const last = this.#revisions.get(account)
    if (last && now < last.at + toldFor) return await last.told
    const wait = this.#waits.get(account)
    const told = readRevision(store, wait && now < wait.at + waitsLast ? wait : undefined)
    this.#revisions.delete(account)
    this.#revisions.set(account, { at: now, told })
    forgetExpired(this.#revisions, ({ at }) => at + toldFor <= now)
    return await told
  }

  /** The same after a change that was made here. */
  async revisionNow(session: Session): Promise<Revision> {
    const found = this.#find(session)
    if (!('notKept' in found)) this.#revisions.delete(found.account)
    return await this.revision(session)
  }

  /** Reads what is new in the account, and resolves with what is known then; after some seconds with what is known so far. */
  async readNow(session: Session): Promise<Revision> {
    const found = this.#find(session)
    if ('notKept' in found) return await this.revision(session)
    const { clock } = this.#options
    const { account, store, scheduler } = found
    const begun = clock.now()
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, this.#closing.signal])
    const update = scheduler.readNow(account).then(async (isRead) => {
      if (!isRead) await this.#readElsewhere(store, begun, signal)
    })
    // The database may be away.
    await Promise.race([update, clock.sleep(longestWait, signal)]).catch(() => {})
    over.abort()
    this.#revisions.delete(account)
    return await this.revision(session)
  }

  /** Another copy updates the account within the next seconds. Where everything is read for the first time, nobody waits for that. */
  async #readElsewhere(store: AccountStore, begun: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { asOf } = await store.state()
      if (asOf === null || Date.parse(asOf) >= begun) return
      await this.#options.clock.sleep(askedEvery, signal)
    }
  }

  /**
   * Null where the records tell on which side of these moments each transaction was recorded, as far as the service can tell. Otherwise it is
   * asked, which may take longer than anybody should wait for an answer. Of an open pack nobody is asked: what it lacks stays so.
   */
  async moments(
    { account, rows, standing: { revision } }: KeptRecords,
    { pack }: Pick<Session, 'pack'>,
    moments: readonly number[],
    signal: AbortSignal,
  ): Promise<MomentsWait | null> {
    if (moments.length === 0) return null
    if (pack !== null) {
      const { missing } = await openIn(rows, moments, signal)
      return missing === 0 ? null : { missing, sought: missing }
    }
    const name = JSON.stringify([revision, moments])
    if (this.#decided.get(account) === name) return null
    const before = await openIn(rows, moments, signal)
    if (before.missing > 0) {
      await rows.wantMoments(before.moments)
      const found = this.#opened?.scheduler.findMoments(account)
      const over = this.#options.clock.sleep(longestSearch, AbortSignal.any([signal, this.#closing.signal]))
      await Promise.race([found, over])
    }
    const { missing } = before.missing > 0 ? await openIn(rows, moments, signal) : before
    const last = this.#waits.get(account)
    this.#waits.delete(account)
    this.#decided.delete(account)
    if (missing === 0) {
      if (before.missing === 0) this.#decided.set(account, name)
      return null
    }
    const at = this.#options.clock.steady()
    const sought = last && at < last.at + waitsLast ? Math.max(last.sought, before.missing) : before.missing
    this.#waits.set(account, { missing, sought, at })
    return { missing, sought }
  }

  /** Somebody waits for the days of all transactions, where this copy reads the account. */
  hurryDays({ account }: Pick<KeptRecords, 'account'>): void {
    this.#opened?.scheduler.hurryDays(account)
  }

  #find(session: Session): Found | { readonly notKept: NothingKept | null } {
    const { SYNC, KEEP_RECORDS } = this.#options.settings
    if (SYNC === 'off') return { notKept: 'off' }
    if (KEEP_RECORDS === 'none') return { notKept: 'none' }
    // It may take seconds to make one at the first start.
    if (this.#opened === null) return { notKept: this.#journal.isDatabaseAway ? 'database' : null }
    const { store, watch, scheduler } = this.#opened
    if (session.pack !== null)
      return { account: session.pack.account, store: store.of(session.pack.account), scheduler }
    const identity = this.#identityOf(session)
    const account = watch.accountOf(identity)
    if (account === null) return { notKept: this.#whyNot(watch, identity) }
    return { account, store: store.of(account), scheduler }
  }

  async close(): Promise<void> {
    this.#stopSteps()
    this.#closing.abort()
    await this.#opening
    if (this.#opened === null) return
    const { scheduler, watch, database } = this.#opened
    await scheduler.close()
    await watch.settled()
    await this.#renewal
    await database.close()
  }

  #whyNot(watch: AccountWatch, identity: AccountIdentity): NothingKept | null {
    if (watch.isFull(identity)) return 'full'
    return this.#journal.isDatabaseAway ? 'database' : null
  }

  async #open(): Promise<void> {
    const { openRecords, clock, settings, upstream, tasks } = this.#options
    const { signal } = this.#closing
    let database: Database | undefined
    for (let pause = stepEvery; !signal.aborted; pause = Math.min(2 * pause, longestPause))
      try {
        database ??= await openRecords()
        const store = await openStore(database)
        const runner = new JobRunner({ settings, upstream, clock, onRequest: () => this.#journal.asked() })
        const scheduler = new Scheduler({
          settings,
          clock,
          holder: `${settings.COPY_NAME} ${randomUUID()}`,
          perform: (order) => runner.perform(order),
          events: this.#journal,
          tasks,
        })
        const watch = new AccountWatch({
          store,
          scheduler,
          clock,
          configured: this.#configured(),
          onFailure: (error) =>
            isUnanswered(error) ? this.#journal.databaseFailed(error) : this.#journal.failed(null, error),
        })
        this.#journal.databaseAnswered()
        this.#journal.opened(store.upgradedFrom)
        this.#opened = { database, store, watch, scheduler }
        this.#renewal = this.#renewRows(store)
        this.step()
        return
      } catch (error) {
        this.#journal.databaseFailed(error instanceof Error ? error : new Error(String(error)))
        await clock.sleep(pause, signal).catch(() => {})
      }
    await database?.close()
  }

  /** What an earlier program kept of typed keys, until their sessions are over. */
  async #forgetLeft(): Promise<void> {
    const { openLeftRecords, clock } = this.#options
    const { signal } = this.#closing
    let database: Database | null = null
    for (let left = 1; left > 0 && !signal.aborted; )
      try {
        database ??= await openLeftRecords()
        left = database === null ? 0 : await forgetLeftKeys(database)
        this.#journal.databaseAnswered()
        if (left > 0) await clock.sleep(longestPause, signal).catch(() => {})
      } catch (error) {
        this.#journal.databaseFailed(error instanceof Error ? error : new Error(String(error)))
        await clock.sleep(longestPause, signal).catch(() => {})
      }
    await database?.close()
  }

  /** Rows that an older version made are made anew, beside everything else. */
  async #renewRows(store: Store): Promise<void> {
    try {
      const rows = await store.renewRows(this.#closing.signal)
      if (rows > 0) this.#options.log.info({ rows }, 'rows of an older version were made anew')
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#journal.failed(null, error)
    }
  }

  /** The service refuses the key: nobody reads with it any more. */
  async #refused({ reader, apiKey, accountId }: AccountIdentity): Promise<void> {
    if (reader.kind === 'typed') await this.#options.sessions.endReader({ apiKey, accountId })
  }

  #configured(): readonly AccountIdentity[] {
    const { settings, demonstrationKey } = this.#options
    return configuredAccounts(settings, demonstrationKey).map((account) => this.#named(account.name, account))
  }

  #identityOf({ person, account, apiKey, accountId }: Session): AccountIdentity {
    const { settings } = this.#options
    if (settings.CUSTODY_API_KEY !== undefined) return this.#named(fixedName, { apiKey, accountId })
    if (person !== null && account !== null) return this.#named(account, { apiKey, accountId })
    return this.#typedIdentityOf({ apiKey, accountId })
  }

  /** The demonstration's key is typed by everybody, and stays. */
  #typedIdentityOf({ apiKey, accountId }: Credentials): AccountIdentity {
    if (apiKey === this.#options.demonstrationKey && accountId === null) return this.#demonstration(apiKey)
    return { service: this.#options.service.name, reader: { kind: 'typed' }, apiKey, accountId }
  }

  #demonstration(apiKey: string): AccountIdentity {
    return this.#named(demonstrationName, { apiKey, accountId: null })
  }

  #named(name: string, { apiKey, accountId }: Credentials): AccountIdentity {
    return { service: this.#options.service.name, reader: { kind: 'named', name }, apiKey, accountId }
  }

  #sessionOf({ signIn, idleSeconds }: Session): TypedSession {
    return { id: this.#digestOf(signIn), until: this.#options.clock.now() + 1000 * (idleSeconds ?? 0) }
  }

  #digestOf(signIn: string): string {
    return keyedDigest(this.#options.keyRing[0].sessionFingerprint, signIn).slice(0, 22)
  }
}

async function openIn(rows: AccountStore, moments: readonly number[], signal: AbortSignal) {
  return openMoments(moments, await rows.straddlingSpans(moments, { signal }), await rows.state())
}

async function readRevision(store: AccountStore, wait: MomentsWait | undefined): Promise<Revision> {
  try {
    const standing = await store.standing()
    return standing === null
      ? emptyRevision(null)
      : revisionOf(standing, wait ? { missing: wait.missing, sought: wait.sought } : null)
  } catch (error) {
    if (isUnanswered(error)) return emptyRevision('database')
    throw error
  }
}
