/**
 * Reading a whole list, page after page, for whoever needs every row of it.
 *
 * The specification promises no order, so one reading proves nothing: a record that moves from the part not yet read to the part already
 * read is in neither. A list is complete when two readings in a row met the same records in the same order, with pages that begin at
 * other places (a service that loses a record between two pages loses the same one each time), and when no other way of asking shows that
 * the service held some back (`cross-check.ts`). Up to four readings are made; what a later one finds is given as well. Where the list was
 * read day by day before, one reading that meets the same records is enough; a record that is missing from it, though the service still
 * lists it on its day, makes the list partial.
 */

import { counted } from '../../contract/count-text.ts'
import { limitRange, maxOffset } from '../../contract/endpoints.ts'
import { ApiError, noFailure } from '../api-error.ts'
import { type AskPage, CrossCheck, type ListDoubt, longerStart, type WholeList } from './cross-check.ts'
import { KnownRecords, ListFollower } from './follow-list.ts'
import { askWithRetries, type RetryOptions } from './retries.ts'

export interface WalkProgress {
  /** Records given. */
  readonly rows: number
  /** Pages asked for, including repeated and empty ones. */
  readonly pages: number
  /** How often the list is being read, from 1, and how many records this reading has met. */
  readonly pass: number
  readonly met: number
}

/** Before anything came. */
export const beforeFirstPage: WalkProgress = { rows: 0, pages: 0, pass: 1, met: 0 }

export interface Walk<R> extends RetryOptions {
  /** Takes the records of each page that were not given before; awaited before the next page is asked for. */
  readonly onPage?: ((records: readonly R[], progress: WalkProgress) => void | Promise<void>) | undefined
  readonly onProgress?: ((progress: WalkProgress) => void) | undefined
  /** Ends it with what was given so far: its reason is the sentence that says why. Once everything was read, it skips further readings. */
  readonly stop?: AbortSignal | undefined
  /** Rows a page, at least 2; the most that the service gives where it is not said. */
  readonly pageSize?: number | undefined
  readonly earlier?: EarlierReading | undefined
  /** Whether one reading is enough where one answer held the whole list: an answer is of one moment, so nothing moved within it. */
  readonly isOneAnswerEnough?: boolean | undefined
}

/** A list that was read day by day before: no record that was there throughout is missing. */
export interface EarlierReading {
  /** The day of each record, by its identity. */
  readonly days: ReadonlyMap<string, number>
  listedOn(day: number): Promise<readonly string[]>
}

/** What is known of a list that was read: `read-once` where the reader skipped the second reading. */
export type Completeness = 'complete' | 'read-once' | 'partial'

export interface WalkEnd {
  readonly completeness: Completeness
  readonly doubts: readonly string[]
  /** Whether the only doubt is its length, at which services cut lists off, and no other way of asking tells more. */
  readonly isUnchecked: boolean
  /** The `start_date` with which it was read, because the service lists less without one; null where it has its own, or needs none. */
  readonly since: string | null
  /** Records given. */
  readonly rows: number
  /** Pages asked for, including repeated and empty ones. */
  readonly pages: number
  readonly passes: number
  /** How often the list had moved, so that a page did not begin where it should. */
  readonly repairs: number
  /** Records that only a later reading met. They were given last. */
  readonly late: number
  /** When reading began and ended: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
}

export interface Walked<R> extends WalkEnd {
  readonly records: readonly R[]
}

/**
 * Reads a list to its end, as often as it takes to know that nothing was passed over. Retries as `RetryOptions` says, and what was given
 * stays given: after `onFailure` or `onSignInNeeded` it goes on where it stopped. Throws every other `ApiError`, what `onPage` throws,
 * and the signal's own reason once it is aborted.
 */
export async function readWhole<R>(list: WholeList<R>, walk: Walk<R>): Promise<WalkEnd> {
  const instant = () => new Date((walk.now ?? Date.now)()).toISOString()
  const begun = instant()
  const reader = new ListReader(list, walk)
  const verdict = await reader.read().catch((error: unknown) => {
    if (!walk.stop?.aborted || walk.signal.aborted) throw error
    return reader.stopped(String(walk.stop.reason))
  })
  return { ...verdict, since: reader.since, ...reader.total, begun, ended: instant() }
}

type Verdict = Pick<WalkEnd, 'completeness' | 'doubts' | 'isUnchecked'>

function partial(doubts: readonly string[], isUnchecked = false): Verdict {
  return { completeness: 'partial', doubts, isUnchecked }
}

class ListReader<R> {
  since: string | null = null
  readonly total = { rows: 0, pages: 0, passes: 0, repairs: 0, late: 0 }
  readonly #walk: Walk<R>
  readonly #signal: AbortSignal
  readonly #known = new KnownRecords<R>()
  #list: WholeList<R>
  #crossCheck: CrossCheck<R>
  #passes = 0

