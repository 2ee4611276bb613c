/**
 * Reads a whole list: all that it had when the reading began, and what arrived meanwhile as far as it was met.
 *
 * The specification promises no order, so a record may move past one reading unseen. A list is complete when a reading had the records of
 * the one before in the same order, and no cross-check (`cross-check.ts`) shows a gap. Between the two, records may arrive at the ends of
 * the list, or anywhere if the service's dates show that they are new, and a few may leave. Page breaks differ between readings: a service
 * that loses a record at a break loses it every time. Up to four readings are made, and each delivers every record.
 */

import { countText } from '../../contract/count-text.ts'
import { isoInstant } from '../../contract/day.ts'
import { limitRange } from '../../contract/endpoints.ts'
import { areArrivals, CrossCheck, longerStart, type WholeList } from './cross-check.ts'
import { KnownRecords, type ListChange, ListFollower } from './follow-list.ts'
import { finalChange } from './record-differences.ts'
import { currentTime, type ServiceRead, serviceProfile, sideBySide } from './service-read.ts'

export interface ListReadProgress {
  readonly rows: number
  /** Current reading, from 1, and the records that it has met. */
  readonly pass: number
  readonly met: number
}

export interface ListRead<R> {
  /**
   * Gets every record of each reading. In a later one a record may have changed: the caller compares the two (`finalChange`). A record that only
   * earlier readings had has left the list meanwhile.
   */
  readonly onPage?: ((records: readonly R[], pass: number) => ServiceRead<void> | undefined) | undefined
  /** Asks for the next page of the first pass while `onPage` works on one. Only where nothing else writes what that writes. */
  readonly isReadAhead?: boolean | undefined
  readonly onProgress?: ((progress: ListReadProgress) => void) | undefined
  readonly onReadOnce?: ((soFar: ListReadEnd) => ServiceRead<void> | undefined) | undefined
  /** Accepts one reading where one answer held the whole list: an answer is one moment, so nothing moved. */
  readonly isOneAnswerEnough?: boolean | undefined
}

/** `read-once`: no second reading has shown that no record was missed, or that none has changed. */
export type Completeness = 'complete' | 'read-once' | 'partial'

export interface ListReadEnd {
  readonly completeness: Completeness
  readonly doubts: readonly string[]
  /** Only the length is suspicious, and no other request can tell more. */
  readonly isUnchecked: boolean
  /** `start_date` added because the service lists less without one; otherwise null. */
  readonly since: string | null
  readonly rows: number
  readonly passes: number
  /** ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
}

export interface ListReadResult<R> extends ListReadEnd {
  readonly records: readonly R[]
}

export function* readWholeList<R>(list: WholeList<R>, walk: ListRead<R>): ServiceRead<ListReadEnd> {
  const begun = isoInstant(yield* currentTime())
  const reader = new ListReader(list, walk, begun)
  const verdict = yield* reader.read()
  return reader.endOf(verdict, yield* currentTime())
}

type Verdict = Pick<ListReadEnd, 'completeness' | 'doubts' | 'isUnchecked'>

function partial(doubts: readonly string[], isUnchecked = false): Verdict {
  return { completeness: 'partial', doubts, isUnchecked }
}

interface Pass<R> {
  readonly met: number
  readonly doubts: readonly string[]
  /** Since the pass before; null where the two cannot be compared. */
  readonly change: ListChange | null
  readonly isOneAnswer: boolean
  readonly crossCheck: CrossCheck<R>
}

class ListReader<R> {
  readonly #walk: ListRead<R>
  readonly #begun: string
  readonly #known = new KnownRecords<R>()
  readonly #total = { rows: 0, passes: 0 }
  #list: WholeList<R>
  #since: string | null = null
  #passes = 0
  /** The most rows that a page is known to have, of a list of several. */
  #longest = Infinity

  constructor(list: WholeList<R>, walk: ListRead<R>, begun: string) {
    this.#walk = walk
    this.#begun = begun
    this.#list = list
  }

