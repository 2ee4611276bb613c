/**
 * Follows a list that moves while it is read: new records push others to later offsets, departures pull them to earlier ones.
 *
 * Invariant: every permanent record before the frontier has been yielded; none after it has. A page is one consistent moment of the list.
 * A page with a known record, or at the head, leaves no gap, and the frontier moves to its end. Any other page may leave a gap: the reader
 * discards it and steps back, doubling the distance, until it meets a known record. Pages overlap by one record, so steps back are rare.
 *
 * The list ends at a known record followed by nothing, twice. This relies on a stable order, which no specification promises, so
 * `walk.ts` reads again. `doubts` reports a changed order, pages that do not turn, and records without an id.
 */
import { maxOffset } from '../../contract/endpoints.ts'

export class ListFollower<R> {
  repairs = 0
  /** The order changed, so records may have been skipped. */
  hasMoved = false
  readonly #identity: (record: R) => string | null
  readonly #known: KnownRecords<R>
  readonly #doubts = new Set<string>()
  #place: Place = head
  #isOver = false
  readonly #frontier = new Frontier()
  #last: { readonly ids: Ids; readonly offset: number } = { ids: [], offset: 0 }
  #longest = 0
  /** In a row: pages without a new record; identical pages at different offsets. In total: times that no known record was left. */
  readonly #idle = { pages: 0, same: 0, restarts: 0 }
  #used = 0

  constructor(identity: (record: R) => string | null, known: KnownRecords<R>) {
    this.#identity = identity
    this.#known = known
  }

  /** Why no number of readings can complete the list. Sentences for the reader. */
  get doubts(): readonly string[] {
    return [...this.#doubts]
  }

  next(): number | null {
    return this.#isOver ? null : this.#place.offset
  }

  /** Returns the records that are new to this reading. */
  receive(records: readonly R[]): Taken<R> {
    // An empty id identifies nothing.
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

  /** The page leaves no gap. */
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

interface Place {
  readonly offset: number
  /** Last record with an id. The page should begin with it. */
  readonly anchor: string | null
  /** Records without an id that followed the anchor. */
  readonly trailing: number
  /** Distance of the step back, 0 for none; `origin` is where it started. */
  readonly back: number
  readonly origin: number
  /** The previous page showed nothing after the anchor. */
  readonly isAfterEnd: boolean
}

const head: Place = { offset: 0, anchor: null, trailing: 0, back: 0, origin: 0, isAfterEnd: false }

/** Overlaps by one record, or starts right after it where the list seems to end. */
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

/** First by just under a page, which still overlaps; then doubles. */
function steppedBack(place: Place, longest: number): Place {
  const isFirst = place.back === 0
  const origin = isFirst ? place.offset : place.origin
  const back = isFirst ? Math.max(1, longest - 1) : 2 * place.back
  return { ...place, origin, back, offset: Math.max(0, origin - back), isAfterEnd: false }
}

/** The furthest record yielded, while certain. No known record comes after it as long as the order stays. */
class Frontier {
  #furthest: string | null = null
  #isLost = false

  isPassed(ids: Ids, isKnown: (id: string | null) => boolean): boolean {
    const at = this.#furthest === null ? -1 : ids.lastIndexOf(this.#furthest)
    return at >= 0 && ids.slice(at + 1).some(isKnown)
  }

  /** The records after `joint` are new. */
  move(ids: Ids, joint: number, isRestart: boolean): void {
    this.#isLost ||= isRestart
    const goesOn = this.#furthest === null ? joint <= 0 : ids.includes(this.#furthest)
    this.#furthest = this.#isLost || !goesOn ? null : (ids.findLast((id) => id !== null) ?? null)
  }
}

/** `pages`: without a new record, on top of twice those that had some, for the way back through a long list. */
const tolerated = { pages: 100, same: 2, restarts: 10 }

const doubtAbout = {
  identity: 'Some records have no id, so nothing tells them apart.',
  turning:
    'The service sent the same page again instead of the next one, so nothing shows whether there is more.',
  following:
    'The pages did not join up: the list moves faster than it can be read, or the service does not turn pages as the read API says.',
  length: 'The list is longer than the read API can page through.',
} as const

interface Page<R> {
  readonly records: readonly R[]
  readonly ids: Ids
}

/** `met`: new to this reading. `fresh`: new to all readings. */
export interface Taken<R> {
  readonly met: readonly R[]
  readonly fresh: readonly R[]
}

/** Yielded records, across readings. */
export class KnownRecords<R> {
  /** Records without an id. */
  nameless = 0
  /** By id: the last reading that met it, and its place there, packed into one number. */
  readonly #met = new Map<string, number>()
  #reading = 0
  #count = 0
  #before: number | null = null
  #isSameOrder = true
  /** Most occurrences of an id on one page. */
  readonly #repeated = new Map<string, number>()

  /** A few ids that occurred twice on one page. */
  get repeated(): readonly string[] {
    return [...this.#repeated.keys()].slice(0, fewRepeated)
  }

  /** In this reading; false without an id. */
  has(id: string | null): boolean {
    return id !== null && (this.#met.get(id) ?? -1) >= this.#reading * placesOfReading
  }

  /** In any reading. */
  wasGiven(id: string | null): boolean {
    return id !== null && this.#met.has(id)
  }

  /** True where this reading matched the previous one, in the same order. */
  endReading(): boolean {
    const isSame = this.#isSameOrder && this.#count === this.#before
    this.#before = this.#count
    this.#reading += 1
    this.#count = 0
    this.#isSameOrder = true
    return isSame
  }

  /** A record without an id is new after `joint`, the last known record of the page, and the `trailing` ones after that. */
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
      // Two rows of one page are two records, even with the same id: nothing listed is left out.
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

/** Protects memory from a service that repeats without end. */
const maxRepeated = 10_000
const fewRepeated = 3