  constructor(list: WholeList<R>, walk: Walk<R>) {
    this.#walk = walk
    this.#signal = walk.stop ? AbortSignal.any([walk.signal, walk.stop]) : walk.signal
    this.#list = list
    this.#crossCheck = new CrossCheck(list)
  }

  async read(): Promise<Verdict> {
    const now = (this.#walk.now ?? Date.now)()
    let verdict = partial([neverTheSame])
    while (this.#passes < mostPasses) {
      const { met, doubts, isAsEarlier, isSettled } = await this.#readOnce()
      if (doubts.length > 0) return partial(doubts)
      if (!isSettled) continue
      const longer = await longerStart(this.#list, met, this.#ask, now, this.#signal)
      if (longer === 'moved') continue
      if (longer?.isEarly === false) return partial([longerSince(longer.start)])
      if (longer && this.#list.since) {
        this.since = longer.start
        this.#list = this.#list.since(longer.start)
        this.#crossCheck = new CrossCheck(this.#list)
        this.#passes = 0
        continue
      }
      const wasGiven = (record: R) => this.#known.wasGiven(this.#list.identity(record))
      const doubt =
        (await this.#crossCheck.ask(this.#ask, { wasGiven, isProved: isAsEarlier }, this.#signal)) ??
        (await this.#missing())
      if (doubt === null) return { completeness: 'complete', doubts: [], isUnchecked: false }
      verdict = partial([doubt.sentence], doubt.isUnchecked)
    }
    return verdict
  }

  /** What is known when the reader stopped it for this reason. */
  stopped(reason: string): Verdict {
    if (this.#passes === 0) return partial([reason])
    if (this.#passes > 1) return partial([skippedLater])
    return { completeness: 'read-once', doubts: [skipped], isUnchecked: false }
  }

  readonly #ask: AskPage<R> = async (read) =>
    (await askWithRetries(read, { ...this.#walk, signal: this.#signal })).records

  async #readOnce() {
    const { earlier, pageSize = limitRange.max, onProgress, onPage } = this.#walk
    const { total } = this
    const list = this.#list
    const follower = new ListFollower(list.identity, this.#known)
    const limit = limitOf(pageSize, total.passes)
    const { repairs } = total
    let met = 0
    let metEarlier = 0
    let metFirst = 0
    this.#crossCheck.restart()
    for (let offset = follower.next(); offset !== null; offset = follower.next()) {
      total.pages += 1
      const page = { limit, offset }
      const taken = follower.receive(await this.#ask(() => list.read(page, this.#signal)))
      met += taken.met.length
      if (offset === 0) metFirst = taken.met.length
      for (const record of taken.met) {
        this.#crossCheck.count(record)
        if (earlier?.days.has(list.identity(record) ?? '')) metEarlier += 1
      }
      total.rows += taken.fresh.length
      total.repairs = repairs + follower.repairs
      if (total.passes > 0) total.late += taken.fresh.length
      const progress = { rows: total.rows, pages: total.pages, pass: total.passes + 1, met }
      onProgress?.(progress)
      if (taken.fresh.length > 0) await onPage?.(taken.fresh, progress)
    }
    total.passes += 1
    this.#passes += 1
    const isSame = this.#known.endReading() && !follower.hasMoved && this.#passes > 1
    const isAsEarlier = metEarlier === met && met === earlier?.days.size
    const isOneAnswer = this.#walk.isOneAnswerEnough === true && met === metFirst && met < limit
    return {
      met,
      isAsEarlier,
      isSettled: isSame || isAsEarlier || isOneAnswer,
      doubts: [...follower.doubts, ...this.#known.repeated.map(repetition)],
    }
  }

  /** Records of the earlier reading that are missing from the list though the service still lists them on their day. */
  async #missing(): Promise<ListDoubt | null> {
    const { earlier } = this.#walk
    if (!earlier) return null
    const days = new Set<number>()
    for (const [id, day] of earlier.days) if (!this.#known.wasGiven(id)) days.add(day)
    const missing: string[] = []
    for (const day of days) {
      const listed = await earlier.listedOn(day)
      missing.push(...listed.filter((id) => earlier.days.get(id) === day && !this.#known.wasGiven(id)))
      if (missing.length >= enoughMissing) break
    }
    const [example] = missing
    if (example === undefined) return null
    return { sentence: missingRecords(missing.length, example), isUnchecked: false }
  }
}

/** Reads a list as `readWhole` does and keeps all its records, which have to fit into memory. */
export async function walkList<R>(list: WholeList<R>, walk: Omit<Walk<R>, 'onPage'>): Promise<Walked<R>> {
  const records: R[] = []
  const end = await readWhole(list, { ...walk, onPage: (more) => void records.push(...more) })
  return { records, ...end }
}

/** Of a list; one that has to be read with a start was read without one before. */
const mostPasses = 4

/** Every other reading has smaller pages, so that they begin elsewhere. */
function limitOf(pageSize: number, passes: number): number {
  return passes % 2 === 0 ? pageSize : Math.max(2, Math.floor((pageSize * 7) / 8))
}

const neverTheSame = `The list was read ${mostPasses} times and was never the same twice in a row, so records may be missing.`
const skipped =
  'The list was read once. The second reading, which shows whether any record was missed, was skipped.'
const skippedLater = 'The list changed, and reading it once more was skipped, so records may be missing.'

/** From so many on the sentence says "at least", and no more days are asked for. */
const enoughMissing = 10

function missingRecords(count: number, example: string): string {
  const most = count >= enoughMissing ? 'At least ' : ''
  return `${most}${counted(count, 'record')} that the service listed by date ${count === 1 ? 'is' : 'are'} missing from its list, such as ${example}.`
}

function longerSince(start: string): string {
  return `The service lists more records from ${start.slice(0, 10)} on than without a start date, and refuses earlier dates, so records are missing. Filter by dates that it accepts.`
}

function repetition(id: string): string {
  return `The service lists more than one record with the id ${id}.`
}

/**
 * Throws an `ApiError` for a list that could not be read whole, lest a part be compared with all. Two kinds pass: one that filled no page,
 * since services may have lists whose pages cannot be turned; and one that only its length speaks against, since a vault that it lacks
 * shows in the balances and transactions that it is compared with.
 */
export function provedWhole<R>(walked: Walked<R>): Walked<R> {
  if (walked.completeness === 'complete' || walked.isUnchecked || walked.rows < limitRange.max) return walked
  throw new ApiError({
    ...noFailure,
    kind: 'unexpected-body',
    details: `The list cannot be read whole. ${walked.doubts.join(' ')}`,
  })
}

/**
 * About how many rows a list has, within a tenth; null where a service does not turn pages. Good enough to say how long reading takes, and
 * for nothing else. No answer tells the number, so single rows are asked for at ever larger offsets.
 */
export async function roughSize<R>(list: WholeList<R>, options: RetryOptions): Promise<number | null> {
  const has = async (offset: number) => {
    const page = { limit: 1, offset }
    const { records } = await askWithRetries(() => list.read(page, options.signal), options)
    return records.length > 0
  }
  let within = 0
  let beyond: number = limitRange.max
  while (await has(beyond)) {
    within = beyond
    beyond *= 2
    if (beyond > maxOffset) return null
  }
  // Three halvings narrow it to an eighth. A list of a page or less takes no time to speak of.
  for (let step = 0; within > 0 && step < 3; step++) {
    const middle = Math.floor((within + beyond) / 2)
    if (await has(middle)) within = middle
    else beyond = middle
  }
  return Math.ceil((within + beyond) / 2)
}
