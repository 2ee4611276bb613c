/**
 * Reads a whole list.
 *
 * The specification promises no order, so a record may move past one reading unseen. A list is complete when two consecutive readings
 * had the same records in the same order, and no cross-check (`cross-check.ts`) shows a gap. Page breaks differ between readings: a
 * service that loses a record at a break loses it every time. Up to four readings are made; later finds are yielded too.
 */

import { ApiError, noFailure } from '../contract/api-error.ts'
import { countText } from '../contract/count-text.ts'
import { limitRange } from '../contract/endpoints.ts'
import { CrossCheck, longerStart, type WholeList } from './cross-check.ts'
import { KnownRecords, ListFollower } from './follow-list.ts'
import { present, type Reading, serviceProfile } from './reading.ts'

export interface WalkProgress {
  readonly rows: number
  /** Including repeated and empty pages. */
  readonly pages: number
  /** Current reading, from 1, and the records that it has met. */
  readonly pass: number
  readonly met: number
}

export interface Walk<R> {
  readonly onPage?: ((records: readonly R[]) => void) | undefined
  readonly onProgress?: ((progress: WalkProgress) => void) | undefined
  /** At least 2. By default, the most that the service gives. */
  readonly pageSize?: number | undefined
  readonly onReadOnce?: ((soFar: WalkEnd) => void) | undefined
  /** Accepts one reading where one answer held the whole list: an answer is one moment, so nothing moved. */
  readonly isOneAnswerEnough?: boolean | undefined
}

/** `read-once`: no second reading has shown that no record was missed, or that none has changed. */
export type Completeness = 'complete' | 'read-once' | 'partial'

export interface WalkEnd {
  readonly completeness: Completeness
  readonly doubts: readonly string[]
  /** Only the length is suspicious, and no other request can tell more. */
  readonly isUnchecked: boolean
  /** `start_date` added because the service lists less without one; otherwise null. */
  readonly since: string | null
  readonly rows: number
  readonly passes: number
  /** Records that only a later reading met. They come last. */
  readonly late: number
  /** ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
}

export interface Walked<R> extends WalkEnd {
  readonly records: readonly R[]
}

export function* readWhole<R>(list: WholeList<R>, walk: Walk<R> = {}): Reading<WalkEnd> {
  const begun = instantOf(yield* present())
  const reader = new ListReader(list, walk, begun)
  const verdict = yield* reader.read()
  return reader.endOf(verdict, yield* present())
}

function instantOf(now: number): string {
  return new Date(now).toISOString()
}

type Verdict = Pick<WalkEnd, 'completeness' | 'doubts' | 'isUnchecked'>

function partial(doubts: readonly string[], isUnchecked = false): Verdict {
  return { completeness: 'partial', doubts, isUnchecked }
}

interface Pass<R> {
  readonly met: number
  readonly doubts: readonly string[]
  /** Nothing moved since the pass before, or there was one answer. */
  readonly isSettled: boolean
  readonly crossCheck: CrossCheck<R>
}

class ListReader<R> {
  readonly #walk: Walk<R>
  readonly #begun: string
  readonly #known = new KnownRecords<R>()
  readonly #total = { rows: 0, passes: 0, late: 0 }
  #pages = 0
  #list: WholeList<R>
  #since: string | null = null
  #passes = 0
  /** The most rows that a page is known to have, of a list of several. */
  #longest = Infinity

  constructor(list: WholeList<R>, walk: Walk<R>, begun: string) {
    this.#walk = walk
    this.#begun = begun
    this.#list = list
  }

