/**
 * Following a list that moves while it is read: new records push others to later offsets, records that leave pull them to earlier
 * ones.
 *
 * What holds after every page: there is a place in the list's order up to which every record that was there throughout has been
 * given, and behind which none has been given. A page is rows that stood next to each other at one moment. One that holds a record
 * given before, or begins at the head of the list, leaves no gap: what stands behind that record goes on without a break, and the
 * place moves to the end of the page. One that holds none may leave a gap and is not used: the reader steps back, twice as far
 * each time, until a known record is met. Pages overlap by one record, so that the ordinary page is one of the first kind.
 *
 * The end is proved by a page with a known record and nothing behind it, followed by nothing where the next record would be. All
 * this stands on an order that depends on nothing that changes, which no specification promises: one reading alone proves nothing, and
 * `walk.ts` reads again. Where the order is seen to change, or the service does not turn pages, or gives nothing to tell records
 * apart by, a sentence says so.
 */
import { maxOffset } from '../../contract/endpoints.ts'
import { type Fingerprint, Fingerprints, fingerprint } from './fingerprints.ts'

/** Decides which page is asked for next, and which of its records are new. Begins at the head of a list. */
export class ListFollower<R> {
  /** How often a page did not begin where it should. */
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
  /** In a row: pages without a new record, pages that are the same at different offsets. In all: times that nothing known was left. */
  readonly #idle = { pages: 0, same: 0, restarts: 0 }
  /** Pages that brought a new record. */
  #used = 0

  constructor(identity: (record: R) => string | null, known: KnownRecords<R>) {
    this.#identity = identity
    this.#known = known
  }

