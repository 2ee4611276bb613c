/** Reads each account that is followed, when it is due: nothing here knows HTTP, sessions or what a reading does. */
import type { ApiError } from '../../../contract/api-error.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import { nothingTold, type SyncStatus } from '../../../store/attendance.ts'
import type { AccountIdentity } from '../../../store/identity.ts'
import { LeaseLost } from '../../../store/scope.ts'
import { failureName } from '../../../sync/service/retry-policy.ts'
import type { GatewaySettings } from '../settings.ts'
import type { Clock } from './clock.ts'
import { failureOfJob } from './failure.ts'
import { type JobEnd, type JobKind, jobKinds, looksLast, Plan } from './plan.ts'

/** Seconds. A copy that dies is followed after these, and the time until another one asks. */
const leaseSeconds = 30
const renewEvery = 10_000
const takeEvery = 15_000
/** How far a reading is, is told to other copies so often. */
const tellEvery = 2000

/** So many jobs of a kind run at once in this copy. Long ones have places of their own, so that updates do not wait for them. */
const places: Readonly<Record<JobKind, number>> = { first: 3, update: 4, whole: 2, sums: 1, dates: 2 }

export interface JobOrder {
  readonly kind: JobKind
  readonly identity: AccountIdentity
  readonly store: AccountStore
  readonly fence: string
  /** Aborted when the job must stop before its next request. */
  readonly signal: AbortSignal
  onProgress(progress: JobProgress): void
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

export interface ReadingJob {
  readonly account: string
  readonly identity: AccountIdentity
  readonly kind: JobKind
  /** Milliseconds since 1970. */
  readonly begunAt: number
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
}

export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #followed = new Map<string, FollowedAccount>()
  readonly #running = new Set<Promise<void>>()
  #isClosing = false

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  /** Of the accounts that are read here, when the latest reading or update of each began, in milliseconds since 1970; null before the first. */
  get held(): readonly (number | null)[] {
    return [...this.#followed.values()].filter(({ isHeld }) => isHeld).map(({ asOf }) => asOf)
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
    one.stopped.abort(new Stopped())
    await Promise.all(one.lanes.values())
    // Nobody has to be told where the database is away: the lease ends by itself.
    if (one.fence !== null) await one.store.releaseLease(one.fence).catch(() => {})
  }

  /** Somebody looked at it so many milliseconds ago. */
  look(account: string, ago = 0): void {
    const one = this.#followed.get(account)
    if (one) one.lookedAt = Math.max(one.lookedAt, this.#options.clock.steady() - ago)
  }

  /** Begins what is due. */
  step(): void {
    if (this.#isClosing) return
    const now = this.#options.clock.steady()
    for (const one of this.#followed.values())
      if (now >= one.nextLease) this.#begin(one, 'lease', () => this.#keepLease(one))
    if (!this.#options.events.mayBegin()) return
    for (const { one, kind } of this.#dueAt(now))
      if (this.#hasPlace(kind)) this.#begin(one, laneOf(kind), () => this.#perform(one, kind))
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
          .filter((kind) => !one.lanes.has(laneOf(kind)))
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

  #begin(one: FollowedAccount, lane: Lane, work: () => Promise<void>): void {
    if (one.lanes.has(lane)) return
    const running = work()
      .catch((error: unknown) => this.#options.events.failed(null, error))
      .finally(() => {
        one.lanes.delete(lane)
        this.#running.delete(running)
        // What waited for a place begins.
        this.step()
      })
    one.lanes.set(lane, running)
    this.#running.add(running)
  }

  async #keepLease(one: FollowedAccount): Promise<void> {
    const { clock, holder, events } = this.#options
    const { fence: held } = one
    one.nextLease = clock.steady() + (one.isHeld ? renewEvery : takeEvery)
    try {
      if (held !== null) await one.store.renewLease(held, leaseSeconds)
      else {
        const fence = await one.store.takeLease(holder, leaseSeconds)
        if (fence !== null) {
          const state = await one.store.state()
          one.plan.learn(state)
          one.asOf = state.asOf === null ? null : Date.parse(state.asOf)
          // What the copy before was reading is not read any more.
          one.status = { ...(await one.store.status()), reading: null }
          one.fence = fence
          one.nextLease = clock.steady() + renewEvery
        }
      }
      events.databaseAnswered()
    } catch (error) {
      await this.#fail(one, held, null, error)
    }
  }

  async #perform(one: FollowedAccount, kind: JobKind): Promise<void> {
    const { clock, events, perform } = this.#options
    const { account, identity, store, fence, plan } = one
    if (fence === null) return
    const job = { account, identity, kind, begunAt: clock.now() }
    const begun = clock.steady()
    one.kinds.add(kind)
    try {
      const onProgress = (progress: JobProgress) => this.#tellProgress(one, fence, job, progress)
      const result = await perform({ kind, identity, store, fence, signal: one.signal, onProgress })
      plan.ended(kind, begun, result)
      const state = await store.state()
      plan.learn(state)
      one.asOf = state.asOf === null ? null : Date.parse(state.asOf)
      await this.#tellSuccess(one, fence, job, result)
      events.ended(job, result)
    } catch (error) {
      plan.failed(kind)
      await this.#fail(one, fence, job, error)
    } finally {
      one.kinds.delete(kind)
    }
  }

  async #tellSuccess(
    one: FollowedAccount,
    fence: string,
    job: ReadingJob,
    { requests }: JobResult,
  ): Promise<void> {
    const { silence, refused, reading } = one.status
    // A job that asked for nothing has heard of nothing.
    const isHeard = requests > 0
    if (isHeard && silence !== null) this.#options.events.heard(job, Date.parse(silence.since))
    const status = isHeard ? nothingTold : { ...one.status, reading: null }
    if (reading !== null || (isHeard && (silence ?? refused) !== null)) await one.tell(fence, status)
  }

  #tellProgress(one: FollowedAccount, fence: string, job: ReadingJob, progress: JobProgress): void {
    const now = this.#options.clock.steady()
    if (one.isTelling || now < one.toldAt + tellEvery) return
    one.toldAt = now
    one.isTelling = true
    const reading = { kind: job.kind, begun: new Date(job.begunAt).toISOString(), ...progress }
    // The job itself finds out where the database is away.
    one
      .tell(fence, { ...one.status, reading })
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
    if (one.stopped.signal.aborted) return
    const failure = failureOfJob(error)
    if (failure.kind === 'lease-lost') one.lose(fence)
    else if (failure.kind === 'database') events.databaseFailed(failure.error)
    else if (failure.kind === 'unknown' || job === null || fence === null) events.failed(job, error)
    else await this.#tellFailure(one, fence, job, failure)
  }

  async #tellFailure(
    one: FollowedAccount,
    fence: string,
    job: ReadingJob,
    { kind, error }: { readonly kind: 'refused' | 'silent'; readonly error: ApiError },
  ): Promise<void> {
    const { events, clock } = this.#options
    const code = failureName(error.failure)
    const { silence } = one.status
    if (kind === 'silent' && silence === null) events.silent(job, error)
    const since = silence?.since ?? new Date(clock.now()).toISOString()
    const status =
      kind === 'refused'
        ? { ...nothingTold, refused: code }
        : { ...one.status, reading: null, silence: { since, code } }
    // Where the database is away, the next job says so.
    await one.tell(fence, status).catch(() => {})
    if (kind === 'refused') await events.refused(job, code)
  }
}

/** The reason with which a job is stopped. */
class Stopped extends Error {}

/**
 * Jobs of one lane wait for each other. Dates take long, and change no list: updates go on beside them. A record that an update adds while
 * the list is staged would seem to have left it.
 */
type Lane = 'lease' | 'lists' | 'dates'

function laneOf(kind: JobKind): Lane {
  return kind === 'dates' ? 'dates' : 'lists'
}

class FollowedAccount {
  readonly account: string
  readonly identity: AccountIdentity
  readonly store: AccountStore
  readonly plan: Plan
  readonly stopped = new AbortController()
  readonly lanes = new Map<Lane, Promise<void>>()
  readonly kinds = new Set<JobKind>()
  fence: string | null = null
  nextLease = Number.NEGATIVE_INFINITY
  lookedAt = Number.NEGATIVE_INFINITY
  asOf: number | null = null
  status: SyncStatus = nothingTold
  toldAt = Number.NEGATIVE_INFINITY
  isTelling = false
  #lost = new AbortController()

  constructor(account: string, identity: AccountIdentity, store: AccountStore, plan: Plan) {
    this.account = account
    this.identity = identity
    this.store = store
    this.plan = plan
  }

  get isHeld(): boolean {
    return this.fence !== null
  }

  get signal(): AbortSignal {
    return AbortSignal.any([this.stopped.signal, this.#lost.signal])
  }

  async tell(fence: string, status: SyncStatus): Promise<void> {
    this.status = status
    await this.store.tell(fence, status)
  }

  /** Another copy has it now: what runs here stops, and the lease is asked for again. */
  lose(fence: string | null): void {
    // It may have been taken again meanwhile.
    if (this.fence !== fence) return
    this.fence = null
    this.nextLease = Number.NEGATIVE_INFINITY
    this.#lost.abort(new LeaseLost())
    this.#lost = new AbortController()
  }
}
