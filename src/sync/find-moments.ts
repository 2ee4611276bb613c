/**
 * Finds on which side of given moments the service recorded each transaction of the store, for reports whose periods begin and end within a
 * day, or begin before all days are known. It reads lists from one moment to the next, as far as something there is not decided, and asks for
 * single transactions last.
 */
import { dayLength } from '../contract/day.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { DaysSet, RecordedSpan } from '../store/days.ts'
import { liesWithin, rowsOfSpans } from '../store/moments.ts'
import type { DatesState, MomentsState } from '../store/state.ts'
import { DatedWindows, latestMoment, sharedId, type TimeWindow } from './dated-windows.ts'
import { knownDates, voidDates } from './day-sweep.ts'
import { findDays } from './find-days.ts'
import { isWideSpan, type OpenMoments, openMoments, windowsBetween } from './open-moments.ts'
import { fitsRequest } from './service/endpoints.ts'
import { perform, RequestCount, type ServiceRead } from './service/service-read.ts'
import { ContradictoryDates, type WindowList, WindowSweep } from './window-sweep.ts'

interface MomentsFound {
  /** Of these moments nothing is left to ask for. */
  readonly isComplete: boolean
  readonly requests: number
}

/** One step, which may ask a little more than `mostRequests`. What it found out is kept, and the next one goes on with the rest. */
export function* findMoments(
  rows: AccountStore,
  fence: string,
  moments: readonly number[],
  options: StepOptions,
): ServiceRead<MomentsFound> {
  const count = new RequestCount()
  const search = findMore(rows, fence, moments, options, () => count.requests >= options.mostRequests)
  const isComplete = yield* count.of(search)
  return { isComplete, requests: count.requests }
}

interface StepOptions {
  readonly mostRequests: number
  /** Requests take no time of their own. */
  readonly isQuick?: boolean
}

function* findMore(
  rows: AccountStore,
  fence: string,
  moments: readonly number[],
  { mostRequests, isQuick = false }: StepOptions,
  isEnough: () => boolean,
): ServiceRead<boolean> {
  const dates = yield* knownDates(rows, fence)
  if (dates === null || dates.failure !== null) return true
  const open = yield* openNow(rows, moments)
  if (open.moments.length === 0) return true
  if (yield* areDaysQuicker(rows, dates, open, isQuick)) {
    yield* findDays(rows, fence, { mostRequests })
    return false
  }
  return yield* new MomentSearch(rows, fence, dates, isEnough).run(open)
}

function* openNow(rows: AccountStore, moments: readonly number[]): ServiceRead<OpenMoments> {
  const spans = yield* perform(() => rows.straddlingSpans(moments))
  return openMoments(moments, spans, yield* perform(() => rows.state()))
}

/** Where the pages of a day are full, to read all days takes as many requests as to read everything between the moments. */
function* areDaysQuicker(
  rows: AccountStore,
  dates: DatesState,
  { spans }: OpenMoments,
  isQuick: boolean,
): ServiceRead<boolean> {
  const undated = rowsOfSpans(spans.filter(isWideSpan))
  if (undated === 0) return false
  if (isQuick || undated > mostAtOnce) return true
  if (dates.askedFrom === null || undated < 10 * dates.longestPage) return false
  const days = (yield* latestMoment(dates.days)) / dayLength - dates.askedFrom
  const dated = (yield* perform(() => rows.size())) - undated
  return dated / days > dates.longestPage / 2
}

class MomentSearch {
  readonly #rows: AccountStore
  readonly #fence: string
  readonly #dates: DatesState
  readonly #isEnough: () => boolean
  readonly #windows: DatedWindows

  constructor(rows: AccountStore, fence: string, dates: DatesState, isEnough: () => boolean) {
    this.#rows = rows
    this.#fence = fence
    this.#dates = dates
    this.#isEnough = isEnough
    this.#windows = new DatedWindows(dates)
  }

