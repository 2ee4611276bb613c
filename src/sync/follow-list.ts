/**
 * One reading of a list, in pages that overlap by one record: each page should begin with the last record of the one before, the anchor.
 *
 * New records push others to later offsets, and the anchor comes further down. Departures pull them to earlier offsets: the anchor does not
 * come, and records may have been skipped. Such a reading is not repaired. `hasMoved` says that it proves nothing, and `walk.ts` reads again.
 *
 * The list ends where a page has the anchor alone and the next is empty. `doubts` reports pages that do not turn or join, and records without an id.
 */
import { maxOffset } from '../contract/endpoints.ts'

export class ListFollower<R> {
  /** A page did not join the one before, or the order changed. */
  hasMoved = false
  readonly #identity: (record: R) => string | null
  readonly #known: KnownRecords<R>
  readonly #doubts = new Set<string>()
  #offset: number | null = 0
  /** Of the page before; empty before the first. */
  #last: Ids = []
  #isAfterEnd = false
  /** Pages in a row without a new record, and without the anchor. */
  #idle = 0
  #apart = 0

  constructor(identity: (record: R) => string | null, known: KnownRecords<R>) {
    this.#identity = identity
    this.#known = known
  }

  /** Why no number of readings can complete the list. Sentences for the reader. */
  get doubts(): readonly string[] {
    return [...this.#doubts]
  }

  next(): number | null {
    return this.#offset
  }

  /** Returns the records that are new to this reading. */
  receive(records: readonly R[]): Taken<R> {
    const ids = records.map((record) => this.#identity(record) || null)
    const isFirst = this.#last.length === 0
    const anchor = this.#last.at(-1) ?? null
    if (ids.length === 0) {
      this.hasMoved ||= !isFirst && !this.#isAfterEnd
      this.#offset = null
      return { met: [], fresh: [] }
    }
    // Nothing tells whether a record without an id is the anchor.
    const joint = anchor === null ? 0 : ids.lastIndexOf(anchor)
    const start = isFirst ? 0 : joint + 1
    const isApart = !isFirst && joint < 0
    this.hasMoved ||= isApart || ids.slice(start).some((id) => this.#known.has(id))
    const hasNew = ids.some((id) => id !== null && !this.#known.has(id))
    const taken = this.#known.take(records, ids, start)
    this.#apart = isApart ? this.#apart + 1 : 0
    this.#goOn(ids, hasNew)
    return taken
  }

  #goOn(ids: Ids, hasNew: boolean): void {
    const isSame = ids.length === this.#last.length && ids.every((id, at) => id === this.#last[at])
    this.#isAfterEnd = ids.length === 1 && isSameEnd(ids, this.#last)
    this.#last = ids
    this.#idle = hasNew ? 0 : this.#idle + 1
    const next = (this.#offset ?? 0) + ids.length - (this.#isAfterEnd ? 0 : 1)
    this.#offset = ids.every((id) => id === null) ? null : next
    if (this.#known.nameless > 0) this.#doubts.add(doubtAbout.identity)
    if (isSame && this.#idle > mostSame) this.#giveUp(doubtAbout.turning)
    else if (this.#idle > mostIdle || this.#apart > mostApart) this.#giveUp(doubtAbout.following)
    else if (next > maxOffset) this.#giveUp(doubtAbout.length)
  }

  #giveUp(reason: string): void {
    this.#doubts.add(reason)
    this.#offset = null
  }
}

type Ids = readonly (string | null)[]

function isSameEnd(ids: Ids, last: Ids): boolean {
  return last.length > 0 && ids.at(-1) === last.at(-1)
}

const mostSame = 3
const mostIdle = 100
const mostApart = 100

const doubtAbout = {
  identity: 'Some records have no id, so nothing tells them apart.',
  turning:
    'The service sent the same page again instead of the next one, so nothing shows whether there is more.',
  following:
    'The pages did not join up: the list moves faster than it can be read, or the service does not turn pages as the read API says.',
  length: 'The list is longer than the read API can page through.',
} as const

/** `met`: new to this reading. `fresh`: new to all readings. */
export interface Taken<R> {
  readonly met: readonly R[]
  readonly fresh: readonly R[]
}

/** Records of all readings of a list. */
export class KnownRecords<R> {
  nameless = 0
  /** Ids that occurred twice on one page. */
  readonly repeated = new Set<string>()
  /** By id: the last reading that met it, and its place there, packed into one number. */
  readonly #met = new Map<string, number>()
  #reading = 0
  #count = 0
  /** Records of the reading before; null if it proves nothing. */
  #before: number | null = null
  #isSameOrder = true

  /** In this reading; false without an id. */
  has(id: string | null): boolean {
    return id !== null && (this.#met.get(id) ?? -1) >= this.#reading * placesOfReading
  }

  /** In any reading. */
  wasGiven(id: string | null): boolean {
    return id !== null && this.#met.has(id)
  }

  /** True where this reading matched the previous one, in the same order, and neither moved. */
  endReading(hasMoved: boolean): boolean {
    const isSame = !hasMoved && this.#isSameOrder && this.#count === this.#before
    this.#before = hasMoved ? null : this.#count
    this.#reading += 1
    this.#count = 0
    this.#isSameOrder = true
    return isSame
  }

  /** A record without an id is new from `start` on, any other if this reading has not met it. Two rows of one page are two records, even with the
   * same id: nothing listed is left out. */
  take(records: readonly R[], ids: Ids, start: number): Taken<R> {
    const onPage = new Set<string | null>()
    const met: R[] = []
    const fresh: R[] = []
    for (const [index, record] of records.entries()) {
      const id = ids[index] ?? null
      const isRepeated = id !== null && onPage.has(id)
      const isFresh = isRepeated || !this.wasGiven(id)
      if (!isRepeated && (id === null ? index < start : this.has(id))) {
        onPage.add(id)
        continue
      }
      if (id === null) this.nameless += 1
      else if (isRepeated) this.repeated.add(id)
      else this.#meet(id)
      onPage.add(id)
      met.push(record)
      if (isFresh) fresh.push(record)
    }
    return { met, fresh }
  }

  #meet(id: string): void {
    const place = this.#reading * placesOfReading + this.#count
    this.#isSameOrder &&= this.#met.get(id) === place - placesOfReading
    this.#met.set(id, place)
    this.#count += 1
  }
}

const placesOfReading = 2 ** 30
