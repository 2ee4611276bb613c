/**
 * Reading a whole list, page after page, for whoever needs every row of it and says meanwhile how far it is.
 *
 * The specification promises no order, so one reading proves nothing: a record that moves from the part not yet read to the part
 * already read is in neither. A list is complete where two readings in a row met the same records in the same order, with pages that
 * begin at other places (a service that loses a record at the border of two pages loses the same one each time), and where no other
 * way of asking shows that the service held some back (`cross-check.ts`). Up to four readings are made; what a later one finds is given
 * as well. Where the list was read in another way before, by which no record is passed over, one reading that meets the same records is
 * the second; and what that one saw and the list does not have, though the service still lists it there, makes it partial.
 */

import { counted } from '../../contract/count-text.ts'
import { limitRange, maxOffset } from '../../contract/endpoints.ts'
import { ApiError, noFailure } from '../api-error.ts'
import type { Records } from '../endpoints.ts'
import { type AskPage, CrossCheck, type ListDoubt, longerStart, type WholeList } from './cross-check.ts'
import { KnownRecords, ListFollower } from './follow-list.ts'
import { askWithRetries, type RetryOptions } from './retries.ts'

/** How far reading a list is. */
export interface WalkProgress {
  /** Records given. */
  readonly rows: number
  /** Pages asked for, those that were repeated and those that were empty included. */
  readonly pages: number
  /** How often the list is being read, from 1, and how many records this pass has met. */
  readonly pass: number
  readonly met: number
}

/** Before anything came. */
export const beforeFirstPage: WalkProgress = { rows: 0, pages: 0, pass: 1, met: 0 }

/** Who is told what while a list is read, and how it is stopped and held up. */
export interface Walk<R> extends RetryOptions {
  /** Takes the records of each page that were not given before; awaited before the next page is asked for. */
  readonly onPage?: ((records: readonly R[], progress: WalkProgress) => void | Promise<void>) | undefined
  /** After each answer. */
  readonly onProgress?: ((progress: WalkProgress) => void) | undefined
  /** Ends it with what was given so far: its reason is the sentence that says why. Once everything was read, it skips further readings. */
  readonly stop?: AbortSignal | undefined
  /** Rows a page, at least 2; the most that the service gives where it is not said. */
  readonly pageSize?: number | undefined
  /** The list as it was read before, day by day. */
  readonly earlier?: EarlierReading | undefined
  /** Whether one reading is enough where one answer held the whole list: an answer is of one moment, so nothing moved within it. */
  readonly isOneAnswerEnough?: boolean | undefined
}

/** The records of a list that was read before, not by its order but by place, such as a day: none that was there throughout is missing. */
export interface EarlierReading {
  readonly size: number
  /** How many records each place has. Every record is in one. */
  readonly places: ReadonlyMap<number, number>
  /** Where a record was met; null where it was not. */
  placeOf(identity: string): number | null
  /** The ids of what the service lists there now. */
  listedAt(place: number): Promise<readonly string[]>
}

/** What is known of a list that was read: `read-once` where the reader skipped the second reading. */
export type Completeness = 'complete' | 'read-once' | 'partial'

