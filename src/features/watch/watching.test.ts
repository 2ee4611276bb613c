import { describe, expect, it } from 'vitest'
import type { ConsoleTransaction, DateSpan, ListBody } from '../../contract/console-api.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import {
  newsInWords,
  newsOf,
  nothingWatched,
  readWatching,
  type Watching,
  watchedRecords,
} from './watching.ts'

type Row = readonly [id: string, status: string, recorded?: DateSpan]

const asOf = '2026-11-28T12:00:00.000Z'

function listOf(rows: readonly Row[]): ListBody<ConsoleTransaction> {
  return {
    ...({ from: 'store', completeness: 'complete' } as const),
    ...{ revision: 'x.1', as_of: asOf, read_whole: asOf },
    ...{ total: rows.length, undecided: 0, has_next: false, no_records: null },
    records: rows.map(([transaction_id, status, recorded = null]) => ({
      ...normaliseTransaction({ transaction_id, status, transaction: {} }),
      recorded,
    })),
  }
}

function newsAfter(before: Watching, rows: readonly Row[]) {
  return newsOf(before, watchedRecords({ ids: before.watched, asOf, isOfService: false }, [listOf(rows)]))
}

const watching = (changes: Partial<Watching>): Watching => ({ ...nothingWatched, ...changes })

describe('a watched transaction', () => {
  it('is told once it has ended, whichever way, and is watched no more', () => {
    const before = watching({ watched: ['a', 'b', 'c'] })
    const { watching: after, fresh } = newsAfter(before, [
      ['a', 'completed'],
      ['b', 'confirming'],
      ['c', 'failed'],
    ])
    expect(fresh).toEqual([
      { id: 'a', kind: 'ended' },
      { id: 'c', kind: 'ended' },
    ])
    expect(after).toEqual({ ...before, watched: ['b'], news: fresh })
    expect(newsAfter(after, [['b', 'confirming']])).toEqual({ watching: after, fresh: [] })
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
  const { records } = watchedRecords({ ids: [], asOf, isOfService: false }, [listOf([['a', 'pending']])])
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

describe('what is watched', () => {
  const asked = { ids: ['a'], asOf, isOfService: false }

  it('is of all lists that were asked, each transaction once, with the end of the span in which it was recorded', () => {
    const span = { from: 1, before: 2 }
    const lists = [
      listOf([['a', 'pending', span]]),
      listOf([
        ['a', 'pending', span],
        ['b', 'pending'],
      ]),
    ]
    const ends = ({ records }: ReturnType<typeof watchedRecords>) =>
      records.map(({ transaction, before }) => [transaction.transaction_id, before])
    expect(ends(watchedRecords(asked, lists))).toEqual([
      ['a', 2],
      ['b', Infinity],
    ])
    expect(ends(watchedRecords({ ...asked, isOfService: true }, lists))[0]).toEqual(['a', 43_200_002])
  })

  it('is shown to be no longer listed by the records of a whole list alone', () => {
    const whole = listOf([])
    const isWhole = (...lists: readonly ListBody<ConsoleTransaction>[]) =>
      watchedRecords(asked, lists).isWhole
    expect(isWhole(whole)).toBe(true)
    expect(isWhole(whole, { ...whole, completeness: 'partial' })).toBe(false)
    expect(isWhole({ ...whole, from: 'service' })).toBe(false)
  })
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
