import { describe, expect, test, vi } from 'vitest'
import { listWhitelists } from './endpoints.ts'
import { type ReadList, readAll, readPage, readTurnedPage } from './paging.ts'
import { runOnce } from './request.ts'
import { profileOfSession } from './service-profile.ts'

/** A list of `total` numbers. */
function listOf(total: number): ReadList<number> & { asked: { limit: number; offset: number }[] } {
  const asked: { limit: number; offset: number }[] = []
  const read: ReadList<number> = async ({ limit, offset }) => {
    asked.push({ limit, offset })
    const length = Math.max(0, Math.min(limit, total - offset))
    const records = Array.from({ length }, (_, index) => offset + index)
    return { records, timestamp: null, receivedAt: '2026-11-01T00:00:00.000Z' }
  }
  return Object.assign(read, { asked })
}

describe('a page', () => {
  test('of a list whose length is known costs one request', async () => {
    const list = listOf(100)
    const counting: ReadList<number> = async (range) => ({ ...(await list(range)), total: 100 })
    const page = (offset: number) => readTurnedPage('transactions', counting, { limit: 50, offset })
    expect(await page(0)).toMatchObject({ total: 100, hasNext: true })
    expect(await page(50)).toMatchObject({ total: 100, hasNext: false })
    expect(list.asked).toHaveLength(2)
  })

  test.each([
    [120, 50, 0, { first: 0, count: 50, hasNext: true, pastEnd: false }],
    [120, 50, 100, { first: 100, count: 20, hasNext: false, pastEnd: false }],
    [100, 50, 50, { first: 50, count: 50, hasNext: false, pastEnd: false }],
    [100, 50, 100, { first: undefined, count: 0, hasNext: false, pastEnd: true }],
    [0, 50, 0, { first: undefined, count: 0, hasNext: false, pastEnd: false }],
  ])('of %i rows, %i from %i', async (total, limit, offset, expected) => {
    const { records, hasNext, pastEnd } = await readPage(listOf(total), limit, offset)
    expect({ first: records[0], count: records.length, hasNext, pastEnd }).toEqual(expected)
  })
})

test.each([
  [50, 50],
  [25, 25],
])(
  'of a service that gives %i rows at the most has a next one, and the last has none',
  async (most, count) => {
    const list = listOf(120)
    const capped: ReadList<number> = ({ limit, offset }) => list({ limit: Math.min(limit, most), offset })
    expect(await readPage(capped, 50, 0)).toMatchObject({ records: { length: count }, hasNext: true })
    expect(await readPage(capped, 50, 100)).toMatchObject({ records: { length: 20 }, hasNext: false })
  },
)

const number = (row: number) => String(row)

test.each([0, 1, 50, 100, 999, 1000, 1001, 2000, 2500])(
  'a whole list of %i rows has each of them once, and is known to be whole',
  async (total) => {
    const { records, isWhole } = await readAll(listOf(total), number)
    expect(records).toEqual(Array.from({ length: total }, (_, index) => index))
    expect(isWhole).toBe(true)
  },
)

test.each([
  [50, 120],
  [20, 20],
  [128, 1000],
  [43, 46],
])('a service that gives %i rows at the most is asked for all %i', async (most, total) => {
  const list = listOf(total)
  const capped: ReadList<number> = ({ limit, offset }) => list({ limit: Math.min(limit, most), offset })
  expect(await readAll(capped, number)).toMatchObject({ records: { length: total }, isWhole: true })
})

test('of a service that does not turn pages nobody knows whether it is all', async () => {
  const list = listOf(50)
  const { records, isWhole } = await readAll((page) => list({ ...page, offset: 0 }), number)
  expect([records.length, isWhole]).toEqual([50, false])
})

test('of an answer with far more rows than were asked for the first are taken, and that is said', async () => {
  const sent = `{"whitelists":[${Array.from({ length: 30_000 }, (_, index) => `{"whitelist_id":"${index}"}`)}]}`
  vi.stubGlobal('fetch', async () => new Response(sent))
  const said = { failure: { details: 'Expected at most 1,000 rows, and got 30,000.' } }
  const page = await readPage((range) => runOnce(listWhitelists(range)), 50, 0)
  expect(page).toMatchObject({ hasNext: true, excess: said })
  expect(page.records.map(({ whitelist_id }) => whitelist_id)).toEqual(
    Array.from({ length: 50 }, (_, index) => `${index}`),
  )
  // No part of a list is given for the whole.
  await expect(
    readAll(
      (range) => runOnce(listWhitelists(range)),
      ({ whitelist_id }) => whitelist_id,
    ),
  ).rejects.toMatchObject(said)
  vi.unstubAllGlobals()
})

test('a list that never ends is a failure', async () => {
  const list: ReadList<number> = async ({ limit, offset }) => ({
    records: Array.from({ length: limit }, (_, index) => offset + index),
    timestamp: null,
    receivedAt: '',
  })
  await expect(readAll(list, number)).rejects.toMatchObject({
    failure: { details: expect.stringMatching(/beyond 50,000/) },
  })
})

describe('a service that ignores the offset', () => {
  let now = 0
  const sameAgain =
    (total: number): ReadList<object> =>
    async ({ limit }) => ({
      records: Array.from({ length: Math.min(limit, total) }, (_, index) => ({ index, timestamp: now++ })),
      timestamp: null,
      receivedAt: '',
    })

  test('has no next page where its rows fit, though each has another time', async () => {
    expect(await readPage(sameAgain(50), 50, 0)).toMatchObject({ hasNext: false })
  })

  test('has no page after page without end', async () => {
    await expect(
      readTurnedPage('transactions', sameAgain(90), { limit: 50, offset: 50 }),
    ).rejects.toMatchObject({ failure: { details: expect.stringMatching(/sent the first page again/) } })
  })

  test('is told apart once a session', async () => {
    profileOfSession('of a service that turns pages')
    const list = listOf(180)
    for (const offset of [50, 100, 150]) await readTurnedPage('transactions', list, { limit: 50, offset })
    expect(list.asked.map(({ offset }) => offset)).toEqual([50, 0, 100, 150, 180])
  })
})