/** How reading a list ended. */
export interface WalkEnd {
  readonly completeness: Completeness
  /** Why it is not complete, in sentences for the reader; none where it is. */
  readonly doubts: readonly string[]
  /** Whether nothing speaks against it but that it ends where services cut lists off, and that no other way of asking tells more. */
  readonly isUnchecked: boolean
  /** The `start_date` with which it was read, because the service lists less without one; null where it has its own, or needs none. */
  readonly since: string | null
  /** Records given. */
  readonly rows: number
  /** Pages asked for, those that were repeated and those that were empty included. */
  readonly pages: number
  /** How often the list was read to its end. */
  readonly passes: number
  /** How often the list had moved, so that a page did not begin where it should. */
  readonly repairs: number
  /** Records that only a later pass met. They were given last. */
  readonly late: number
  /** When reading began and ended: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
}

/** A list that was read, with its records. */
export interface Walked<R> extends WalkEnd {
  readonly records: readonly R[]
}

/**
 * Reads a list to its end, as often as it takes to know that nothing was passed over. Failures are met as `RetryOptions` says, and
 * what was given stays given: after `onFailure` or `onSignInNeeded` it goes on where it stopped. Throws every other `ApiError`,
 * what `onPage` throws, and the signal's own reason once it is aborted.
 */
export async function readWhole<R>(asked: WholeList<R>, walk: Walk<R>): Promise<WalkEnd> {
  const now = walk.now ?? Date.now
  const begun = instant(now())
  const signal = walk.stop ? AbortSignal.any([walk.signal, walk.stop]) : walk.signal
  const retrying: RetryOptions = { ...walk, signal }
  const request: AskPage<R> = (read) => recordsOf(read, retrying)
  const known = new KnownRecords<R>()
  const earlier = walk.earlier && heldAgainst(walk.earlier, (id) => known.wasGiven(id))
  const total: Total = { rows: 0, pages: 0, passes: 0, repairs: 0, late: 0 }
  let list = asked
  let crossCheck = new CrossCheck(list)
  let since: string | null = null
  /** Readings of the list without the start. */
  let passesBefore = 0
  const end = (completeness: Completeness, doubts: readonly string[], isUnchecked = false): WalkEnd => ({
    completeness,
    doubts,
    isUnchecked,
    since,
    ...total,
    begun,
    ended: instant(now()),
  })

  try {
    let before: string | null = null
    let heldBack: ListDoubt | null = null
    while (total.passes - passesBefore < mostPasses) {
      const { digest, met, isAsEarlier, isOneAnswer, doubts } = await readOnce({
        list,
        walk,
        signal,
        request,
        known,
        earlier,
        crossCheck,
        total,
      })
      if (doubts.length > 0) return end('partial', doubts)
      const isSame =
        isAsEarlier || (walk.isOneAnswerEnough && isOneAnswer) || (digest !== null && digest === before)
      before = digest
      if (!isSame) continue
      const longer = await longerStart(list, met, request, now(), signal)
      if (longer === 'moved') continue
      if (longer?.isEarly === false) return end('partial', [longerSince(longer.start)])
      if (longer && list.since) {
        since = longer.start
        passesBefore = total.passes
        before = null
        list = list.since(since)
        crossCheck = new CrossCheck(list)
        continue
      }
      const wasGiven = (record: R) => known.wasGiven(list.identity(record))
      heldBack =
        (await crossCheck.ask(request, { wasGiven, isProved: isAsEarlier }, signal)) ??
        (await earlier?.doubt()) ??
        null
      if (heldBack === null) return end('complete', [])
    }
    return end('partial', [heldBack?.sentence ?? neverTheSame], heldBack?.isUnchecked)
  } catch (error) {
    if (!walk.stop?.aborted || walk.signal.aborted) throw error
    const passes = total.passes - passesBefore
    if (passes === 0) return end('partial', [String(walk.stop.reason)])
    return passes === 1 ? end('read-once', [skipped]) : end('partial', [skippedLater])
  }
}

type Total = { -readonly [Name in 'rows' | 'pages' | 'passes' | 'repairs' | 'late']: WalkEnd[Name] }

/** What one reading works with. */
interface Pass<R> {
  readonly list: WholeList<R>
  readonly walk: Walk<R>
  readonly signal: AbortSignal
  readonly request: AskPage<R>
  readonly known: KnownRecords<R>
  readonly earlier: ReturnType<typeof heldAgainst> | undefined
  readonly crossCheck: CrossCheck<R>
  readonly total: Total
}

/**
 * One reading. Gives the digest of what it met, in order, null where the order was seen to change; how many records it met, whether they are
 * those of the earlier reading, and whether the first answer held all of it; or why it is no use.
 */
async function readOnce<R>({ list, walk, signal, request, known, earlier, crossCheck, total }: Pass<R>) {
  const follower = new ListFollower(list.identity, known)
  const limit = limitOf(walk.pageSize ?? limitRange.max, total.passes)
  const { repairs } = total
  let met = 0
  let metEarlier = 0
  let metFirst = 0
  const progress = () => ({ rows: total.rows, pages: total.pages, pass: total.passes + 1, met })
  crossCheck.restart()
  for (let offset = follower.next(); offset !== null; offset = follower.next()) {
    total.pages += 1
    const page = { limit, offset }
    const taken = follower.receive(await request(() => list.read(page, signal)))
    met += taken.met.length
    if (offset === 0) metFirst = taken.met.length
    for (const record of taken.met) {
      crossCheck.count(record)
      if (earlier?.has(list.identity(record))) metEarlier += 1
    }
    for (const record of taken.fresh) earlier?.give(list.identity(record))
    total.rows += taken.fresh.length
    total.repairs = repairs + follower.repairs
    if (total.passes > 0) total.late += taken.fresh.length
    walk.onProgress?.(progress())
    if (taken.fresh.length > 0) await walk.onPage?.(taken.fresh, progress())
  }
  total.passes += 1
  const digest = known.nextReading()
  return {
    digest: follower.hasMoved ? null : digest,
    met,
    isAsEarlier: metEarlier === met && met === earlier?.size,
    isOneAnswer: met === metFirst && met < limit,
    doubts: [...follower.doubts, ...known.repeated.map(repetition)],
  }
}

/** Holds a reading against an earlier one. */
function heldAgainst(earlier: EarlierReading, wasGiven: (identity: string | null) => boolean) {
  const given = new Map<number, number>()
  const placeOf = (identity: string | null) => (identity === null ? null : earlier.placeOf(identity))
  return {
    size: earlier.size,
    has: (identity: string | null) => placeOf(identity) !== null,
    /** Notes what is given for the first time. */
    give(identity: string | null) {
      const place = placeOf(identity)
      if (place !== null) given.set(place, (given.get(place) ?? 0) + 1)
    },
    /** What was not given, and is still listed where it was met. What is not was seen to change. */
    async doubt(): Promise<ListDoubt | null> {
      const ids: string[] = []
      for (const [place, count] of earlier.places) {
        if ((given.get(place) ?? 0) >= count) continue
        const listed = await earlier.listedAt(place)
        ids.push(...listed.filter((id) => earlier.placeOf(id) === place && !wasGiven(id)))
        if (ids.length >= enoughMissing) break
      }
      const [example] = ids
      return example === undefined
        ? null
        : { sentence: missingRecords(ids.length, example), isUnchecked: false }
    },
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

/** Every other pass has smaller pages, so that they begin elsewhere. */
function limitOf(pageSize: number, passes: number): number {
  return passes % 2 === 0 ? pageSize : Math.max(2, Math.floor((pageSize * 7) / 8))
}

async function recordsOf<R>(
  request: () => Promise<Records<R>>,
  retrying: RetryOptions,
): Promise<readonly R[]> {
  return (await askWithRetries(request, retrying)).records
}

const neverTheSame = `The list was read ${mostPasses} times and was never the same twice in a row, so records may have been missed.`
const skipped =
  'The list was read once. The second reading, which shows whether any record was missed, was skipped.'
const skippedLater =
  'The list had changed, and reading it once more was skipped, so records may have been missed.'

/** So many are told as "at least". More days need not be asked for. */
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

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/**
 * A list that filled no page is taken as it is: services are allowed to have lists whose pages cannot be turned. So is one that nothing
 * speaks against but its length: a vault that it lacks shows in the balances and transactions that it is compared with. Of any other
 * that cannot be proved whole, part would be compared with all.
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
 * About how many rows a list has, within a tenth; null where a service does not turn pages. No answer says it, so single rows are asked for
 * ever further down. Good for how long reading may take, and for nothing else.
 */
export async function roughSize<R>(list: WholeList<R>, options: RetryOptions): Promise<number | null> {
  const has = async (offset: number) => {
    const page = { limit: 1, offset }
    const { records } = await askWithRetries(() => list.read(page, options.signal), options)
    return records.length > 0
  }
  let known = 0
  let beyond: number = limitRange.max
  while (await has(beyond)) {
    known = beyond
    beyond *= 2
    if (beyond > maxOffset) return null
  }
  // A page or less: no time to speak of.
  for (let step = 0; known > 0 && step < halvings; step++) {
    const middle = Math.floor((known + beyond) / 2)
    if (await has(middle)) known = middle
    else beyond = middle
  }
  return Math.ceil((known + beyond) / 2)
}

/** Between a number and its double: the middle of an eighth of that. */
const halvings = 3
