/** Reads each account that is followed, when it is due: nothing here knows HTTP, sessions or what a reading does. */
import type { ApiError } from '../../../contract/api-error.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import type { AccountIdentity } from '../../../store/identity.ts'
import { nothingTold, type SyncStatus } from '../../../store/session-presence.ts'
import { failureName } from '../../../sync/service/retry-policy.ts'
import type { ReadAccount } from '../metrics.ts'
import type { GatewaySettings } from '../settings.ts'
import type { Clock } from './clock.ts'
import { failureOfJob } from './failure.ts'
import { FollowedAccount, type Lane, type LeasedTask, lanesOf, type ReadingJob } from './followed-account.ts'
import { type JobEnd, type JobKind, jobKinds, looksLast, Plan } from './plan.ts'

/** Seconds. After a copy dies, another one takes its accounts over within these and `takeEvery`. */
const leaseSeconds = 30
const renewEvery = 10_000
const takeEvery = 15_000
/** How often other copies are told how far a reading is. */
const tellEvery = 2000

/** Whoever has not asked for days again by then waits for them no longer. */
const daysWantedFor = 60_000

/** How many jobs of a kind run at once in this copy. Long ones have places of their own, so that updates do not wait for them. */
const places: Readonly<Record<JobKind, number>> = {
  first: 3,
  update: 12,
  moments: 4,
  whole: 2,
  dates: 8,
}

export interface JobOrder {
  readonly kind: JobKind
  readonly identity: AccountIdentity
  readonly store: AccountStore
  readonly fence: string
  /** Aborted when the job must stop before its next request. */
  readonly signal: AbortSignal
  /** A person waits for what `moments` finds: this job ends as soon as it can go on later, or leaves that the pace. */
  readonly isHurried: () => boolean
  /** A person waits for this job. */
  readonly isAwaited: () => boolean
  onProgress(progress: JobProgress): void
  /** What a first reading has can be used, and be kept up to date beside the rest of it. Resolves once its days are found, as far as they can be now. */
  onReadOnce(): Promise<void>
  /** The service keeps the job waiting, which goes on asking. */
  readonly onSilence: (error: ApiError) => void
}

export type JobProgress = Pick<NonNullable<SyncStatus['reading']>, 'records' | 'part'>

export interface JobResult extends JobEnd {
  readonly requests: number
  readonly added: number
  readonly changed: number
  readonly gone: number
  /** Transactions that are listed now; only of everything. */
  readonly records?: number
}

export interface SchedulerEvents {
  /** Whether a job may begin now. */
  mayBegin(): boolean
  ended(job: ReadingJob, result: JobResult): void
  /** The service does not answer, or not as it should. Told once. */
  silent(job: ReadingJob, error: ApiError): void
  /** `since`: of the first failure, in milliseconds since 1970. */
  heard(job: ReadingJob, since: number): void
  /** The service refuses the key. */
  refused(job: ReadingJob, code: string): Promise<void>
  databaseFailed(error: Error): void
  databaseAnswered(): void
  /** Ours to mend. */
  failed(job: ReadingJob | null, error: unknown): void
}

interface SchedulerOptions {
  readonly settings: Pick<GatewaySettings, 'SYNC_SECONDS' | 'SYNC_WHOLE_HOURS'>
  readonly clock: Clock
  /** Names this copy, and no other one. */
  readonly holder: string
  readonly perform: (order: JobOrder) => Promise<JobResult>
  readonly events: SchedulerEvents
  readonly tasks: readonly LeasedTask[]
}