  endOf(verdict: Verdict, now: number): ListReadEnd {
    return { ...verdict, since: this.#since, ...this.#total, begun: this.#begun, ended: isoInstant(now) }
  }

  *read(): ServiceRead<Verdict> {
    let verdict = partial([neverTheSame])
    while (this.#passes < mostPasses) {
      const { met, doubts, isOneAnswer, change, crossCheck } = yield* this.#readOnce()
      if (doubts.length > 0) return partial(doubts)
      if (this.#total.passes === 1) {
        const work = this.#walk.onReadOnce?.(this.endOf(onlyOnce, yield* currentTime()))
        if (work) yield* work
      }
      if (!isOneAnswer && !(yield* this.#agrees(change, met))) continue
      const longer = yield* longerStart(this.#list, met)
      if (longer === 'moved') continue
      if (longer?.isEarly === false) return partial([longerSince(longer.start)])
      if (longer && this.#list.since) {
        this.#since = longer.start
        this.#restart(this.#list.since(longer.start))
        continue
      }
      const doubt = yield* crossCheck.ask(
        (record) => this.#known.wasGiven(this.#list.identity(record)),
        Date.parse(this.#begun),
      )
      if (doubt === null) return { completeness: 'complete', doubts: [], isUnchecked: false }
      verdict = partial([doubt.sentence], doubt.isUnchecked)
    }
    return verdict
  }

  #restart(list: WholeList<R>): void {
    this.#list = list
    this.#passes = 0
  }

  /** Whether nothing but arrivals and departures lies between this reading and the one before. */
  *#agrees(change: ListChange | null, met: number): ServiceRead<boolean> {
    if (!change?.isSameOrder || this.#passes < 2) return false
    const most = Math.max(fewMoved, met * partMoved)
    // A list that ended early would look like this, too.
    if (change.left > most) return false
    const doubtful = change.atEnds.length > most ? [...change.between, ...change.atEnds] : change.between
    return yield* areArrivals(this.#list, doubtful, Date.parse(this.#begun))
  }

  *#readOnce(): ServiceRead<Pass<R>> {
    const { onProgress, onPage, isReadAhead } = this.#walk
    const pageSize = Math.min(limitRange.max, (yield* serviceProfile()).mostRows)
    const total = this.#total
    const list = this.#list
    const follower = new ListFollower(list.identity, this.#known)
    // Every second pass begins with half a page, so that its pages begin elsewhere.
    let limit = total.passes % 2 === 1 ? Math.max(2, Math.min(this.#longest, pageSize) >> 1) : pageSize
    let met = 0
    let metFirst = 0
    let isCut = false
    let isOneAnswer = this.#walk.isOneAnswerEnough === true
    const crossCheck = new CrossCheck(list)
    let ahead: ServiceRead<void> | undefined
    for (let offset = follower.next(); offset !== null; ) {
      const reading = list.read({ limit, offset })
      const [page] = ahead ? yield* sideBySide([reading, ahead]) : [yield* reading]
      const { records, isWhole, pages = 1 } = page
      limit = pageSize
      const taken = follower.receive(records)
      met += taken.met.length
      if (offset === 0) metFirst = taken.met.length
      isOneAnswer &&= isWhole === undefined ? met === metFirst && met < pageSize : pages === 1
      isCut = isWhole === false
      offset = isWhole === undefined ? follower.next() : null
      for (const record of taken.met) crossCheck.count(record)
      total.rows += taken.fresh.length
      onProgress?.({ rows: total.rows, pass: total.passes + 1, met })
      const work = taken.met.length > 0 ? onPage?.(taken.met, total.passes + 1) : undefined
      ahead = isReadAhead && total.passes === 0 ? work : undefined
      if (work && !ahead) yield* work
    }
    if (ahead) yield* ahead
    total.passes += 1
    this.#passes += 1
    this.#longest = met > metFirst ? metFirst : Infinity
    return {
      met,
      change: this.#known.endReading(follower.hasMoved),
      isOneAnswer,
      crossCheck,
      doubts: [
        ...follower.doubts,
        ...(isCut ? [cutOff(met)] : []),
        ...[...this.#known.repeated].slice(0, fewRepeated).map(repetition),
      ],
    }
  }
}

/** All records must fit into memory. They come in the order of the list, except what the first reading missed: that comes last. */
export function* readListRecords<R>(
  list: WholeList<R>,
  walk: Omit<ListRead<R>, 'onPage'> = {},
): ServiceRead<ListReadResult<R>> {
  const collected = new Collection(list)
  const end = yield* readWholeList(list, {
    ...walk,
    onPage: (more, pass) => collected.add(more, pass),
  })
  return { records: collected.records(), ...endWithDoubts(end, collected.doubts) }
}

/** What a caller doubts who compared the readings: the list is then not complete. */
export function endWithDoubts(end: ListReadEnd, doubts: readonly string[]): ListReadEnd {
  if (doubts.length === 0) return end
  return {
    ...end,
    completeness: 'partial',
    isUnchecked: false,
    doubts: [...end.doubts, ...doubts],
  }
}

/** Keeps the latest reading of each record, in the place of the first. */
class Collection<R> {
  readonly doubts: string[] = []
  readonly #list: WholeList<R>
  readonly #first: R[] = []
  readonly #rest: R[] = []
  readonly #places = new Map<string, readonly [rows: R[], index: number]>()
  #pass = 1
  #isJoined = true

  constructor(list: WholeList<R>) {
    this.#list = list
  }

  add(records: readonly R[], pass: number): undefined {
    if (pass !== this.#pass) this.#isJoined = false
    this.#pass = pass
    for (const record of records) {
      const id = this.#list.identity(record) || null
      const place = id === null || pass === 1 ? undefined : this.#places.get(id)
      if (place) this.#replace(id ?? '', place, record)
      else this.#append(id, record)
    }
  }

  records(): readonly R[] {
    return [...this.#first, ...this.#rest]
  }

  #replace(id: string, [rows, index]: readonly [R[], number], record: R): void {
    this.#isJoined = true
    const before = rows[index]
    const doubt = before === undefined ? null : (this.#list.contradiction ?? finalChange)(id, before, record)
    if (doubt !== null && this.doubts.length < fewDoubts) this.doubts.push(doubt)
    rows[index] = record
  }

  #append(id: string | null, record: R): void {
    const rows = this.#isJoined ? this.#rest : this.#first
    if (id !== null) this.#places.set(id, [rows, rows.length])
    rows.push(record)
  }
}

/** Per list. A list that needs a start, or loses records by its end, has other readings without. */
const mostPasses = 4

const neverTheSame = `The list was read ${mostPasses} times, and no two readings in a row agreed, so records may be missing.`
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

/** Records, and the part of a list, that may arrive at its ends or leave between two readings, as far as nothing but the two tells. */
const fewMoved = 20
const partMoved = 0.1

const fewRepeated = 3
const fewDoubts = 3

function repetition(id: string): string {
  return `The service lists more than one record with the id ${id}.`
}