  /** Why the list cannot be read whole, however often it is read: in sentences for the reader. */
  get doubts(): readonly string[] {
    return [...this.#doubts]
  }

  /** The offset to ask for; null where the list has ended or cannot be followed further. */
  next(): number | null {
    return this.#isOver ? null : this.#place.offset
  }

  /** Takes the page that was asked for, and gives its records that this reading had not met before. */
  receive(records: readonly R[]): Taken<R> {
    const page = identified(records, this.#identity)
    const { offset, anchor, back, isBehindEnd } = this.#place
    if (records.length === 0 && (offset === 0 || isBehindEnd)) {
      this.#isOver = true
      return nothing
    }
    if (anchor !== null && back === 0 && (isBehindEnd || page.ids[0] !== anchor)) this.repairs += 1
    const joint = page.ids.findLastIndex((_, index) => this.#known.has(page, index))
    const isJoined = joint >= 0 || offset === 0
    const taken = isJoined ? this.#join(page, joint) : nothing
    if (!isJoined) this.#place = steppedBack(this.#place, Math.max(this.#longest, records.length))
    this.#watch(page, taken.met.length > 0, offset)
    return taken
  }

  /** A page that leaves no gap. */
  #join(page: IdentifiedPage<R>, joint: number): Taken<R> {
    const { anchor: expected, trailing, offset } = this.#place
    const isRestart = joint < 0 && this.#used > 0
    if (isRestart) this.#idle.restarts += 1
    if (this.#frontier.isPassed(page.ids, (index) => this.#known.has(page, index))) this.hasMoved = true
    this.#frontier.move(page.ids, joint, isRestart)
    const taken = this.#known.take(page, joint, page.ids[joint] === expected ? trailing : 0)
    if (this.#known.nameless > 0) this.#doubts.add(doubtAbout.identity)
    const anchor = page.ids.findLastIndex((id) => id !== null)
    if (anchor < 0) this.#isOver = true
    else this.#place = placeBehind(page.ids, offset, anchor, taken.met.length > 0)
    return taken
  }

  #watch({ ids }: IdentifiedPage<R>, hasNew: boolean, offset: number): void {
    const isSame = ids.length === this.#last.ids.length && ids.every((id, at) => id === this.#last.ids[at])
    if (ids.length > 0) {
      this.#idle.same = isSame && offset !== this.#last.offset ? this.#idle.same + 1 : 0
      this.#last = { ids, offset }
      this.#longest = Math.max(this.#longest, ids.length)
    }
    this.#used += hasNew ? 1 : 0
    this.#idle.pages = hasNew ? 0 : this.#idle.pages + 1
    const { pages, same, restarts } = this.#idle
    if (same > borne.same) this.#giveUp(doubtAbout.turning)
    else if (pages > borne.pages + 2 * this.#used || restarts > borne.restarts)
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
  /** How many records without an identity were given behind it. */
  readonly trailing: number
  /** How far the reader stepped back, and from where; 0 where it did not. */
  readonly back: number
  readonly origin: number
  /** Whether nothing is expected: the page before showed nothing behind the anchor. */
  readonly isBehindEnd: boolean
}

const head: Place = { offset: 0, anchor: null, trailing: 0, back: 0, origin: 0, isBehindEnd: false }

/** On to the next page, which begins with the last record of this one; or right behind it, where it seems to be the last of all. */
function placeBehind(ids: Ids, offset: number, anchor: number, hasNew: boolean): Place {
  const isBehindEnd = !hasNew && anchor === 0
  return {
    ...head,
    offset: offset + (isBehindEnd ? ids.length : anchor),
    anchor: ids[anchor] ?? null,
    trailing: ids.length - 1 - anchor,
    isBehindEnd,
  }
}

/** First by almost a page, which a page still covers; then twice as far each time. */
function steppedBack(place: Place, longest: number): Place {
  const isFirst = place.back === 0
  const origin = isFirst ? place.offset : place.origin
  const back = isFirst ? Math.max(1, longest - 1) : 2 * place.back
  return { ...place, origin, back, offset: Math.max(0, origin - back), isBehindEnd: false }
}

/**
 * The furthest record of all that were given: where the order stays, no known one is ever behind it. It is only claimed where it is sure:
 * many new records may be before it, and it may leave the list itself.
 */
class Frontier {
  #furthest: string | null = null
  #isLost = false

  isPassed(ids: Ids, isKnown: (index: number) => boolean): boolean {
    const at = this.#furthest === null ? -1 : ids.lastIndexOf(this.#furthest)
    return at >= 0 && ids.some((_, index) => index > at && isKnown(index))
  }

  /** Moves on to the end of a page of which the records behind `joint` are new. */
  move(ids: Ids, joint: number, isRestart: boolean): void {
    this.#isLost ||= isRestart
    const goesOn = this.#furthest === null ? joint <= 0 : ids.includes(this.#furthest)
    this.#furthest = this.#isLost || !goesOn ? null : (ids.findLast((id) => id !== null) ?? null)
  }
}

/**
 * How much is borne before the list is given up: pages in a row without a new record, beside twice as many as brought some (the
 * way back through a long list); the same page at other offsets; times that nothing known was left of the list.
 */
const borne = { pages: 100, same: 2, restarts: 10 }

const doubtAbout = {
  identity: 'Some records have no id, so nothing tells them apart.',
  turning:
    'The service sent the same page again instead of the next one, so nothing shows whether there is more.',
  following:
    'The pages did not join up: the list moves faster than it can be read, or the service does not turn pages as the read API says.',
  length: 'The list is longer than the read API can page through.',
} as const

/** A page as it came: its records, and what tells each from the others. */
interface IdentifiedPage<R> {
  readonly records: readonly R[]
  readonly ids: readonly (string | null)[]
  readonly marks: readonly (Fingerprint | null)[]
}

/** The records of a page that come next in this reading, and those among them that no reading gave before. */
export interface Taken<R> {
  readonly met: readonly R[]
  readonly fresh: readonly R[]
}

/** The records of a list that were given already, in little memory, over up to eight readings of it. */
export class KnownRecords<R> {
  /** How many records without an identity were taken. */
  nameless = 0
  /** A number of three bits tells in which of eight readings each was met last. */
  readonly #given = new Fingerprints(3)
  #round = 0
  #sequence = emptySequence
  /** How often identities were taken that one page had twice. */
  readonly #repeated = new Map<string, number>()

  /** Identities that two records of one page had, at most a few of them. */
  get repeated(): readonly string[] {
    return [...this.#repeated.keys()].slice(0, fewRepeated)
  }

  /** Whether the record at this place of a page was met before in this reading. Records without an identity never were. */
  has({ marks }: IdentifiedPage<R>, index: number): boolean {
    const mark = marks[index] ?? null
    return mark !== null && this.#given.stampOf(mark) === this.#round
  }

  /** Whether any reading gave the record with this identity. */
  wasGiven(identity: string | null): boolean {
    return identity !== null && this.#given.has(fingerprint(identity))
  }

  /** Ends this reading and begins the next. Gives the digest of the ids that were met, in their order. */
  nextReading(): string {
    const digest = this.#sequence.join(' ')
    this.#sequence = emptySequence
    this.#round += 1
    return digest
  }

  /**
   * Takes the records of a page that this reading has not met before. Those without an identity are taken where
   * they are behind `joint`, the last known record of the page, and the `trailing` ones right behind it that were taken with it.
   */
  take({ records, ids, marks }: IdentifiedPage<R>, joint: number, trailing: number): Taken<R> {
    const onPage = new Map<string, number>()
    const firstNameless = joint < 0 ? 0 : joint + trailing + 1
    const met: R[] = []
    const fresh: R[] = []
    for (const [index, record] of records.entries()) {
      const id = ids[index] ?? null
      const mark = marks[index] ?? null
      const times = (onPage.get(id ?? '') ?? 0) + 1
      if (id !== null) onPage.set(id, times)
      const { isMet, isFresh } =
        id === null || mark === null
          ? this.#takeNameless(index >= firstNameless)
          : times === 1
            ? this.#takeNamed(mark)
            : this.#takeRepeated(id, times)
      if (isMet) met.push(record)
      if (isFresh) fresh.push(record)
    }
    return { met, fresh }
  }

  #takeNameless(isMet: boolean) {
    if (isMet) this.nameless += 1
    return { isMet, isFresh: isMet }
  }

  #takeNamed(mark: Fingerprint) {
    const before = this.#given.stampOf(mark)
    const isMet = before !== this.#round
    if (isMet) {
      this.#given.stamp(mark, this.#round)
      this.#sequence = followed(this.#sequence, mark)
    }
    return { isMet, isFresh: before === null }
  }

  /** Two records of one page are two, whatever they are called: nothing that the service lists is left out. */
  #takeRepeated(id: string, times: number) {
    const isNew = times > (this.#repeated.get(id) ?? 1) && this.#repeated.size < maxRepeated
    if (isNew) this.#repeated.set(id, times)
    return { isMet: isNew, isFresh: isNew }
  }
}

/** Identifies each record of a page. An empty text tells nothing apart. */
function identified<R>(records: readonly R[], identity: (record: R) => string | null): IdentifiedPage<R> {
  const ids = records.map((record) => identity(record) || null)
  return { records, ids, marks: ids.map((id) => (id === null ? null : fingerprint(id))) }
}

/** Against a service that repeats without end. */
const maxRepeated = 10_000
const fewRepeated = 3

/** A digest of ids in an order: two orders of the same ids have different ones. Against chance, not against malice. */
type Sequence = readonly [number, number, number, number]

const emptySequence: Sequence = [0, 0, 0, 0]

function followed([a, b, c, d]: Sequence, mark: Fingerprint): Sequence {
  return [step(a, mark[0]), step(b, mark[1]), step(c, mark[2]), step(d, mark[3])]
}

function step(sum: number, word: number): number {
  return (Math.imul(((sum << 5) | (sum >>> 27)) ^ word, 0x9e3779b1) + 0x7f4a7c15) >>> 0
}
