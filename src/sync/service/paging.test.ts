import { afterEach, describe, expect, test, vi } from 'vitest'
import { runOnce } from '../../api/service-read.ts'
import { listWhitelists } from './endpoints.ts'
import {
  type JoinedPart,
  mostJoined,
  type PageRange,
  readAll,
  readJoined,
  readPage,
  readTurnedPage,
} from './paging.ts'
import type { Reading } from './reading.ts'
import { createProfile } from './service-profile.ts'
import { given, nothingAsked, replayed } from './testing/answers.ts'

afterEach(() => vi.unstubAllGlobals())

/** A list of `total` numbers, of a service that gives `most` at once. */
function listOf(
  rows: number,
  {
    most = Infinity,
    turns = true,
    total,
  }: Partial<Record<'most' | 'total', number>> & { turns?: boolean } = {},
) {
  const asked: PageRange[] = []
  const list = ({ limit, offset }: PageRange) =>
    given(() => {
      asked.push({ limit, offset })
      const all = Array.from({ length: rows }, (_, row) => ({ row, timestamp: asked.length }))
      const first = turns ? offset : 0
      const records = all.slice(first, first + Math.min(limit, most))
      return { records, timestamp: null, receivedAt: '', ...(total !== undefined && { total }) }
    })
  return Object.assign(list, { asked })
}

const read = <Value>(reading: Reading<Value>, profile = createProfile()) =>
  replayed(reading, nothingAsked, () => 0, profile)
const rowOf = ({ row }: { readonly row: number }) => String(row)

test.each([
  [120, 50, 0, {}, { first: 0, count: 50, hasNext: true, pastEnd: false }],
  [120, 50, 100, {}, { first: 100, count: 20, hasNext: false, pastEnd: false }],
  [100, 50, 50, {}, { first: 50, count: 50, hasNext: false, pastEnd: false }],
  [100, 50, 100, {}, { first: undefined, count: 0, hasNext: false, pastEnd: true }],
  [0, 50, 0, {}, { first: undefined, count: 0, hasNext: false, pastEnd: false }],
  [120, 50, 0, { most: 50 }, { first: 0, count: 50, hasNext: true, pastEnd: false }],
  [120, 50, 100, { most: 25 }, { first: 100, count: 20, hasNext: false, pastEnd: false }],
  [120, 50, 0, { most: 25 }, { first: 0, count: 25, hasNext: true, pastEnd: false }],
  // Each row has another time at every reading.
  [50, 50, 0, { turns: false }, { first: 0, count: 50, hasNext: false, pastEnd: false }],
])('a page of %i rows, %i from %i, of a service with %o', (rows, limit, offset, service, expected) => {
  const { records, hasNext, pastEnd } = read(readPage(listOf(rows, service), limit, offset))
  expect({ first: records[0]?.row, count: records.length, hasNext, pastEnd }).toEqual(expected)
})

test('a page of a list whose length is known costs one request', () => {
  const list = listOf(100, { total: 100 })
  const page = (offset: number) => read(readTurnedPage('transactions', list, { limit: 50, offset }))
  expect([page(0), page(50)]).toMatchObject([
    { total: 100, hasNext: true },
    { total: 100, hasNext: false },
  ])
  expect(list.asked).toHaveLength(2)
})

test.each<[number, number?]>([
  ...([[0], [1], [50], [100], [999], [1000], [1001], [2000], [2500]] as [number][]),
  ...([
    [120, 50],
    [20, 20],
    [1000, 128],
    [46, 43],
  ] as [number, number][]),
])('a whole list of %i rows, %s at a time, has each of them once', (rows, most) => {
  const { records, isWhole } = read(readAll(listOf(rows, most === undefined ? {} : { most }), rowOf))
  expect(records.map(({ row }) => row)).toEqual(Array.from({ length: rows }, (_, row) => row))
  expect(isWhole).toBe(true)
})

test('of a service that does not turn pages nobody knows whether it is all', () => {
  const { records, isWhole } = read(readAll(listOf(50, { turns: false }), rowOf))
  expect([records.length, isWhole]).toEqual([50, false])
})

