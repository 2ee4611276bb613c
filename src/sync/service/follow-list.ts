/**
 * One reading of a list, in pages that overlap by one record: each page should begin with the last record of the one before.
 *
 * Invariant: while records only arrive and leave, every record before the frontier that was there throughout has been delivered. Arrivals
 * push that last record further down the page. Departures pull it to the page before, so the reading goes back until a page joins. Where the
 * order itself changes, nothing is repaired: `hasMoved` says that the reading proves nothing, and `read-list.ts` reads again.
 *
 * The list ends where a page has nothing new and the next is empty, or has no more than arrives between two requests. `doubts` reports pages that do not turn or join, and records
 * without an id.
 */
import { maxOffset } from '../../contract/endpoints.ts'

export class ListFollower<R> {
  /** A page did not join the ones before, or the order changed. */
  hasMoved = false
  readonly #identity: (record: R) => string | null
  readonly #known: KnownRecords<R>
  readonly #doubts = new Set<string>()
  #offset: number | null = 0
  /** Of the page before; empty before the first. */
  #last: Ids = []
  /** Pages in a row that had nothing new, and ended as the one before. */
  #stalls = 0
  /** Pages in a row that are so short, with new records, that these are arrivals at the end; and pages with a single new record. */
  #short = 0
  #single = 0
  #longest = 0
  /** Pages in a row without a new record, and without any record of this reading. */
  #idle = 0
  #apart = 0
  /** How often this reading went back, and from which offset the last time, until a page joins. */
  #returns = 0
  #returnedFrom = Infinity

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
    if (ids.length === 0) {
      const isEnd = isFirst || this.#stalls > 0 || this.#offset === 0
      if (isEnd || !this.#canReturn()) {
        this.hasMoved ||= !isEnd
        this.#offset = null
      }
      return nothingTaken
    }
    // Nothing tells whether a record without an id is the one before.
    const isNameless = !isFirst && this.#last.at(-1) === null
    const joint = Math.max(this.#known.lastMet(ids), isNameless ? 0 : -1)
    const isApart = !isFirst && joint < 0 && this.#offset !== 0
    // Pages of one record cannot overlap.
    if (isApart && Math.max(ids.length, this.#longest) > 1 && this.#canReturn()) return nothingTaken
    // What was met cannot be beyond a page that had none of it.
    const isContradiction = (this.#offset ?? 0) + joint >= this.#returnedFrom
    this.#returnedFrom = Infinity
    this.hasMoved ||= (!isFirst && joint < 0) || isContradiction || !this.#known.isInOrder(ids)
    const hasNew = ids.some((id) => id !== null && !this.#known.has(id))
    const taken = this.#known.take(records, ids, joint + 1)
    this.hasMoved ||= taken.hasOvertaken
    this.#apart = isApart ? this.#apart + 1 : 0
    this.#goOn(ids, hasNew)
    this.#endAmongArrivals(ids.length - 1 - joint)
    return taken
  }

  /** Records have left, and what follows the last one has come into earlier pages. */
  #canReturn(): boolean {
    if (this.#offset === null || this.#returns >= mostReturns) return false
    this.#returnedFrom = Math.min(this.#returnedFrom, this.#offset)
    this.#offset = Math.max(0, this.#offset - Math.max(2, this.#last.length) * 2 ** (this.#returns % 4))
    this.#returns += 1
    this.#stalls = 0
    return true
  }

  #goOn(ids: Ids, hasNew: boolean): void {
    const isSame = ids.length === this.#last.length && ids.every((id, at) => id === this.#last[at])
    const isStalled = !hasNew && isSameEnd(ids, this.#last)
    this.#stalls = isStalled ? this.#stalls + 1 : 0
    this.#last = ids
    this.#idle = hasNew ? 0 : this.#idle + 1
    // Arrivals at the front push the end further down while it is asked for.
    const ahead = isStalled ? 4 ** (this.#stalls - 1) : 0
    const next = (this.#offset ?? 0) + ids.length - 1 + ahead
    this.#offset = ids.every((id) => id === null) ? null : next
    if (this.#known.nameless > 0) this.#doubts.add(doubtAbout.identity)
    if (isSame && this.#idle > mostSame) this.#giveUp(doubtAbout.turning)
    else if (this.#idle > mostIdle || this.#apart > mostApart) this.#giveUp(doubtAbout.following)
    else if (next > maxOffset) this.#giveUp(doubtAbout.length)
    else if (this.#known.isFull) this.#giveUp(doubtAbout.memory)
  }

  /** Where arrivals come at the end, there is always one more. */
  #endAmongArrivals(count: number): void {
    this.#longest = Math.max(this.#longest, this.#last.length)
    this.#short = count > 0 && this.#last.length <= this.#longest / 2 ? this.#short + 1 : 0
    this.#single = count === 1 ? this.#single + 1 : 0
    if (this.#short === mostShort) this.#offset = null
    else if (this.#single === mostSingle) this.#giveUp(doubtAbout.following)
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
const mostShort = 5
const mostSingle = 200
const mostReturns = 20

const doubtAbout = {
  identity: 'Some records have no id, so nothing tells them apart.',
  turning:
    'The service sent the same page again instead of the next one, so nothing shows whether there is more.',
  following:
    'The pages did not join up: the list moves faster than it can be read, or the service does not turn pages as the read API says.',
  length: 'The list is longer than the read API can page through.',
  memory: 'The list is longer than the gateway can read, so records are missing.',
} as const

export interface Taken<R> {
  readonly met: readonly R[]
  readonly fresh: readonly R[]
  /** A record that the reading before had is now ahead of one that it followed. */
  readonly hasOvertaken: boolean
}

const nothingTaken = { met: [], fresh: [], hasOvertaken: false } as const

/** How a reading differs from the one before. What only moved on in its fields is no difference. */
export interface ListChange {
  /** Whether both were read in one order. Otherwise the rest says nothing. */
  readonly isSameOrder: boolean
  /** Ids that are new before the first or after the last record that both have, and those that are new between such records. */
  readonly atEnds: readonly string[]
  readonly between: readonly string[]
  /** Records that only the reading before had. */
  readonly left: number
}

/** Bytes of ids: those of ten million records, and some more. A list that never ends would take all memory. */
const mostRemembered = 1_800_000_000
/** Beside its characters. */
const bytesOfId = 100

export class KnownRecords<R> {
  nameless = 0
  /** Ids that occurred twice on one page. */
  readonly repeated = new Set<string>()
  /** By id: the last reading that met it, and its place there, packed into one number. Places are from 1, and between two of them are fractions. */
  readonly #met = new Map<string, number>()
  readonly #mostRemembered: number
  #remembered = 0
  #reading = 0
  #count = 0
  /** Those that came where the pages had been already. */
  #countBehind = 0
  /** Records of the reading before; null before there was one, and if it proves nothing. */
  #before: number | null = null
  #change = new ChangeFollower()

  /** `most`: bytes of ids. */
  constructor(most = mostRemembered) {
    this.#mostRemembered = most
  }

  get isFull(): boolean {
    return this.#remembered > this.#mostRemembered
  }

  /** In this reading; false without an id. */
  has(id: string | null): boolean {
    return this.#placeOf(id) !== null
  }

  wasGiven(id: string | null): boolean {
    return id !== null && this.#met.has(id)
  }

  /** Index of the last id that this reading has met; -1 if none. */
  lastMet(ids: Ids): number {
    return ids.findLastIndex((id) => this.has(id))
  }

  /** Whether those that this reading has met come as it met them. */
  isInOrder(ids: Ids): boolean {
    const places = ids.flatMap((id) => this.#placeOf(id) ?? [])
    return places.every((place, index) => index === 0 || (places[index - 1] ?? 0) <= place)
  }

  /** Null where nothing can be compared: in the first reading, and where one of the two proves nothing. */
  endReading(hasMoved: boolean): ListChange | null {
    const change = this.#before === null || hasMoved ? null : this.#change.end(this.#before)
    this.#before = hasMoved ? null : this.#count + this.#countBehind
    this.#reading += 1
    this.#count = 0
    this.#countBehind = 0
    this.#change = new ChangeFollower()
    return change
  }

  /**
   * A record without an id is new from `start` on, any other if this reading has not met it. Two rows of one page are two records, even with
   * the same id: nothing listed is left out.
   */
  take(records: readonly R[], ids: Ids, start: number): Taken<R> {
    const onPage = new Set<string | null>()
    const met: R[] = []
    const fresh: R[] = []
    let hasOvertaken = false
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
      else if (index < start) hasOvertaken = this.#meetBehind(id, ids.slice(index + 1)) || hasOvertaken
      else this.#meet(id)
      onPage.add(id)
      met.push(record)
      if (isFresh) fresh.push(record)
    }
    return { met, fresh, hasOvertaken }
  }

  #meet(id: string): void {
    this.#remember(id)
    this.#count += 1
    this.#change.meet(id, this.#placeBefore(id), this.#count)
    this.#met.set(id, this.#reading * placesOfReading + this.#count)
  }

  /** A record that the pages have passed already: it arrived there, or overtook others. True if the reading before had it. */
  #meetBehind(id: string, following: Ids): boolean {
    const next = following.map((each) => this.#placeOf(each)).find((place) => place !== null) ?? this.#count
    this.#remember(id)
    const isKnown = this.#placeBefore(id) !== null
    this.#countBehind += 1
    if (!isKnown) this.#change.meetBehind(id, next)
    this.#met.set(id, this.#reading * placesOfReading + (next + Math.max(0, next - 1)) / 2)
    return isKnown
  }

  /** Before it is met. */
  #remember(id: string): void {
    if (!this.#met.has(id)) this.#remembered += id.length + bytesOfId
  }

  #placeOf(id: string | null): number | null {
    const place = (id === null ? undefined : this.#met.get(id)) ?? -1
    return place >= this.#reading * placesOfReading ? place - this.#reading * placesOfReading : null
  }

  #placeBefore(id: string): number | null {
    const place = (this.#met.get(id) ?? -1) - (this.#reading - 1) * placesOfReading
    return this.#reading > 0 && place >= 0 && place < placesOfReading ? place : null
  }
}

const placesOfReading = 2 ** 30

/** Holds a reading against the places of the one before. */
class ChangeFollower {
  readonly #between: string[] = []
  readonly #atEnds: string[] = []
  /** New since the last record that both have. */
  #recent: string[] = []
  #both = 0
  #firstOfBoth = Infinity
  #lastPlace = -1
  #isSameOrder = true

  meet(id: string, before: number | null, place: number): void {
    if (before === null) {
      this.#recent.push(id)
      return
    }
    this.#isSameOrder &&= before > this.#lastPlace
    this.#lastPlace = before
    const kind = this.#both === 0 ? this.#atEnds : this.#between
    for (const each of this.#recent) kind.push(each)
    this.#recent = []
    if (this.#both === 0) this.#firstOfBoth = place
    this.#both += 1
  }

  meetBehind(id: string, next: number): void {
    const kind = next <= this.#firstOfBoth ? this.#atEnds : this.#between
    kind.push(id)
  }

  end(countBefore: number): ListChange {
    return {
      isSameOrder: this.#isSameOrder,
      between: this.#between,
      atEnds: [...this.#atEnds, ...this.#recent],
      left: countBefore - this.#both,
    }
  }
}
