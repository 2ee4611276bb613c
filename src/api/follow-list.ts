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
 * this stands on an order that depends on nothing that changes. Where it shows that it does, or that the service does not turn
 * pages, or gives nothing to tell records apart by, the list was not read whole, and a sentence says why.
 */
import { maxOffset } from '../contract/endpoints.ts'
import { createKnownRecords, type IdentifiedPage, identified } from './known-records.ts'

/** What decides which page is asked for next, and which of its records are new. */
export interface ListFollower<R> {
  /** The offset to ask for; null where the list has ended or cannot be followed further. */
  next(): number | null
  /** Takes the page that was asked for, and gives its records that were not given before. */
  receive(records: readonly R[]): readonly R[]
  /** Whether the last page that held anything began behind the head of the list, so that the head may have changed unseen. */
  readonly isBeyondHead: boolean
  /** Takes the first page as it is at the end, and counts the records on it that were never given. */
  compareHead(records: readonly R[]): number
  /** How often a page did not begin where it should. */
  readonly repairs: number
  /** Why it is not proved that the list was read whole, in sentences for the reader. */
  readonly doubts: readonly string[]
}

/** Begins at the head of a list. */
export function followList<R>(identity: (record: R) => string | null): ListFollower<R> {
  const known = createKnownRecords<R>()
  const doubts = new Set<string>()
  let place: Place = head
  let isOver = false
  let repairs = 0
  const frontier = createFrontier()
  let headIds: Ids | null = null
  let last: { readonly ids: Ids; readonly offset: number } = { ids: [], offset: 0 }
  let longest = 0
  /** In a row: pages without a new record, pages that are the same at different offsets. In all: times that nothing known was left. */
  const idle = { pages: 0, same: 0, restarts: 0 }
  let used = 0

  const giveUp = (reason: string) => {
    doubts.add(reason)
    isOver = true
  }

  /** A page that leaves no gap. */
  const join = (page: IdentifiedPage<R>, joint: number): readonly R[] => {
    const isRestart = joint < 0 && used > 0
    if (isRestart) idle.restarts += 1
    if (frontier.isPassed(page.ids, (index) => known.has(page, index))) doubts.add(doubtAbout.order)
    frontier.move(page.ids, joint, isRestart)
    const fresh = known.take(page, joint, page.ids[joint] === place.anchor ? place.trailing : 0)
    if (known.nameless > 0) doubts.add(doubtAbout.identity)
    if (known.hasRepeated) doubts.add(doubtAbout.repetition)
    const anchor = page.ids.findLastIndex((id) => id !== null)
    if (anchor < 0) isOver = true
    else place = placeBehind(page.ids, place.offset, anchor, fresh.length > 0)
    return fresh
  }

  const watch = (page: IdentifiedPage<R>, hasNew: boolean, offset: number) => {
    const isSame =
      page.ids.length === last.ids.length && page.ids.every((id, index) => id === last.ids[index])
    if (page.ids.length > 0) {
      idle.same = isSame && offset !== last.offset ? idle.same + 1 : 0
      last = { ids: page.ids, offset }
      longest = Math.max(longest, page.ids.length)
    }
    used += hasNew ? 1 : 0
    idle.pages = hasNew ? 0 : idle.pages + 1
    if (idle.same > borne.same) giveUp(doubtAbout.turning)
    else if (idle.pages > borne.pages + 2 * used || idle.restarts > borne.restarts)
      giveUp(doubtAbout.following)
    else if (place.offset > maxOffset) giveUp(doubtAbout.length)
  }

  return {
    next: () => (isOver ? null : place.offset),
    receive(records) {
      const page = identified(records, identity)
      const { offset, anchor, back, isBehindEnd } = place
      headIds ??= page.ids
      if (records.length === 0 && (offset === 0 || isBehindEnd)) {
        isOver = true
        return []
      }
      if (anchor !== null && back === 0 && (isBehindEnd || page.ids[0] !== anchor)) repairs += 1
      const joint = page.ids.findLastIndex((_, index) => known.has(page, index))
      const isJoined = joint >= 0 || offset === 0
      const fresh = isJoined ? join(page, joint) : []
      if (!isJoined) place = steppedBack(place, Math.max(longest, records.length))
      watch(page, fresh.length > 0, offset)
      return fresh
    },
    get isBeyondHead() {
      return doubts.size === 0 && last.offset > 0
    },
    compareHead(records) {
      const page = identified(records, identity)
      if (!isInOrder(headIds ?? [], page.ids)) doubts.add(doubtAbout.order)
      return page.ids.filter((_, index) => !known.has(page, index)).length
    },
    get repairs() {
      return repairs
    },
    get doubts() {
      return [...doubts]
    },
  }
}

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

/** The furthest record of all that were given: where the order stays, no known one is ever behind it. */
interface Frontier {
  isPassed(ids: Ids, isKnown: (index: number) => boolean): boolean
  /** Moves on to the end of a page of which the records behind `joint` are new. */
  move(ids: Ids, joint: number, isRestart: boolean): void
}

/** It is only claimed where it is sure: many new records may stand before it, and it may leave the list itself. */
function createFrontier(): Frontier {
  let furthest: string | null = null
  let isLost = false
  return {
    isPassed(ids, isKnown) {
      const at = furthest === null ? -1 : ids.lastIndexOf(furthest)
      return at >= 0 && ids.some((_, index) => index > at && isKnown(index))
    },
    move(ids, joint, isRestart) {
      isLost ||= isRestart
      const goesOn = furthest === null ? joint <= 0 : ids.includes(furthest)
      furthest = isLost || !goesOn ? null : (ids.findLast((id) => id !== null) ?? null)
    },
  }
}

/** Whether what both pages hold stands in the same order on both. */
function isInOrder(before: Ids, after: Ids): boolean {
  const places = new Map(before.map((id, index) => [id, index]))
  const common = after.flatMap((id) => places.get(id) ?? [])
  return common.every((place, index) => index === 0 || place > (common[index - 1] ?? -1))
}

/**
 * How much is borne before the list is given up: pages in a row without a new record, beside twice as many as brought some (the
 * way back through a long list); the same page at other offsets; times that nothing known was left of the list.
 */
const borne = { pages: 100, same: 2, restarts: 10 }

const doubtAbout = {
  order: 'The order of the list changed while it was read, so that records may have been passed over.',
  identity: 'Some records carry no id, so that nothing tells them from others.',
  repetition: 'The service lists two records with the same id on one page.',
  turning:
    'The service gives the same page again in place of the next one, so that nothing shows whether there is more.',
  following:
    'What the service gave did not join on to what was read before: the list moves faster than it can be read, or its pages are not turned as the read API says.',
  length: 'The list is longer than the read API can count.',
} as const
