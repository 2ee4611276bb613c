import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNeighbour, pageWith, type ReadList } from './paging.ts'

type Row = string | null

function listOf(rows: readonly Row[]): ReadList<Row> {
  return async ({ limit, offset }) => ({
    records: rows.slice(offset, offset + limit),
    timestamp: null,
    receivedAt: '2026-11-01T00:00:00.000Z',
  })
}

function numbers(from: number, to: number): Row[] {
  return Array.from({ length: to - from }, (_, index) => `r${from + index}`)
}

/** What stands beside a page that was read when the list was `before`, now that it is `now`. */
function beside(before: readonly Row[], now: readonly Row[], offset: number, limit: number, by: -1 | 1) {
  return findNeighbour(listOf(now), {
    rows: before.slice(offset, offset + limit),
    idOf: (row) => row,
    offset,
    limit,
    by,
  })
}

describe('the neighbour of a page', () => {
  const list = numbers(0, 60)

  test('stands beside it where nothing moved', async () => {
    expect(await beside(list, list, 25, 25, 1)).toEqual({ id: 'r50', position: 50 })
    expect(await beside(list, list, 25, 25, -1)).toEqual({ id: 'r24', position: 24 })
  })

  test('is none at the ends', async () => {
    expect(await beside(list, list, 50, 25, 1)).toBeNull()
    expect(await beside(list, list, 0, 25, -1)).toBeNull()
  })

  test('is passed over by no record that came in before it', async () => {
    const moved = [...numbers(100, 103), ...list]
    expect(await beside(list, moved, 0, 25, 1)).toEqual({ id: 'r25', position: 28 })
    expect(await beside(list, moved, 25, 25, -1)).toEqual({ id: 'r24', position: 27 })
  })

  test('is found by the others of the page where the one at the border has gone', async () => {
    const without = (...ids: string[]) => list.filter((id) => !ids.includes(id ?? ''))
    expect(await beside(list, without('r24'), 0, 25, 1)).toEqual({ id: 'r25', position: 24 })
    expect(await beside(list, without('r25', 'r3'), 25, 25, -1)).toEqual({ id: 'r24', position: 23 })
  })

  test('is found where more came in than two pages hold', async () => {
    const moved = [...numbers(1000, 1070), ...list]
    expect(await beside(list, moved, 0, 10, 1)).toEqual({ id: 'r10', position: 80 })
  })

  test('is not looked for without end', async () => {
    expect(await beside(list, [...numbers(1000, 1400), ...list], 0, 10, 1)).toBeUndefined()
  })

  test('is not guessed where nothing of the page is left', async () => {
    expect(await beside(list, numbers(500, 530), 0, 25, 1)).toBeUndefined()
    expect(await beside(list, numbers(500, 503), 25, 25, -1)).toBeUndefined()
  })

  test('has an id: a record without one cannot be opened', async () => {
    const some = [...numbers(0, 25), null, ...numbers(26, 40)]
    expect(await beside(some, some, 0, 25, 1)).toEqual({ id: 'r26', position: 26 })
  })

  test('is the next in the list for any page, whatever came in at its top', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          total: fc.integer({ min: 2, max: 80 }),
          limit: fc.integer({ min: 1, max: 12 }),
          offset: fc.nat(79),
          came: fc.nat(150),
          by: fc.constantFrom(-1 as const, 1 as const),
        }),
        async ({ total, limit, offset, came, by }) => {
          fc.pre(offset < total && (by > 0 || offset > 0))
          const before = numbers(0, total)
          const border = by > 0 ? Math.min(offset + limit, total) : offset - 1
          const expected = border < total ? { id: `r${border}`, position: border + came } : null
          const found = await beside(before, [...numbers(1000, 1000 + came), ...before], offset, limit, by)
          expect(found).toEqual(expected)
        },
      ),
    )
  })
})

test.each([
  [2, 3, 25, 0],
  [28, 0, 25, 25],
  [24, 25, 25, 0],
  [27, 25, 25, 25],
  [80, 3, 25, 78],
])('position %i is on the page of %i and %i rows that begins at %i', (position, offset, limit, expected) => {
  expect(pageWith(position, offset, limit)).toBe(expected)
})