  endOf(verdict: Verdict, now: number): WalkEnd {
    return { ...verdict, since: this.#since, ...this.#total, begun: this.#begun, ended: instantOf(now) }
  }

  *read(): Reading<Verdict> {
    let verdict = partial([neverTheSame])
    while (this.#passes < mostPasses) {
      const { met, doubts, isSettled, crossCheck } = yield* this.#readOnce()
      if (doubts.length > 0) return partial(doubts)
      if (this.#total.passes === 1) this.#walk.onReadOnce?.(this.endOf(onlyOnce, yield* present()))
      if (!isSettled) continue
      const { withoutEnd } = this.#list
      const endless = withoutEnd ? yield* withoutEnd(met) : null
      if (endless) {
        this.#restart(endless)
        continue
      }
      const longer = yield* longerStart(this.#list, met)
      if (longer === 'moved') continue
      if (longer?.isEarly === false) return partial([longerSince(longer.start)])
      if (longer && this.#list.since) {
        this.#since = longer.start
        this.#restart(this.#list.since(longer.start))
        continue
      }
      const doubt = yield* crossCheck.ask((record) => this.#known.wasGiven(this.#list.identity(record)))
      if (doubt === null) return { completeness: 'complete', doubts: [], isUnchecked: false }
      verdict = partial([doubt.sentence], doubt.isUnchecked)
    }
    return verdict
  }

  #restart(list: WholeList<R>): void {
    this.#list = list
    this.#passes = 0
  }

  *#readOnce(): Reading<Pass<R>> {
    const { onProgress, onPage } = this.#walk
    const pageSize = Math.min(this.#walk.pageSize ?? limitRange.max, (yield* serviceProfile()).mostRows)
    const total = this.#total
    const list = this.#list
    const follower = new ListFollower(list.identity, this.#known)
    // Every second pass begins with half a page, so that its pages begin elsewhere.
    let limit = total.passes % 2 === 1 ? Math.max(2, Math.min(this.#longest, pageSize) >> 1) : pageSize
    let met = 0
    let wanted = 0
    let metFirst = 0
    let isCut = false
    let isOneAnswer = this.#walk.isOneAnswerEnough === true
    const crossCheck = new CrossCheck(list)
    for (let offset = follower.next(); offset !== null; ) {
      const { records, isWhole, pages = 1 } = yield* list.read({ limit, offset })
      limit = pageSize
      this.#pages += pages
      const taken = follower.receive(records)
      met += taken.met.length
      if (offset === 0) metFirst = taken.met.length
      isOneAnswer &&= isWhole === undefined ? met === metFirst && met < pageSize : pages === 1
      isCut = isWhole === false
      offset = isWhole === undefined ? follower.next() : null
      for (const record of taken.met) crossCheck.count(record)
      const isWanted = (record: R) => list.isWanted?.(record) ?? true
      const fresh = taken.fresh.filter(isWanted)
      wanted += taken.met.filter(isWanted).length
      total.rows += fresh.length
      if (total.passes > 0) total.late += fresh.length
      onProgress?.({ rows: total.rows, pages: this.#pages, pass: total.passes + 1, met: wanted })
      if (fresh.length > 0) onPage?.(fresh)
    }
    total.passes += 1
    this.#passes += 1
    this.#longest = met > metFirst ? metFirst : Infinity
    const isSame = this.#known.endReading(follower.hasMoved) && this.#passes > 1
    return {
      met,
      isSettled: isSame || isOneAnswer,
      crossCheck,
      doubts: [
        ...follower.doubts,
        ...(isCut ? [cutOff(met)] : []),
        ...[...this.#known.repeated].slice(0, fewRepeated).map(repetition),
      ],
    }
  }
}

/** All records must fit into memory. */
export function* walkList<R>(list: WholeList<R>, walk: Omit<Walk<R>, 'onPage'> = {}): Reading<Walked<R>> {
  const records: R[] = []
  const end = yield* readWhole(list, { ...walk, onPage: (more) => void records.push(...more) })
  return { records, ...end }
}

/** Per list. A list that needs a start, or loses records by its end, has other readings without. */
const mostPasses = 4

const neverTheSame = `The list was read ${mostPasses} times and was never the same twice in a row, so records may be missing.`
const onlyOnce: Verdict = {
  completeness: 'read-once',
  doubts: ['The list was read once. The second reading shows whether any record was missed.'],
  isUnchecked: false,
}

function longerSince(start: string): string {
  return `The service lists more records from ${start.slice(0, 10)} on than without a start date, and refuses earlier dates, so records are missing. Filter by dates that it accepts.`
}

function cutOff(rows: number): string {
  return `The service may have ended the list early, after ${countText(rows)} records: its next page could not be read.`
}

const fewRepeated = 3

function repetition(id: string): string {
  return `The service lists more than one record with the id ${id}.`
}

/**
 * Throws an `ApiError` for an incomplete list, so that no part is compared with a whole. Allows a list shorter than a page, and one
 * with only a suspicious length: its balances and transactions would reveal a missing vault.
 */
export function provedWhole<R>(walked: Walked<R>): Walked<R> {
  if (walked.completeness === 'complete' || walked.isUnchecked || walked.rows < limitRange.max) return walked
  throw new ApiError({
    ...noFailure,
    kind: 'unexpected-body',
    details: `The list cannot be read whole. ${walked.doubts.join(' ')}`,
  })
}
