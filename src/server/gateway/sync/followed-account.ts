/** One account that this copy follows: its lease, what runs for it, and what is told of it. */
import type { AccountStore } from '../../../store/account-store.ts'
import type { AccountIdentity } from '../../../store/identity.ts'
import { LeaseLost } from '../../../store/scope.ts'
import { nothingTold, type SyncStatus } from '../../../store/session-presence.ts'
import type { JobKind, Plan } from './plan.ts'

/** An account whose lease this copy has. */
export interface LeasedAccount {
  readonly account: string
  readonly identity: AccountIdentity
  readonly store: AccountStore
  readonly fence: string
  /** Aborted when this copy has the lease no longer. */
  readonly signal: AbortSignal
  /** Since when the service does not answer, as far as this copy has asked it: ISO 8601 UTC. */
  readonly silentSince: string | null
  /** The service refuses the key. */
  readonly isRefused: boolean
}

/** What is done beside readings for each account whose lease this copy has. */
export interface LeasedTask {
  /** Returns in how many milliseconds it is due again. */
  readonly run: (held: LeasedAccount) => Promise<number>
  /** Each reading that was applied makes it due at once. */
  readonly isDueAfterReading: boolean
}

export interface ReadingJob {
  readonly account: string
  readonly identity: AccountIdentity
  readonly kind: JobKind
  /** Milliseconds since 1970. */
  readonly begunAt: number
}

/** The reason with which a job is stopped. */
class Unfollowed extends Error {}

export type Lane = 'lease' | 'whole' | 'update' | 'dates' | LeasedTask

/** Jobs that share a lane wait for each other. Sums are compared with rows, which must not change meanwhile. */
export const lanesOf: Readonly<Record<JobKind, readonly Lane[]>> = {
  first: ['whole'],
  whole: ['whole'],
  update: ['update'],
  dates: ['dates'],
  moments: ['dates'],
}

type Waiting = (isRead: boolean) => void

export class FollowedAccount {
  readonly account: string
  readonly identity: AccountIdentity
  readonly store: AccountStore
  readonly plan: Plan
  readonly lanes = new Map<Lane, Promise<void>>()
  readonly kinds = new Set<JobKind>()
  /** Who waits for the next of these. */
  readonly waiting = { update: new Set<Waiting>(), moments: new Set<Waiting>() }
  fence: string | null = null
  nextLease = Number.NEGATIVE_INFINITY
  /** By `Clock.steady`. What is not in it is due. */
  readonly taskDue = new Map<LeasedTask, number>()
  /** This copy asked the service, and was not answered. */
  isSilent = false
  lookedAt = Number.NEGATIVE_INFINITY
  daysWantedAt = Number.NEGATIVE_INFINITY
  asOf: number | null = null
  status: SyncStatus = nothingTold
  toldAt = Number.NEGATIVE_INFINITY
  isTelling = false
  isStopped = false
  #jobs = new AbortController()
  #lastTold: Promise<void> = Promise.resolve()

  constructor(account: string, identity: AccountIdentity, store: AccountStore, plan: Plan) {
    this.account = account
    this.identity = identity
    this.store = store
    this.plan = plan
  }

  get isHeld(): boolean {
    return this.fence !== null
  }

  /** As far as this copy has asked: ISO 8601 UTC. */
  get silentSince(): string | null {
    return this.isSilent ? (this.status.silence?.since ?? null) : null
  }

  /** Of the jobs that run under this lease. */
  get signal(): AbortSignal {
    return this.#jobs.signal
  }

  dueAt(task: LeasedTask): number {
    return this.taskDue.get(task) ?? Number.NEGATIVE_INFINITY
  }

  isFree(lanes: readonly Lane[]): boolean {
    return !lanes.some((lane) => this.lanes.has(lane))
  }

  /** What is told of a whole reading that goes on without this job. */
  readingBeside({ kind }: ReadingJob): SyncStatus['reading'] {
    const isGoingOn = [...this.kinds].some((other) => other !== kind && lanesOf[other].includes('whole'))
    return isGoingOn ? this.status.reading : null
  }

  async learn(): Promise<void> {
    const state = await this.store.state()
    this.plan.learn(state)
    this.asOf = state.asOf === null ? null : Date.parse(state.asOf)
  }

  /** In the order of the calls: on PostgreSQL, each could take another connection. */
  tell(fence: string, status: SyncStatus): Promise<void> {
    this.status = status
    const told = this.#lastTold.then(() => this.store.tell(fence, status))
    this.#lastTold = told.catch(() => {})
    return told
  }

  stop(): void {
    this.isStopped = true
    this.#leaveWaiting()
    this.#jobs.abort(new Unfollowed())
  }

  /** Another copy has it now: what runs here stops, and the lease is asked for again. */
  lose(fence: string | null): void {
    // It may have been taken again meanwhile.
    if (this.fence !== fence) return
    this.fence = null
    this.nextLease = Number.NEGATIVE_INFINITY
    this.#leaveWaiting()
    this.#jobs.abort(new LeaseLost())
    this.#jobs = new AbortController()
  }

  #leaveWaiting(): void {
    for (const waiting of Object.values(this.waiting)) {
      for (const resolve of waiting) resolve(false)
      waiting.clear()
    }
  }
}
