/** The search for the days of a page's rows: where to ask next, so that few requests find them all. */
import type { Filter } from '../../contract/endpoints.ts'
import type { DayNumber, DayRange } from './day.ts'
import type { DayQueries } from './day-queries.ts'

/** So many answers of one day are read at the most: 10,000 transactions. */
const mostAnswersOfDay = 20

/** What is searched for, and who is told what was met. */
export interface Searched {
  readonly filter: Filter<'transactions'>
  readonly ids: readonly string[]
  readonly isOpen: (id: string) => boolean
  /** Takes the ids that an answer for one day contained. */
  readonly onMet: (ids: readonly string[], day: DayNumber) => void
  /** The past days of the filter that were read to their ends. */
  readonly read: Set<DayNumber>
  readonly signal: AbortSignal
}

/** One search for the rows of a page. */
export function createSearch(dates: DayQueries, { filter, ids, isOpen, onMet, read, signal }: Searched) {
  const asked = new Map<DayNumber, Promise<void>>()
  // From so many days on, the filter has more than an answer holds.
  let crowded = Number.POSITIVE_INFINITY
  const open = () => ids.filter(isOpen)

  /** Reads a day as far as rows are missing. */
  function askDay(day: DayNumber): Promise<void> {
    const reading = asked.get(day) ?? readDay(day)
    asked.set(day, reading)
    return reading
  }

  async function readDay(day: DayNumber): Promise<void> {
    let offset = 0
    for (let count = 0; count < mostAnswersOfDay; count++) {
      const answer = await dates.ask(filter, { first: day, last: day }, signal, offset)
      onMet(answer.ids, day)
      offset += answer.ids.length
      if (!answer.isFull && day < dates.today()) read.add(day)
      if (!answer.isFull || open().length === 0) return
    }
  }

  /** The rows among these that a range has, as far as one answer tells; a crowded range is asked for the first of them alone. */
  async function among(rows: readonly string[], range: DayRange): Promise<readonly string[]> {
    const length = range.last - range.first + 1
    if (length < crowded) {
      const { ids: met, isFull } = await dates.ask(filter, range, signal)
      const found = rows.filter((id) => met.includes(id))
      if (!isFull || found.includes(rows[0] ?? '')) return found
      crowded = length
    }
    const [first] = rows
    return first !== undefined && (await dates.has(first, range, signal)) ? [first] : []
  }

  /** Halves a range that has these rows until each half is a day. */
  async function halve(range: DayRange, rows: readonly string[]): Promise<void> {
    const missing = rows.filter(isOpen)
    if (missing.length === 0) return
    if (range.first === range.last) return askDay(range.first)
    const middle = Math.floor((range.first + range.last) / 2)
    const [older, newer] = [
      { first: range.first, last: middle },
      { first: middle + 1, last: range.last },
    ]
    const found = await among(missing, older)
    const others = missing.filter((id) => !found.includes(id))
    await Promise.all([halve(older, found), halve(newer, others)])
  }

  /** Looks for a row from a day on in both directions, each time twice as far. */
  async function lookAround(id: string, day: DayNumber): Promise<void> {
    const latest = dates.today() + 1
    let older = Math.min(day, latest)
    let newer = older
    for (let span = 1; older > 0 || newer < latest; span *= 2) {
      const ranges = [
        { first: Math.max(0, older - span), last: older - 1 },
        { first: newer + 1, last: Math.min(latest, newer + span) },
      ]
      for (const range of ranges) {
        if (range.first > range.last) continue
        const found =
          range.first === range.last
            ? await askDay(range.first).then(() => [])
            : await among([id, ...open().filter((other) => other !== id)], range)
        await halve(range, found)
        // What lies close together is found by its days; what is scattered, by going on.
        if (open().length === 0 || (!isOpen(id) && crowded <= span)) return
      }
      older = Math.max(0, older - span)
      newer = Math.min(latest, newer + span)
    }
    if (isOpen(id)) await lookAlone(id, { first: 0, last: latest })
  }

  /** Looks for one row by its id alone. */
  async function lookAlone(id: string, whole: DayRange): Promise<void> {
    if (!(await dates.has(id, whole, signal))) return
    let range = whole
    while (range.first < range.last) {
      const middle = Math.floor((range.first + range.last) / 2)
      const older = { first: range.first, last: middle }
      range = (await dates.has(id, older, signal)) ? older : { first: middle + 1, last: range.last }
    }
    if (!(await dates.has(id, range, signal))) return
    onMet([id], range.first)
  }

  return { askDay, lookAround, open, isAsked: (day: DayNumber) => asked.has(day) }
}
