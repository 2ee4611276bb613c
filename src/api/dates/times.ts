/**
 * The second in which every row of a list was recorded, for rows whose day is known. Windows of time are halved, each request two at once:
 * a window that begins within one group of rows and ends within the next splits both. A row has a second only where an answer for that
 * second alone contained it, and none for the time before or behind did.
 */
import { limitRange } from '../../contract/endpoints.ts'
import { createFingerprints, fingerprint } from '../walk/fingerprints.ts'
import { rangeOf } from './date-range.ts'
import { type Answer, createAsker, type DatedList } from './dated-list.ts'
import { dayNumber, dayOf, instantParameters } from './day.ts'
import type { DaysOptions, DaysRead } from './windows.ts'

/** Why no row has a time. `days`: the service takes no instants, or gives no days; `odd`: rows were listed outside of their second. */
export type NoTimes = 'days' | 'odd'

/** What the search for times came to. */
export interface TimesRead {
  readonly failure: NoTimes | null
  /** Whether it was cut short. */
  readonly isCut: boolean
  readonly requests: number
  /** The beginning of the second in which the row with this id was recorded, such as `2026-11-18T14:03:21Z`; null where it is not known. */
  timeOf(id: string): string | null
}

/** Rows that were all recorded between two seconds since 1970, both included. */
interface Group {
  readonly from: number
  readonly to: number
  readonly ids: readonly string[]
}

