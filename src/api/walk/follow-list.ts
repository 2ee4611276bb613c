/**
 * Following a list that moves while it is read: new records push others to later offsets, records that leave pull them to earlier ones.
 *
 * Invariant: every record before some place in the list's order that was there throughout has been given, and none after it has. A page
 * is rows that stood next to each other at one moment. One that holds a record given before, or begins at the head of the list, leaves no
 * gap, and the place moves to its end. One that holds none may leave a gap and is not used: the reader steps back, twice as far each
 * time, until a known record is met. Pages overlap by one record, so that the ordinary page is of the first kind.
 *
 * The list has ended at a page with a known record and nothing after it, followed by nothing where the next record would be. All this
 * rests on an order that nothing changes, which no specification promises: so `walk.ts` reads again. Where the order is seen to change, the
 * service does not turn pages, or records have no id, a sentence says so.
 */
import { maxOffset } from '../../contract/endpoints.ts'

/** Decides which page is asked for next, and which of its records are new. Begins at the head of the list. */
export class ListFollower<R> {
  repairs = 0
  /** Whether the order of the list was seen to change, so that records may have been passed over. */
  hasMoved = false
  readonly #identity: (record: R) => string | null
  readonly #known: KnownRecords<R>
  readonly #doubts = new Set<string>()
  #place: Place = head
  #isOver = false
  readonly #frontier = new Frontier()
  #last: { readonly ids: Ids; readonly offset: number } = { ids: [], offset: 0 }
  #longest = 0
  /** In a row: pages without a new record, and pages that are the same at different offsets. In all: times that nothing known was left. */
  readonly #idle = { pages: 0, same: 0, restarts: 0 }
  #used = 0

  constructor(identity: (record: R) => string | null, known: KnownRecords<R>) {
    this.#identity = identity
    this.#known = known
  }

