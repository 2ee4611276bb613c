import type { AccountState } from '../../../store/state.ts'
import type { GatewaySettings } from '../settings.ts'
import type { Clock } from './clock.ts'

/**
 * `first`: everything, where nothing is there yet; `update`: what is new; `moments`: on which side of moments transactions lie, for a report
 * that waits; `whole`: everything again; `dates`: days of transactions.
 */
export const jobKinds = ['first', 'update', 'moments', 'whole', 'dates'] as const
export type JobKind = (typeof jobKinds)[number]

export interface JobEnd {
  /** What was found contradicts what was read before. */
  readonly wantsWhole: boolean
  /** The same job goes on where it ended. */
  readonly isUnfinished: boolean
}

/** What the store knows, as far as it decides what is due. */
export type ReadState = Pick<AccountState, 'readWhole'>

const minute = 60_000
const hour = 60 * minute

/** An account is looked at for so long after a request. */
export const looksLast = 5 * minute

/** An account that nobody looks at is updated so often, and a service that does not answer is asked so often. */
const longestPause = 5 * minute

/** Whether something has no date that could have one. Where nothing has, this asks for nothing. */
const datesEvery = hour
/** Before everything is read again because of a contradiction, or of a failure. Doubles each time. */
const contradictionPause = 5 * minute

/** When an account is read, and what for. All times are those of the clock that never goes back. */
export class Plan {
  readonly #clock: Clock
  readonly #updateEvery: number
  readonly #wholeEvery: number
  readonly #due = new Map<JobKind, number>()
  readonly #failures = new Map<JobKind, { readonly count: number; readonly until: number }>()
  #updatedAt = Number.NEGATIVE_INFINITY
  #datedAt = Number.NEGATIVE_INFINITY
  /** Since when somebody waits for an update. */
  #askedAt: number | null = null
  /** Since when somebody waits for moments. */
  #momentsAt = Number.POSITIVE_INFINITY
  #contradictions = 0
  #wantedWhole = Number.POSITIVE_INFINITY
  #wantedSince = Number.NEGATIVE_INFINITY

  constructor(
    { SYNC_SECONDS, SYNC_WHOLE_HOURS }: Pick<GatewaySettings, 'SYNC_SECONDS' | 'SYNC_WHOLE_HOURS'>,
    clock: Clock,
  ) {
    this.#clock = clock
    this.#updateEvery = 1000 * SYNC_SECONDS
    this.#wholeEvery = hour * SYNC_WHOLE_HOURS
  }

  /** `Infinity` for what is not due before something else has happened. */
  due(kind: JobKind, isLookedAt: boolean): number {
    if (kind === 'update' && this.#askedAt !== null) return this.#askedAt
    const due = kind === 'moments' ? this.#momentsAt : (this.#due.get(kind) ?? Number.POSITIVE_INFINITY)
    const every = isLookedAt ? this.#updateEvery : Math.max(longestPause, this.#updateEvery)
    const at = kind === 'update' && this.#isPossible(kind) ? this.#updatedAt + every : due
    return Math.max(at, this.#failures.get(kind)?.until ?? at)
  }

  /** After the lease was taken, and after each job. */
  learn({ readWhole }: ReadState): void {
    const now = this.#clock.steady()
    const never = Number.POSITIVE_INFINITY
    const after = (at: string, milliseconds: number) =>
      now + Date.parse(at) + milliseconds - this.#clock.now()
    // One that was broken off after its first pass has confirmed nothing.
    const isUnread = readWhole === null || readWhole.completeness === 'read-once'
    this.#due.set('first', isUnread ? now : never)
    this.#due.set('update', readWhole === null ? never : now)
    this.#due.set(
      'whole',
      isUnread ? never : Math.min(after(readWhole.ended, this.#wholeEvery), this.#wantedWhole),
    )
    this.#due.set('dates', readWhole === null ? never : this.#datedAt + datesEvery)
  }

  ended(kind: JobKind, begun: number, { wantsWhole, isUnfinished }: JobEnd): void {
    this.#failures.delete(kind)
    if (kind === 'first' || kind === 'update' || kind === 'whole') this.#updatedAt = begun
    // What goes on waits for the turns of others.
    if (kind === 'dates') this.#datedAt = this.#clock.steady() - (isUnfinished ? datesEvery : 0)
    if (kind === 'moments' && isUnfinished) this.askMoments()
    // It may have found what no update had.
    if (kind === 'whole') this.#datedAt = Number.NEGATIVE_INFINITY
    const isWanted = this.#wantedWhole < Number.POSITIVE_INFINITY
    if (kind === 'whole') {
      // One that nothing asked for, and that found nothing: the contradictions are over.
      if (!isWanted && !wantsWhole) this.#contradictions = 0
      // An update beside it may contradict what it had read already.
      if (this.#wantedSince <= begun) this.#wantedWhole = Number.POSITIVE_INFINITY
    }
    if (!wantsWhole || this.#wantedWhole < Number.POSITIVE_INFINITY) return
    const pause = Math.min(this.#wholeEvery, contradictionPause * 2 ** this.#contradictions)
    this.#contradictions += 1
    this.#wantedSince = this.#clock.steady()
    this.#wantedWhole = this.#wantedSince + pause
  }

  /** Somebody waits for what is new: it is read without a pause. False where nothing was read yet, so that all of it is read anyway. */
  askUpdate(): boolean {
    this.#failures.delete('first')
    const isPossible = this.#isPossible('update')
    if (isPossible) this.#askedAt ??= this.#clock.steady()
    return isPossible
  }

  /** Somebody waits for moments. */
  askMoments(): void {
    this.#momentsAt = Math.min(this.#momentsAt, this.#clock.steady())
  }

  #isPossible(kind: JobKind): boolean {
    return (this.#due.get(kind) ?? Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY
  }

  begun(kind: JobKind): void {
    if (kind === 'update') this.#askedAt = null
    if (kind === 'moments') this.#momentsAt = Number.POSITIVE_INFINITY
  }

  failed(kind: JobKind): void {
    // Who waits still waits.
    if (kind === 'moments') this.askMoments()
    const count = (this.#failures.get(kind)?.count ?? 0) + 1
    // To do that in vain is a burden for the service.
    const [least, most] =
      kind === 'whole' ? [contradictionPause, this.#wholeEvery] : [this.#updateEvery, longestPause]
    const pause = Math.min(most, least * 2 ** (count - 1))
    this.#failures.set(kind, { count, until: this.#clock.steady() + pause })
  }
}
