import { expect, test } from 'vitest'
import { listReference } from './endpoints.ts'
import { type PageRange, readFullPage } from './paging.ts'
import { createProfile } from './service-profile.ts'
import type { ServiceRead } from './service-read.ts'
import { given, nothingAsked, replayed } from './testing/answers.ts'

/** A list of numbers, of a service that gives `most` at once. */
function listOf(rows: number, { most = Infinity, turns = true }: { most?: number; turns?: boolean } = {}) {
  const asked: PageRange[] = []
  const list = ({ limit, offset }: PageRange) =>
    given(() => {
      asked.push({ limit, offset })
      const all = Array.from({ length: rows }, (_, row) => ({ row, timestamp: asked.length }))
      const first = turns ? offset : 0
      const records = all.slice(first, first + Math.min(limit, most))
      return { records, receivedAt: '' }
    })
  return Object.assign(list, { asked })
}

const read = <Value>(reading: ServiceRead<Value>, profile = createProfile()) =>
  replayed(reading, nothingAsked, () => 0, profile)
const fullPage = (list: ReturnType<typeof listOf>, range: PageRange) =>
  readFullPage('transactions', list, ({ row }) => String(row), range)

test.each([
  [120, 50, 0, {}, { first: 0, count: 50, hasNext: true }],
  [120, 50, 100, {}, { first: 100, count: 20, hasNext: false }],
  [100, 50, 50, {}, { first: 50, count: 50, hasNext: false }],
  [100, 50, 100, {}, { first: undefined, count: 0, hasNext: false }],
  [0, 50, 0, {}, { first: undefined, count: 0, hasNext: false }],
  [120, 50, 0, { most: 50 }, { first: 0, count: 50, hasNext: true }],
  [120, 50, 50, { most: 25 }, { first: 50, count: 50, hasNext: true }],
  [120, 50, 100, { most: 25 }, { first: 100, count: 20, hasNext: false }],
  // Each row has another time in every answer.
  [50, 50, 0, { turns: false }, { first: 0, count: 50, hasNext: false }],
])('a page of %i rows, %i from %i, of a service with %o', (rows, limit, offset, service, expected) => {
  const { records, hasNext } = read(fullPage(listOf(rows, service), { limit, offset }))
  expect({ first: records[0]?.row, count: records.length, hasNext }).toEqual(expected)
})

test('of an answer with far more rows than were asked for the first are taken', () => {
  const whitelists = Array.from({ length: 30_000 }, (_, index) => ({ whitelist_id: `${index}` }))
  const page = replayed(
    readFullPage(
      'whitelists',
      (page) => listReference('whitelists', page),
      ({ whitelist_id }) => whitelist_id,
      { limit: 50, offset: 0 },
    ),
    () => ({ body: { whitelists }, receivedAt: '' }),
  )
  const details = 'Expected at most 1,000 rows, and got 30,000.'
  expect(page).toMatchObject({ hasNext: true, excess: { failure: { details } }, records: { length: 50 } })
})

test('a page that is the first again is a failure', () => {
  const details = expect.stringMatching(/sent the first page again/)
  expect(() => read(fullPage(listOf(90, { turns: false }), { limit: 50, offset: 50 }))).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ details }) }),
  )
})

test('whether a service turns pages is asked once a session', () => {
  const profile = createProfile()
  const list = listOf(181)
  for (const offset of [50, 100, 150]) read(fullPage(list, { limit: 50, offset }), profile)
  expect(list.asked.map(({ offset }) => offset)).toEqual([50, 0, 100, 150])
})