  *run({ moments, spans }: OpenMoments): ServiceRead<boolean> {
    const latest = yield* latestMoment(this.#dates.days)
    const past = moments.filter((at) => at < latest)
    const isOfDatedAlone = !spans.some(isWideSpan)
    const divided = spans.filter((span) => past.some((at) => liesWithin(at, span)))
    const windows = windowsBetween(past.flatMap(minutesAround), divided, latest)
    const narrow = (lists: readonly WindowList[]) => this.#narrow(lists, isOfDatedAlone)
    const sweep = new WindowSweep({ rows: this.#rows, windows: this.#windows, narrow }, this.#dates.doubts)
    try {
      const settled = yield* this.#readWindows(sweep, windows, past)
      yield* this.#readGaps(settled)
      yield* this.#seekRest(settled)
      const isComplete = settled.length === past.length
      if (isComplete && past.length < moments.length) yield* this.#endSpans(isOfDatedAlone)
      yield* this.#note(isComplete ? moments : settled, sweep.doubts)
      return isComplete
    } catch (error) {
      if (!(error instanceof ContradictoryDates)) throw error
      yield* this.#void(windows)
      return true
    }
  }

  /** Reads around moments and returns those that are finished. At least one, unless there are none. */
  *#readWindows(
    sweep: WindowSweep,
    windows: readonly TimeWindow[],
    moments: readonly number[],
  ): ServiceRead<readonly number[]> {
    for (const window of windows) {
      yield* sweep.read(window)
      const read = sweep.held ? sweep.held.window.before : window.from
      const settled = moments.filter((at) => minutesAround(at).every((cut) => cut > read))
      if (settled.length === 0 || !this.#isEnough()) continue
      yield* sweep.settle()
      return settled
    }
    yield* sweep.advance(null)
    return moments
  }

  *#narrow(lists: readonly WindowList[], isOfDatedAlone: boolean): ServiceRead<DaysSet> {
    const latest = yield* latestMoment(this.#dates.days)
    const spans = lists.flatMap(({ window, ids }) => {
      const from = Math.max(0, window.from)
      const before = Number.isFinite(window.before) ? window.before : latest
      return [...ids].map((id) => ({ id, from, before }))
    })
    return yield* this.#set(spans, isOfDatedAlone)
  }

  #set(spans: readonly RecordedSpan[], isOfDatedAlone: boolean): ServiceRead<DaysSet> {
    return perform(() => this.#rows.setDays(this.#fence, spans, {}, { isOfDatedAlone }))
  }

  /**
   * A service with finer instants may have some between the last millisecond of a window and the moment after it, which no window lists. They
   * lie before the moment.
   */
  *#readGaps(moments: readonly number[]): ServiceRead<void> {
    if (this.#dates.form !== 'instant') return
    let inVain = 0
    for (const at of (yield* openNow(this.#rows, moments)).moments) {
      if (inVain === mostInVain) return
      const later = yield* this.#idsIn({ from: at, before: at + 1 })
      const near = later && (yield* this.#idsIn({ from: at - 1, before: at + 1 }))
      const spans = [...(near ?? [])].flatMap((id) =>
        later?.has(id) ? [] : { id, from: at - 1, before: at },
      )
      const { narrowed } = yield* this.#set(spans, true)
      inVain = narrowed > 0 ? 0 : inVain + 1
    }
  }

  /** Null where nothing shows that these are all. */
  *#idsIn(window: TimeWindow): ServiceRead<ReadonlySet<string> | null> {
    const ids = new Set<string>()
    // biome-ignore lint/correctness/useYield: a page of ids asks for nothing more.
    const isWhole = yield* this.#windows.read(window, function* (records) {
      for (const { transaction_id: id } of records) if (id) ids.add(id)
    })
    return isWhole ? ids : null
  }

  /** Those that moved within their list while it was read. */
  *#seekRest(moments: readonly number[]): ServiceRead<void> {
    const open = (yield* openNow(this.#rows, moments)).moments
    if (open.length === 0) return
    let inVain = 0
    for (const span of yield* perform(() => this.#rows.straddlingIds(open, mostSought))) {
      if (inVain === mostInVain) return
      if (!fitsRequest(span.id)) continue
      const shared = yield* sharedId(this.#rows, span.id)
      const side = yield* seekSide(this.#windows, { ...span, ...shared }, open)
      inVain = side === null ? inVain + 1 : 0
      if (side !== null) yield* this.#set([{ ...shared, ...side }], true)
    }
  }

  /** What is listed now was recorded before a moment that has not come yet. */
  *#endSpans(isOfDatedAlone: boolean): ServiceRead<void> {
    const latest = yield* latestMoment(this.#dates.days)
    const options = { limit: mostWritten, isOfDatedAlone }
    while ((yield* perform(() => this.#rows.endSpans(this.#fence, latest, options))) > 0);
  }

  /** What lies on a side of these that the service does not tell. */
  *#note(moments: readonly number[], doubts: readonly string[]): ServiceRead<void> {
    const spans = yield* perform(() => this.#rows.straddlingSpans(moments))
    const found = moments.flatMap((at) => {
      const around = spans.filter((span) => liesWithin(at, span))
      const wide = rowsOfSpans(around.filter(isWideSpan))
      const dated = rowsOfSpans(around) - wide
      return dated + wide > 0 ? [{ at, dated, wide }] : []
    })
    const state = yield* perform(() => this.#rows.state())
    const others = state.moments.left.filter(({ at }) => !moments.includes(at))
    const left = [...others, ...found].slice(-mostLeft)
    const isDoubted = state.dates !== null && doubts !== this.#dates.doubts
    const dates = isDoubted && state.dates ? { dates: { ...state.dates, doubts } } : {}
    yield* perform(() => this.#rows.note(this.#fence, { moments: { ...state.moments, left }, ...dates }))
  }

  /** Two windows list one transaction. Days alone may be right all the same; if they are not, nothing has a date. */
  *#void(windows: readonly TimeWindow[]): ServiceRead<void> {
    const isOfDays = windows.every(({ from, before }) =>
      [from, before].every((at) => !Number.isFinite(at) || at % dayLength === 0),
    )
    if (isOfDays) return yield* voidDates(this.#rows, this.#fence, this.#dates)
    const moments: MomentsState = { isContradictory: true, left: [] }
    yield* perform(() => this.#rows.widenToDays(this.#fence, { moments }))
  }
}

/**
 * The moment, and where it is none, the whole minutes on both sides of it: a service that cuts instants to their minutes lists something twice
 * then, or nowhere, and not on the wrong side.
 */
function minutesAround(at: number): readonly number[] {
  const minute = 60_000
  return at % minute === 0 ? [at] : [Math.floor(at / minute) * minute, at, Math.ceil(at / minute) * minute]
}

/** Transactions whose lists are held in memory. */
const mostAtOnce = 200_000
/** Spans that one statement ends: the embedded database answers lists between two. */
const mostWritten = 500
const mostInVain = 10
/** Transactions by their ids, in one step. */
const mostSought = 50
/** How many moments are remembered that the service could not resolve. */
const mostLeft = 500

/** Between which of the moments within its span the service lists all transactions of an id, mostly one; null where that is not one place alone. */
function* seekSide(
  windows: DatedWindows,
  { id, from, before, records = 1 }: RecordedSpan,
  moments: readonly number[],
): ServiceRead<TimeWindow | null> {
  const bounds = [from, ...moments.filter((at) => from < at && at < before), before]
  const windowAt = (place: number) => ({
    from: bounds[place] ?? -Infinity,
    before: bounds[place + 1] ?? Infinity,
  })
  let [low, high] = [0, bounds.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (yield* windows.lists(id, { from: windowAt(middle).from, before: Infinity })) low = middle
    else high = middle
  }
  if (!(yield* windows.listsAll({ id, records }, windowAt(low)))) return null
  for (const place of [low - 1, low + 1]) {
    const isInSpan = place >= 0 && place < bounds.length - 1
    if (isInSpan && (yield* windows.lists(id, windowAt(place))) !== false) return null
  }
  return windowAt(low)
}