  /** Why the list cannot be read whole, however often it is read: in sentences for the reader. */
  get doubts(): readonly string[] {
    return [...this.#doubts]
  }

  next(): number | null {
    return this.#isOver ? null : this.#place.offset
  }

  /** Takes the page that was asked for, and gives its records that this reading had not met before. */
  receive(records: readonly R[]): Taken<R> {
    // An empty text tells nothing apart.
    const page: Page<R> = { records, ids: records.map((record) => this.#identity(record) || null) }
    const { offset, anchor, back, isAfterEnd } = this.#place
    if (records.length === 0 && (offset === 0 || isAfterEnd)) {
      this.#isOver = true
      return nothing
    }
    if (anchor !== null && back === 0 && (isAfterEnd || page.ids[0] !== anchor)) this.repairs += 1
    const joint = page.ids.findLastIndex((id) => this.#known.has(id))
    const isJoined = joint >= 0 || offset === 0
    const taken = isJoined ? this.#join(page, joint) : nothing
    if (!isJoined) this.#place = steppedBack(this.#place, Math.max(this.#longest, records.length))
    this.#watch(page, taken.met.length > 0, offset)
    return taken
  }

  /** A page that leaves no gap. */
  #join(page: Page<R>, joint: number): Taken<R> {
    const { anchor: expected, trailing, offset } = this.#place
    const isRestart = joint < 0 && this.#used > 0
    if (isRestart) this.#idle.restarts += 1
    if (this.#frontier.isPassed(page.ids, (id) => this.#known.has(id))) this.hasMoved = true
    this.#frontier.move(page.ids, joint, isRestart)
    const taken = this.#known.take(page, joint, page.ids[joint] === expected ? trailing : 0)
    if (this.#known.nameless > 0) this.#doubts.add(doubtAbout.identity)
    const anchor = page.ids.findLastIndex((id) => id !== null)
    if (anchor < 0) this.#isOver = true
    else this.#place = placeAfter(page.ids, offset, anchor, taken.met.length > 0)
    return taken
  }

  #watch({ ids }: Page<R>, hasNew: boolean, offset: number): void {
    const isSame = ids.length === this.#last.ids.length && ids.every((id, at) => id === this.#last.ids[at])
    if (ids.length > 0) {
      this.#idle.same = isSame && offset !== this.#last.offset ? this.#idle.same + 1 : 0
      this.#last = { ids, offset }
      this.#longest = Math.max(this.#longest, ids.length)
    }
    this.#used += hasNew ? 1 : 0
    this.#idle.pages = hasNew ? 0 : this.#idle.pages + 1
    const { pages, same, restarts } = this.#idle
    if (same > tolerated.same) this.#giveUp(doubtAbout.turning)
    else if (pages > tolerated.pages + 2 * this.#used || restarts > tolerated.restarts)
      this.#giveUp(doubtAbout.following)
    else if (this.#place.offset > maxOffset) this.#giveUp(doubtAbout.length)
  }

  #giveUp(reason: string): void {
    this.#doubts.add(reason)
    this.#isOver = true
  }
}

const nothing = { met: [], fresh: [] } as const

type Ids = readonly (string | null)[]

/** Where the next page is asked for, and what is expected there. */
interface Place {
  readonly offset: number
  /** The record with an identity that was given last. It is expected at the beginning of the page. */
  readonly anchor: string | null
  /** How many records without an identity were given after it. */
  readonly trailing: number
  /** How far the reader stepped back, and from where; 0 where it did not. */
  readonly back: number
  readonly origin: number
  /** Whether nothing is expected: the page before showed nothing after the anchor. */
  readonly isAfterEnd: boolean
}

const head: Place = { offset: 0, anchor: null, trailing: 0, back: 0, origin: 0, isAfterEnd: false }

/** On to the next page, which begins with the last record of this one; or right after it, where it seems to be the last of all. */
function placeAfter(ids: Ids, offset: number, anchor: number, hasNew: boolean): Place {
  const isAfterEnd = !hasNew && anchor === 0
  return {
    ...head,
    offset: offset + (isAfterEnd ? ids.length : anchor),
    anchor: ids[anchor] ?? null,
    trailing: ids.length - 1 - anchor,
    isAfterEnd,
  }
}

/** First by almost a page, which a page still covers; then twice as far each time. */
function steppedBack(place: Place, longest: number): Place {
  const isFirst = place.back === 0
  const origin = isFirst ? place.offset : place.origin
  const back = isFirst ? Math.max(1, longest - 1) : 2 * place.back
  return { ...place, origin, back, offset: Math.max(0, origin - back), isAfterEnd: false }
}

/** The furthest record that was given, where that is certain: as long as the order stays, no known record is ever after it. */
class Frontier {
  #furthest: string | null = null
  #isLost = false

  isPassed(ids: Ids, isKnown: (id: string | null) => boolean): boolean {
    const at = this.#furthest === null ? -1 : ids.lastIndexOf(this.#furthest)
    return at >= 0 && ids.slice(at + 1).some(isKnown)
  }

  /** Moves on to the end of a page whose records after `joint` are new. */
  move(ids: Ids, joint: number, isRestart: boolean): void {
    this.#isLost ||= isRestart
    const goesOn = this.#furthest === null ? joint <= 0 : ids.includes(this.#furthest)
    this.#furthest = this.#isLost || !goesOn ? null : (ids.findLast((id) => id !== null) ?? null)
  }
}

/**
 * What is tolerated before the list is given up: pages in a row without a new record, in addition to twice as many as brought some (the
 * way back through a long list); the same page at other offsets; times that nothing known was left of the list.
 */
const tolerated = { pages: 100, same: 2, restarts: 10 }

const doubtAbout = {
  identity: 'Some records have no id, so nothing tells them apart.',
  turning:
    'The service sent the same page again instead of the next one, so nothing shows whether there is more.',
  following:
    'The pages did not join up: the list moves faster than it can be read, or the service does not turn pages as the read API says.',
  length: 'The list is longer than the read API can page through.',
} as const

/** A page as it came, and the identities of its records. */
interface Page<R> {
  readonly records: readonly R[]
  readonly ids: Ids
}

/** The records of a page that come next in this reading, and those among them that no reading gave before. */
export interface Taken<R> {
  readonly met: readonly R[]
  readonly fresh: readonly R[]
}

/** The records that were given already, over several readings of a list. */
export class KnownRecords<R> {
  /** How many records without an identity were taken. */
  nameless = 0
  /** By identity: the reading in which it was met last, and its place in it, as one number. */
  readonly #met = new Map<string, number>()
  #reading = 0
  #count = 0
  #before: number | null = null
  #isSameOrder = true
  /** How often one page had the same identity. */
  readonly #repeated = new Map<string, number>()

  /** Identities that two records of one page had, at most a few of them. */
  get repeated(): readonly string[] {
    return [...this.#repeated.keys()].slice(0, fewRepeated)
  }

  /** Whether this reading has met it before; never without an identity. */
  has(id: string | null): boolean {
    return id !== null && (this.#met.get(id) ?? -1) >= this.#reading * placesOfReading
  }

  /** Whether any reading gave it. */
  wasGiven(id: string | null): boolean {
    return id !== null && this.#met.has(id)
  }

  /** Ends this reading and begins the next. Gives whether it met the same records, in the same order, as the one before. */
  endReading(): boolean {
    const isSame = this.#isSameOrder && this.#count === this.#before
    this.#before = this.#count
    this.#reading += 1
    this.#count = 0
    this.#isSameOrder = true
    return isSame
  }

  /**
   * Takes the records of a page that this reading has not met before. Those without an identity are taken if they come after `joint`, the
   * last known record of the page, and after the `trailing` ones next to it that were taken with it.
   */
  take({ records, ids }: Page<R>, joint: number, trailing: number): Taken<R> {
    const onPage = new Map<string, number>()
    const firstNameless = joint < 0 ? 0 : joint + trailing + 1
    const met: R[] = []
    const fresh: R[] = []
    for (const [index, record] of records.entries()) {
      const id = ids[index] ?? null
      const times = id === null ? 0 : (onPage.get(id) ?? 0) + 1
      if (id !== null) onPage.set(id, times)
      const isFresh = !this.wasGiven(id) || times > 1
      const isMet = id === null ? this.#takeNameless(index >= firstNameless) : this.#takeNamed(id, times)
      if (isMet) met.push(record)
      if (isMet && isFresh) fresh.push(record)
    }
    return { met, fresh }
  }

  #takeNameless(isNew: boolean): boolean {
    if (isNew) this.nameless += 1
    return isNew
  }

  #takeNamed(id: string, times: number): boolean {
    if (times > 1) {
      // Two records of one page are two, whatever they are called: nothing that the service lists is left out.
      const isNew = times > (this.#repeated.get(id) ?? 1) && this.#repeated.size < maxRepeated
      if (isNew) this.#repeated.set(id, times)
      return isNew
    }
    if (this.has(id)) return false
    const place = this.#reading * placesOfReading + this.#count
    this.#isSameOrder &&= this.#met.get(id) === place - placesOfReading
    this.#met.set(id, place)
    this.#count += 1
    return true
  }
}

/** More than the read API can page through. */
const placesOfReading = 2 ** 30

/** Against a service that repeats without end. */
const maxRepeated = 10_000
const fewRepeated = 3