export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #followed = new Map<string, FollowedAccount>()
  readonly #running = new Set<Promise<void>>()
  #isClosing = false

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  /** The accounts that are read here. */
  get held(): readonly ReadAccount[] {
    const now = this.#options.clock.now()
    return [...this.#followed.values()]
      .filter(({ isHeld }) => isHeld)
      .map(({ identity: { reader }, asOf, silentSince }) => ({
        name: reader.kind === 'named' ? reader.name : null,
        ageSeconds: asOf === null ? null : (now - asOf) / 1000,
        silentSeconds: silentSince === null ? 0 : (now - Date.parse(silentSince)) / 1000,
      }))
  }

  follow(account: string, identity: AccountIdentity, store: AccountStore): void {
    if (this.#isClosing || this.#followed.has(account)) return
    const { settings, clock } = this.#options
    this.#followed.set(account, new FollowedAccount(account, identity, store, new Plan(settings, clock)))
    this.step()
  }

  /** Resolves once nothing of it runs, and another copy may follow it. */
  async unfollow(account: string): Promise<void> {
    const one = this.#followed.get(account)
    this.#followed.delete(account)
    if (one === undefined) return
    one.stop()
    await Promise.all(one.lanes.values())
    // Nobody has to be told where the database is away: the lease ends by itself.
    if (one.fence !== null) await one.store.releaseLease(one.fence).catch(() => {})
  }

  /** Somebody looked at it so many milliseconds ago. */
  look(account: string, ago = 0): void {
    const one = this.#followed.get(account)
    if (one) one.lookedAt = Math.max(one.lookedAt, this.#options.clock.steady() - ago)
  }

  /**
   * Reads what is new now. Resolves once an update that began after the call has ended, whether or not it went well; false where none begins
   * here: another copy reads the account, or its first reading is under way.
   */
  async readNow(account: string): Promise<boolean> {
    const one = this.#followed.get(account)
    if (one === undefined || !one.isHeld || !one.plan.askUpdate()) return false
    const ended = new Promise<boolean>((resolve) => one.waiting.update.add(resolve))
    this.step()
    return await ended
  }

  /**
   * Somebody waits for moments that the store keeps. Resolves once a search for them that began after the call has ended; at once where another
   * copy reads the account, which hears of them with its lease.
   */
  async findMoments(account: string): Promise<void> {
    const one = this.#followed.get(account)
    if (one === undefined || !one.isHeld) return
    one.plan.askMoments()
    const ended = new Promise<boolean>((resolve) => one.waiting.moments.add(resolve))
    this.step()
    await ended
  }

  /** Somebody waits for the days of all transactions. */
  hurryDays(account: string): void {
    const one = this.#followed.get(account)
    if (one) one.daysWantedAt = this.#options.clock.steady()
  }

  /** Begins what is due. */
  step(): void {
    if (this.#isClosing) return
    const now = this.#options.clock.steady()
    for (const one of this.#followed.values())
      if (now >= one.nextLease) this.#begin(one, ['lease'], () => this.#keepLease(one))
    if (!this.#options.events.mayBegin()) return
    for (const { one, kind } of this.#dueAt(now))
      if (this.#hasPlace(kind)) this.#begin(one, lanesOf[kind], () => this.#perform(one, kind))
    for (const task of this.#options.tasks)
      for (const one of this.#followed.values())
        if (one.isHeld && now >= one.dueAt(task)) this.#begin(one, [task], () => this.#runTask(one, task))
  }

  get isBusy(): boolean {
    return this.#running.size > 0
  }

  /** Resolves once nothing runs that has begun by then, or because of it. */
  async settled(): Promise<void> {
    while (this.isBusy) await Promise.all(this.#running)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.all([...this.#followed.keys()].map((account) => this.unfollow(account)))
    await this.settled()
  }

  /** Who has waited longest goes first, whatever is to be done for it. */
  #dueAt(now: number) {
    return [...this.#followed.values()]
      .filter(({ isHeld }) => isHeld)
      .flatMap((one) => {
        const isLookedAt = now - one.lookedAt < looksLast
        return jobKinds
          .filter((kind) => one.isFree(lanesOf[kind]))
          .map((kind) => ({ one, kind, due: one.plan.due(kind, isLookedAt) }))
      })
      .filter(({ due }) => due <= now)
      .sort((first, second) => first.due - second.due)
  }

  #hasPlace(kind: JobKind): boolean {
    let taken = 0
    for (const { kinds } of this.#followed.values()) if (kinds.has(kind)) taken += 1
    return taken < places[kind]
  }

  #begin(one: FollowedAccount, lanes: readonly Lane[], work: () => Promise<void>): void {
    if (!one.isFree(lanes)) return
    const running = work()
      .catch((error: unknown) => this.#options.events.failed(null, error))
      .finally(() => {
        for (const lane of lanes) one.lanes.delete(lane)
        this.#running.delete(running)
        // What waited for a place begins.
        this.step()
      })
    for (const lane of lanes) one.lanes.set(lane, running)
    this.#running.add(running)
  }

  async #keepLease(one: FollowedAccount): Promise<void> {
    const { clock, holder, events } = this.#options
    const { fence: held } = one
    one.nextLease = clock.steady() + (one.isHeld ? renewEvery : takeEvery)
    try {
      if (held !== null) {
        if (await one.store.renewLease(held, leaseSeconds)) one.plan.askMoments()
      } else {
        const fence = await one.store.takeLease(holder, leaseSeconds)
        if (fence !== null) {
          await one.learn()
          if ((await one.store.wantedMoments()).length > 0) one.plan.askMoments()
          const before = await one.store.status()
          // What the copy before was reading is not read any more.
          one.status = { ...before, reading: null }
          if (before.reading !== null) await one.tell(fence, one.status)
          one.fence = fence
          one.isSilent = false
          one.taskDue.clear()
          one.nextLease = clock.steady() + renewEvery
        }
      }
      events.databaseAnswered()
    } catch (error) {
      await this.#fail(one, held, null, error)
    }
  }

  async #runTask(one: FollowedAccount, task: LeasedTask): Promise<void> {
    const { clock } = this.#options
    const { account, identity, store, fence, signal, silentSince } = one
    if (fence === null) return
    const isRefused = one.status.refused !== null
    one.taskDue.set(task, Number.POSITIVE_INFINITY)
    try {
      const wait = await task.run({ account, identity, store, fence, signal, silentSince, isRefused })
      // A reading may have made it due meanwhile.
      one.taskDue.set(task, Math.min(one.dueAt(task), clock.steady() + wait))
    } catch (error) {
      one.taskDue.set(task, clock.steady() + takeEvery)
      await this.#fail(one, fence, null, error)
    }
  }

  async #perform(one: FollowedAccount, kind: JobKind): Promise<void> {
    const { clock, events, perform } = this.#options
    const { account, identity, store, fence, plan } = one
    if (fence === null) return
    const { signal } = one
    const job = { account, identity, kind, begunAt: clock.now() }
    const begun = clock.steady()
    one.kinds.add(kind)
    plan.begun(kind)
    // Whoever asks from now on waits for the next one.
    const waiting = kind === 'update' || kind === 'moments' ? one.waiting[kind] : null
    if (kind === 'update' || kind === 'moments') one.waiting[kind] = new Set()
    try {
      const onProgress = (progress: JobProgress) => this.#tellProgress(one, fence, job, progress)
      const onReadOnce = async () => {
        // The job itself finds out where the database is away.
        await one.learn().catch(() => {})
        this.step()
        while (one.lanes.has('dates')) await one.lanes.get('dates')
      }
      const onSilence = (error: ApiError) => void this.#tellSilence(one, fence, job, error).catch(() => {})
      const isHurried = () => one.kinds.has('moments') || plan.due('moments', true) <= clock.steady()
      const isAwaited = () => kind === 'dates' && clock.steady() < one.daysWantedAt + daysWantedFor
      const order = {
        ...{ kind, identity, store, fence, signal, isHurried, isAwaited },
        ...{ onProgress, onReadOnce, onSilence },
      }
      const result = await perform(order)
      plan.ended(kind, begun, result)
      await one.learn()
      await this.#tellSuccess(one, fence, job, result)
      for (const task of this.#options.tasks) if (task.isDueAfterReading) one.taskDue.delete(task)
      events.ended(job, result)
    } catch (error) {
      plan.failed(kind)
      await this.#fail(one, fence, job, error)
    } finally {
      one.kinds.delete(kind)
      for (const resolve of waiting ?? []) resolve(true)
    }
  }

  async #tellSuccess(
    one: FollowedAccount,
    fence: string,
    job: ReadingJob,
    { requests }: JobResult,
  ): Promise<void> {
    const { silence, refused } = one.status
    const reading = one.readingBeside(job)
    // A job that asked for nothing has heard of nothing.
    const isHeard = requests > 0
    if (isHeard) one.isSilent = false
    if (isHeard && silence !== null) this.#options.events.heard(job, Date.parse(silence.since))
    const status = { ...(isHeard ? nothingTold : one.status), reading }
    const isOther = one.status.reading !== reading || (isHeard && (silence ?? refused) !== null)
    if (isOther) await one.tell(fence, status)
  }

  #tellProgress(one: FollowedAccount, fence: string, job: ReadingJob, progress: JobProgress): void {
    const now = this.#options.clock.steady()
    if (one.isTelling || now < one.toldAt + tellEvery) return
    one.toldAt = now
    one.isTelling = true
    const reading = { kind: job.kind, begun: new Date(job.begunAt).toISOString(), ...progress }
    const { silence } = one.status
    if (silence !== null) this.#options.events.heard(job, Date.parse(silence.since))
    // The job itself finds out where the database is away.
    one
      .tell(fence, { ...one.status, reading, silence: null })
      .catch(() => {})
      .finally(() => {
        one.isTelling = false
      })
  }

  async #fail(
    one: FollowedAccount,
    fence: string | null,
    job: ReadingJob | null,
    error: unknown,
  ): Promise<void> {
    const { events } = this.#options
    if (one.isStopped) return
    const failure = failureOfJob(error)
    if (failure.kind === 'lease-lost') return one.lose(fence)
    if (failure.kind === 'database') events.databaseFailed(failure.error)
    else if (failure.kind === 'unknown' || job === null || fence === null) events.failed(job, error)
    else return await this.#tellFailure(one, fence, job, failure)
    if (job === null || fence === null) return
    const reading = one.readingBeside(job)
    // In vain where the database is away: whoever takes the lease next says it.
    if (reading !== one.status.reading) await one.tell(fence, { ...one.status, reading }).catch(() => {})
  }

  async #tellFailure(
    one: FollowedAccount,
    fence: string,
    job: ReadingJob,
    { kind, error }: { readonly kind: 'refused' | 'silent'; readonly error: ApiError },
  ): Promise<void> {
    const reading = one.readingBeside(job)
    // Where the database is away, the next job says so.
    if (kind === 'silent') return await this.#tellSilence(one, fence, job, error, reading).catch(() => {})
    const code = failureName(error.failure)
    await one.tell(fence, { ...nothingTold, refused: code }).catch(() => {})
    await this.#options.events.refused(job, code)
  }

  async #tellSilence(
    one: FollowedAccount,
    fence: string,
    job: ReadingJob,
    error: ApiError,
    reading = one.status.reading,
  ): Promise<void> {
    const { events, clock } = this.#options
    const { silence } = one.status
    if (silence === null) events.silent(job, error)
    one.isSilent = true
    const since = silence?.since ?? new Date(clock.now()).toISOString()
    const code = failureName(error.failure)
    await one.tell(fence, { ...one.status, reading, silence: { since, code } })
  }
}
