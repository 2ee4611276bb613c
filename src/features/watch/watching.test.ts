import { describe, expect, it } from 'vitest'
import { booksOf } from '../../books/testing/made-books.ts'
import {
  newsInWords,
  newsOf,
  nothingWatched,
  readWatching,
  type Watching,
  watchedRecords,
} from './watching.ts'

type Row = readonly [id: string, status: string, day: string | null]

function newsAfter(before: Watching, rows: readonly Row[]) {
  const books = booksOf(
    rows.map(([transaction_id, status, day]) => [{ transaction_id, status, transaction: {} }, day]),
  )
  const ids = before.watched
  return newsOf(before, watchedRecords(books, { ids, isTimed: before.limit !== null }))
}

const watching = (changes: Partial<Watching>): Watching => ({ ...nothingWatched, ...changes })

describe('a watched transaction', () => {
  it('is told once it has ended, whichever way, and is watched no more', () => {
    const before = watching({ watched: ['a', 'b', 'c'] })
    const { watching: after, fresh } = newsAfter(before, [
      ['a', 'completed', null],
      ['b', 'confirming', null],
      ['c', 'failed', null],
    ])
    expect(fresh).toEqual([
      { id: 'a', kind: 'ended' },
      { id: 'c', kind: 'ended' },
    ])
    expect(after).toEqual({ ...before, watched: ['b'], news: fresh })
    expect(newsAfter(after, [['b', 'confirming', null]])).toEqual({ watching: after, fresh: [] })
  })

  it('is told to be gone only where every transaction was read', () => {
    const before = watching({ watched: ['a'] })
    const answer = { at: 0, ids: ['a'], records: [] }
    expect(newsOf(before, { ...answer, isWhole: false })).toEqual({ watching: before, fresh: [] })
    expect(newsOf(before, { ...answer, isWhole: true }).fresh).toEqual([{ id: 'a', kind: 'gone' }])
    expect(newsOf(before, { ...answer, ids: [], isWhole: true }).fresh).toEqual([])
  })
})

describe('a time that is too long', () => {
  const hour = 3_600_000
  const { records } = watchedRecords(
    booksOf([[{ transaction_id: 'a', status: 'pending', transaction: {} }, null]]),
    { ids: ['a'], isTimed: false },
  )
  const at = (now: number, before = Infinity) => ({
    ...{ at: now, ids: [], isWhole: true },
    records: records.map((record) => ({ ...record, before })),
  })

  it('is told once of what is known to be in flight longer, by its date', () => {
    const before = watching({ limit: 24 })
    expect(newsOf(before, at(47 * hour, 24 * hour)).fresh).toEqual([])
    const late = newsOf(before, at(48 * hour, 24 * hour))
    expect(late.fresh).toEqual([{ id: 'a', kind: 'late' }])
    expect(newsOf(late.watching, at(49 * hour, 24 * hour)).fresh).toEqual([])
  })

  it('is measured from when it was first seen where no date is known', () => {
    const first = newsOf(watching({ limit: 4 }), at(10 * hour))
    expect(first.fresh).toEqual([])
    expect(newsOf(first.watching, at(13 * hour)).fresh).toEqual([])
    expect(newsOf(first.watching, at(14 * hour)).fresh).toEqual([{ id: 'a', kind: 'late' }])
  })

  it('is not asked for without a choice', () => {
    expect(newsOf(nothingWatched, at(1_000 * hour, 0))).toEqual({ watching: nothingWatched, fresh: [] })
  })
})

it('asks books for what is watched, and for what is in flight only where that is timed', () => {
  const books = booksOf([
    [{ transaction_id: 'a', status: 'completed', transaction: {} }, '2026-11-01'],
    [{ transaction_id: 'b', status: 'pending', transaction: {} }, '2026-11-02'],
    [{ transaction_id: 'c', status: 'completed', transaction: {} }, null],
  ])
  const idsFor = (isTimed: boolean) =>
    watchedRecords(books, { ids: ['a'], isTimed }).records.map(({ transaction, before }) => [
      transaction.transaction_id,
      new Date(before).toISOString(),
    ])
  expect(idsFor(false)).toEqual([['a', '2026-11-02T00:00:00.000Z']])
  expect(idsFor(true)).toEqual([
    ['a', '2026-11-02T00:00:00.000Z'],
    ['b', '2026-11-03T00:00:00.000Z'],
  ])
})

it('says what is new in one line', () => {
  const news = (['ended', 'ended', 'late', 'gone'] as const).map((kind, id) => ({ id: String(id), kind }))
  expect(newsInWords(news, 24)).toBe(
    '2 watched transactions ended, 1 watched transaction no longer listed, 1 in flight for more than 1 day',
  )
})

it('reads what it kept, and nothing from what it did not keep', () => {
  const kept = watching({
    watched: ['a'],
    news: [{ id: 'b', kind: 'ended' }],
    limit: 24,
    seen: { c: { at: 1, isTold: true } },
  })
  expect(readWatching(JSON.stringify(kept))).toEqual(kept)
  for (const text of [null, '', '[]', '{"watched":1,"news":[{"id":1}],"limit":5,"seen":{"x":{}}}'])
    expect(readWatching(text)).toEqual(nothingWatched)
})