test('of an answer with far more rows than were asked for the first are taken, and that is said', async () => {
  const sent = `{"whitelists":[${Array.from({ length: 30_000 }, (_, index) => `{"whitelist_id":"${index}"}`)}]}`
  vi.stubGlobal('fetch', async () => new Response(sent))
  const excess = { failure: { details: 'Expected at most 1,000 rows, and got 30,000.' } }
  const page = await runOnce(readPage(listWhitelists, 50, 0))
  expect(page).toMatchObject({ hasNext: true, excess, records: { length: 50 } })
  // No part of a list is given for the whole.
  await expect(runOnce(readAll(listWhitelists, ({ whitelist_id }) => whitelist_id))).rejects.toMatchObject(
    excess,
  )
})

test('a list that never ends, and a page that is the first again, are failures', () => {
  const failure = (details: RegExp) =>
    expect.objectContaining({ failure: expect.objectContaining({ details: expect.stringMatching(details) }) })
  expect(() => read(readAll(listOf(60_000), rowOf))).toThrow(failure(/beyond 50,000/))
  const page = readTurnedPage('transactions', listOf(90, { turns: false }), { limit: 50, offset: 50 })
  expect(() => read(page)).toThrow(failure(/sent the first page again/))
})

test('whether a service turns pages is asked once a session', () => {
  const profile = createProfile()
  const list = listOf(180)
  for (const offset of [50, 100, 150])
    read(readTurnedPage('transactions', list, { limit: 50, offset }), profile)
  expect(list.asked.map(({ offset }) => offset)).toEqual([50, 0, 100, 150, 180])
})

interface Row {
  readonly id: string
}

function part(kind: string, ids: readonly string[]): JoinedPart<Row> & { asked: number } {
  const list = {
    kind,
    asked: 0,
    read: ({ limit, offset }: PageRange) =>
      given(() => {
        list.asked += 1
        const records = ids.slice(offset, offset + limit).map((id) => ({ id }))
        return { records, timestamp: null, receivedAt: '2026-11-21T15:03:22.000Z' }
      }),
  }
  return list
}

const readTogether = (parts: readonly JoinedPart<Row>[], limit: number, offset = 0) => {
  const { records, hasNext, pastEnd, joined } = replayed(
    readJoined(parts, ({ id }) => id, { limit, offset }),
    nothingAsked,
  )
  return { ids: records.map(({ id }) => id).join(' '), hasNext, pastEnd, ...joined }
}
const rows = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)

describe('lists that are joined', () => {
  const to = part('to', ['a', 'b', 'c'])
  const from = part('from', ['d', 'b'])

  test('follow each other, with each record once, and are turned as one', () => {
    const held = { held: [0, 2], leftOut: [] }
    const parts = [to, part('to', []), from]
    expect(readTogether(parts, 3)).toEqual({ ids: 'a b c', hasNext: true, pastEnd: false, ...held })
    expect(readTogether(parts, 3, 3)).toEqual({ ids: 'd', hasNext: false, pastEnd: false, ...held })
    expect(readTogether(parts, 3, 6)).toEqual({ ids: '', hasNext: false, pastEnd: true, ...held })
  })

  test('are paged through by the service where one alone has records', () => {
    const long = part('to', rows('a', 30_000))
    const page = readTogether([part('to', []), long, part('from', [])], 2, 4)
    expect(page).toMatchObject({ ids: 'a4 a5', hasNext: true, held: [1], leftOut: [] })
    expect(long.asked).toBeLessThan(4)
  })

  test('are empty where all are', () => {
    expect(readTogether([part('to', []), part('from', [])], 2)).toMatchObject({ ids: '', held: [] })
    expect(readTogether([], 2)).toMatchObject({ ids: '', hasNext: false })
  })

  test('count once where the service takes two spellings for one', () => {
    const again = part('to', ['a', 'b', 'c'])
    expect(readTogether([to, again], 5)).toMatchObject({ ids: 'a b c', held: [0] })
    // A transfer to itself is in both lists.
    expect(readTogether([part('to', ['x']), part('from', ['x', 'y'])], 5)).toMatchObject({ ids: 'x y' })
  })

  test('are not joined where one is too long, and what is left out is told', () => {
    const long = part('to', rows('a', mostJoined + 1))
    const page = readTogether([long, from], 2)
    expect(page).toMatchObject({ ids: 'a0 a1', hasNext: true, held: [0], leftOut: [1] })
    expect(readTogether([part('to', rows('a', mostJoined)), from], 2)).toMatchObject({ leftOut: [] })
  })
})
