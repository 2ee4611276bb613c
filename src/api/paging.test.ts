import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { listVaults } from './endpoints.ts'
import { findLastPage, type ReadList, readAll, readPage } from './paging.ts'
import { refusal } from './testing/refusal.ts'

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

  test('a failure past the first row is a failure', async () => {
    const list: ReadList<number> = () => Promise.reject(refusal('ERR-01'))
    await expect(readPage(list, 50, 100)).rejects.toMatchObject({ failure: { code: 'ERR-01' } })
  })
})

test.each([0, 1, 999, 1000, 1001, 2000, 2500])(
  'a whole list of %i rows has each of them once',
  async (total) => {
    const { records } = await readAll(listOf(total))
    expect(records).toEqual(Array.from({ length: total }, (_, index) => index))
  },
)

test('of an answer with far more rows than were asked for the first are taken, and that is said', async () => {
  const sent = `{"vaults":[${Array.from({ length: 30_000 }, (_, index) => `{"vault_id":"${index}"}`)}]}`
  vi.stubGlobal('fetch', async () => new Response(sent))
  const said = { failure: { details: 'Expected at most 1,000 rows, and got 30,000.' } }
  const page = await readPage((range) => listVaults(range), 50, 0)
  expect(page).toMatchObject({ hasNext: true, excess: said })
  expect(page.records.map(({ vault_id }) => vault_id)).toEqual(
    Array.from({ length: 50 }, (_, index) => `${index}`),
  )
  expect((await listVaults({})).records).toHaveLength(10_000)
  // No part of a list is given for the whole.
  await expect(readAll((range) => listVaults(range))).rejects.toMatchObject(said)
  vi.unstubAllGlobals()
})

test('a list that never ends is a failure, and no part of it is given for the whole', async () => {
  const records = Array.from({ length: 1000 }, (_, index) => index)
  const list: ReadList<number> = async () => ({ records, timestamp: null, receivedAt: '' })
  await expect(readAll(list)).rejects.toMatchObject({
    failure: { details: expect.stringMatching(/beyond 50,000/) },
  })
})

test('the last page that exists is found in few requests', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.constantFrom(25, 50, 100),
      fc.nat(2_000_000),
      async (total, limit, further) => {
        const list = listOf(total)
        const lastPage = Math.floor((total - 1) / limit) * limit
        expect(await findLastPage(list, limit, lastPage + limit + further)).toBe(lastPage)
        expect(list.asked.length).toBeLessThanOrEqual(18)
      },
    ),
  )
})

test('an empty list has its first page only', async () => {
  expect(await findLastPage(listOf(0), 50, 500)).toBe(0)
})
