/** What is watched in this browser, by account, and its news. */
import type { ConsoleTransaction, ListBody } from '../../contract/console-api.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { parseJson } from '../../ui/browser-store.ts'

export interface Watching {
  readonly watched: readonly string[]
  /** Not seen by the reader yet, newest first. */
  readonly news: readonly News[]
  /** Hours in flight that are too long; null for none. */
  readonly limit: number | null
  /** By id, while there is a limit: when this browser first saw a transaction in flight, and whether the reader was told that it is late. */
  readonly seen: Readonly<Record<string, Seen>>
}

interface Seen {
  /** Milliseconds. */
  readonly at: number
  readonly isTold: boolean
}

export interface News {
  readonly id: string
  /** `gone`: no longer listed. */
  readonly kind: 'ended' | 'late' | 'gone'
}

export interface WatchedRecords {
  /** As of when: milliseconds. */
  readonly at: number
  /** The ids that were looked for. */
  readonly ids: readonly string[]
  /** Whether what was not found is not listed by the service. */
  readonly isWhole: boolean
  readonly records: readonly WatchedRecord[]
}

interface WatchedRecord {
  readonly transaction: ConsoleTransaction
  /** Recorded before then, in milliseconds; Infinity where no date is known. */
  readonly before: number
}

export const nothingWatched: Watching = { watched: [], news: [], limit: null, seen: {} }

export const limits = [1, 4, 24, 72, 168] as const

export function isOpen(status: string | null): boolean {
  return openStatuses.some((one) => one === status)
}

/** `asOf`: of the latest update. `isOfService`: days are the service's own. */
export function watchedRecords(
  { ids, asOf, isOfService }: { ids: readonly string[]; asOf: string; isOfService: boolean },
  lists: readonly ListBody<ConsoleTransaction>[],
): WatchedRecords {
  // Days of a service may end half a day after those of UTC.
  const margin = isOfService ? 43_200_000 : 0
  const byId = new Map<string | null, WatchedRecord>()
  for (const transaction of lists.flatMap(({ records }) => records))
    byId.set(transaction.transaction_id, {
      transaction,
      before: (transaction.recorded?.before ?? Number.POSITIVE_INFINITY) + margin,
    })
  return {
    at: Date.parse(asOf),
    ids,
    isWhole: lists.every(({ from, completeness }) => from === 'store' && completeness === 'complete'),
    records: [...byId.values()],
  }
}

/** Compares the records with what was known. Returns the same object where nothing changed. */
export function newsOf(
  before: Watching,
  { at, ids, isWhole, records }: WatchedRecords,
): { readonly watching: Watching; readonly fresh: readonly News[] } {
  const byId = new Map(records.map((one) => [one.transaction.transaction_id, one]))
  const over = before.watched.flatMap((id): readonly News[] => {
    const record = byId.get(id)
    if (record) return isOpen(record.transaction.status) ? [] : [{ id, kind: 'ended' }]
    // Another tab may have added one meanwhile.
    return isWhole && ids.includes(id) ? [{ id, kind: 'gone' }] : []
  })
  const seen: Record<string, Seen> = {}
  const late: News[] = []
  const limit = before.limit === null ? Infinity : before.limit * 3_600_000
  for (const { transaction, before: recorded } of before.limit === null ? [] : records) {
    const { transaction_id: id, status } = transaction
    if (id === null || !isOpen(status)) continue
    const previous = before.seen[id]
    const first = Math.min(previous?.at ?? at, recorded)
    const isLate = at - first >= limit
    if (isLate && !previous?.isTold) late.push({ id, kind: 'late' })
    seen[id] = { at: previous?.at ?? at, isTold: isLate }
  }
  const fresh = [...over, ...late]
  const isSame = fresh.length === 0 && JSON.stringify(seen) === JSON.stringify(before.seen)
  if (isSame) return { watching: before, fresh }
  const isFresh = ({ id }: News) => fresh.some((one) => one.id === id)
  return {
    watching: {
      ...before,
      watched: before.watched.filter((id) => !over.some((one) => one.id === id)),
      news: [...fresh, ...before.news.filter((one) => !isFresh(one))].slice(0, mostNews),
      seen,
    },
    fresh,
  }
}

const mostNews = 100

/** "2 watched transactions ended, 3 in flight for more than a day". */
export function newsInWords(news: readonly News[], limit: number | null): string {
  const count = (kind: News['kind']) => news.filter((one) => one.kind === kind).length
  const [ended, gone, late] = [count('ended'), count('gone'), count('late')]
  const transactions = (number: number) =>
    number === 1 ? '1 watched transaction' : `${number} watched transactions`
  return [
    ended > 0 && `${transactions(ended)} ended`,
    gone > 0 && `${transactions(gone)} no longer listed`,
    late > 0 && `${late} in flight for ${limit === null ? 'long' : `more than ${limitInWords(limit)}`}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

export function limitInWords(hours: number): string {
  const [number, unit] = hours < 24 ? [hours, 'hour'] : [hours / 24, 'day']
  return number === 1 ? `1 ${unit}` : `${number} ${unit}s`
}

/** Leaves out what it cannot read. Never throws. */
export function readWatching(stored: string | null): Watching {
  const { watched, news, limit, seen } = fieldsOf(parseJson(stored))
  return {
    watched: Array.isArray(watched) ? watched.filter((id) => typeof id === 'string') : [],
    news: Array.isArray(news) ? news.flatMap(readNews) : [],
    limit: limits.find((hours) => hours === limit) ?? null,
    seen: Object.fromEntries(
      Object.entries(fieldsOf(seen)).flatMap(([id, one]) => {
        const { at, isTold } = fieldsOf(one)
        return typeof at === 'number' ? [[id, { at, isTold: isTold === true }] as const] : []
      }),
    ),
  }
}

function readNews(stored: unknown): readonly News[] {
  const { id, kind } = fieldsOf(stored)
  const newsKind = (['ended', 'late', 'gone'] as const).find((one) => one === kind)
  return typeof id === 'string' && newsKind ? [{ id, kind: newsKind }] : []
}

function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}