/** Finds the second of every row that has a day. Failures are met as `RetryOptions` says; refusals of a date are answers. */
export async function readTimes<R>(
  list: DatedList<R>,
  days: DaysRead,
  { onProgress, pageSize = limitRange.max, skip, ...options }: DaysOptions,
): Promise<TimesRead> {
  const range = rangeOf(list.filter, (options.now ?? Date.now)())
  if (range === null || days.failure !== null || days.form === 'day')
    return { failure: 'days', isCut: false, requests: 0, timeOf: () => null }
  const signal = skip ? AbortSignal.any([options.signal, skip]) : options.signal
  const asker = createAsker(list, pageSize, { ...options, signal })
  const seconds = createFingerprints(secondBits)
  let found = 0

  const windowOf = (from: number, to: number) =>
    instantParameters(
      Math.max(from * 1000, range.partOf(dayOf(from * 1000, 'utc')).from),
      Math.min(to * 1000 + 999, range.partOf(dayOf(to * 1000, 'utc')).to),
    )
  const ask = async (from: number, to: number): Promise<Answer> => {
    const answer = await asker.ask(windowOf(from, to), pageSize)
    if (answer === null) throw new NoTimesFound('days')
    return answer
  }
  const idsOf = async (second: number): Promise<readonly string[]> => {
    const { ids, isAll } = await ask(second, second)
    if (isAll) return ids
    const pages: string[] = []
    await asker.askAll(windowOf(second, second), (more) => pages.push(...more))
    return pages
  }

  /** The rows of a window, in as many groups as it takes to have each whole in one answer. */
  const groupsOf = async (from: number, to: number, { ids, isAll }: Answer): Promise<readonly Group[]> => {
    if (isAll) return ids.length === 0 ? [] : [{ from, to, ids }]
    if (from === to) return [{ from, to, ids: await idsOf(from) }]
    const middle = middleOf({ from, to })
    const [older, newer] = await halvesWithin(from, to)
    const groups = [await groupsOf(from, middle - 1, older), await groupsOf(middle, to, newer)]
    return groups.flat()
  }
  /** Both halves of a window. Some services take an instant for its day or its hour, and so list the same rows in both. */
  const halvesWithin = async (from: number, to: number): Promise<readonly [Answer, Answer]> => {
    const middle = middleOf({ from, to })
    const [older, newer] = await Promise.all([ask(from, middle - 1), ask(middle, to)])
    const inOlder = new Set(older.ids)
    if (newer.ids.some((id) => inOlder.has(id))) throw new NoTimesFound('odd')
    return [older, newer]
  }

  /** Splits a group, and the one behind it, by one request; those that an answer does not tell are left out. */
  const split = async (one: Group, next: Group | null): Promise<readonly Group[]> => {
    const middle = middleOf(one)
    const end = next === null ? one.to : middleOf(next) - 1
    const answer = await ask(middle, end)
    if (!answer.isAll)
      return next === null ? [] : (await Promise.all([split(one, null), split(next, null)])).flat()
    const has = new Set(answer.ids)
    return [...halvesOf(one, has, 'newer'), ...(next === null ? [] : halvesOf(next, has, 'older'))]
  }

  const narrow = async (groups: readonly Group[]): Promise<readonly Group[]> => {
    let now = groups
    for (;;) {
      const open = now.filter(({ from, to }) => from < to)
      if (open.length === 0) return now
      const pairs = open.flatMap((one, index) =>
        index % 2 === 0 ? [[one, open[index + 1] ?? null] as const] : [],
      )
      const narrower = await Promise.all(pairs.map(([one, next]) => split(one, next)))
      now = [...now.filter(({ from, to }) => from === to), ...narrower.flat()].sort(
        (one, other) => one.from - other.from,
      )
    }
  }

  /** Believes a second where the service lists the rows in it, and not in the time around it. */
  const confirm = async (groups: readonly Group[], { from, to }: Omit<Group, 'ids'>) => {
    const secondOf = new Map(
      groups.flatMap(({ from: second, ids }) => ids.map((id) => [id, second] as const)),
    )
    const borders = [from - 1, ...groups.map(({ from: second }) => second), to + 1]
    const around = borders.slice(1).flatMap((end, index) => {
      const begin = (borders[index] ?? end) + 1
      return begin < end ? [ask(begin, end - 1)] : []
    })
    const strays = (await Promise.all(around)).flatMap(({ ids }) => ids.filter((id) => secondOf.has(id)))
    if (strays.length > 0) throw new NoTimesFound('odd')
    // After that: what has gone meanwhile would not be found around its second either.
    const within = await Promise.all(groups.map(({ from: second }) => idsOf(second)))
    for (const [index, ids] of within.entries()) {
      const second = groups[index]?.from ?? 0
      for (const id of ids) {
        if (!secondOf.has(id)) continue
        if (secondOf.get(id) !== second) throw new NoTimesFound('odd')
        if (dayNumber(days.dayOf(id) ?? '') !== dayOf(second * 1000, 'utc')) continue
        seconds.stamp(fingerprint(id), second % dayLength)
        found += 1
      }
    }
    onProgress?.(found)
  }

  const finished = (failure: NoTimes | null, isCut = false): TimesRead => ({
    failure,
    isCut,
    requests: asker.requests,
    timeOf(id) {
      const day = days.dayOf(id)
      const second = failure === null ? seconds.stampOf(fingerprint(id)) : null
      if (day === null || second === null) return null
      return `${day}T${new Date(second * 1000).toISOString().slice(11, 19)}Z`
    },
  })
  try {
    // The longest answer there is: shorter ones are then known to be whole, and need no second request.
    await asker.ask(list.filter, pageSize)
    const all = days.days.toSorted((one, other) => one - other)
    let groups: Group[] = []
    let rows = 0
    let isTried = false
    const settle = async () => {
      const [first] = groups
      const last = groups.at(-1)
      if (first && last) await confirm(await narrow(groups), { from: first.from, to: last.to })
      groups = []
      rows = 0
    }
    for (const day of all) {
      const part = range.partOf(day)
      const [from, to] = [Math.floor(part.from / 1000), Math.floor(part.to / 1000)]
      if (from < to && !isTried) {
        await halvesWithin(from, to)
        isTried = true
      }
      const more = await groupsOf(from, to, await ask(from, to))
      groups.push(...more)
      rows += more.reduce((sum, { ids }) => sum + ids.length, 0)
      if (rows >= rowsAtOnce) await settle()
    }
    await settle()
    return finished(null)
  } catch (error) {
    if (error instanceof NoTimesFound) return finished(error.why)
    if (skip?.aborted && !options.signal.aborted) return finished(null, true)
    throw error
  }
}

/** Times that say nothing of when a row was recorded. */
class NoTimesFound extends Error {
  readonly why: NoTimes
  constructor(why: NoTimes) {
    super(why)
    this.why = why
  }
}

/** The first second of the newer half. */
function middleOf({ from, to }: Omit<Group, 'ids'>): number {
  return Math.floor((from + to) / 2) + 1
}

/** The halves of a group of which an answer has one, as far as they have rows; the older first. */
function halvesOf(group: Group, has: ReadonlySet<string>, answered: 'older' | 'newer'): readonly Group[] {
  const middle = middleOf(group)
  const isNewer = (id: string) => has.has(id) === (answered === 'newer')
  return [
    { from: group.from, to: middle - 1, ids: group.ids.filter((id) => !isNewer(id)) },
    { from: middle, to: group.to, ids: group.ids.filter(isNewer) },
  ].filter(({ ids }) => ids.length > 0)
}

/** Seconds of a day. */
const dayLength = 86_400
const secondBits = 17
/** So many rows are narrowed at once: fewer than an answer holds, and enough that groups have neighbours. */
const rowsAtOnce = 400
