import { afterEach, expect, test, vi } from 'vitest'
import { listWhitelists } from './endpoints.ts'
import { type PageRange, readAll, readPage, readTurnedPage } from './paging.ts'
import type { Reading } from './reading.ts'
import { runOnce } from './request.ts'
import { profileOfSession } from './service-profile.ts'
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

const read = <Value>(reading: Reading<Value>) => replayed(reading, nothingAsked)
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
  profileOfSession('of a service that turns pages')
  const list = listOf(180)
  for (const offset of [50, 100, 150]) read(readTurnedPage('transactions', list, { limit: 50, offset }))
  expect(list.asked.map(({ offset }) => offset)).toEqual([50, 0, 100, 150, 180])
})
