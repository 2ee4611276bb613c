import { describe, expect, test } from 'vitest'
import { type JoinedPart, mostJoined, readJoined } from './joined-list.ts'
import type { PageRange } from './paging.ts'
import { given, nothingAsked, replayed } from './testing/answers.ts'

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

const read = (parts: readonly JoinedPart<Row>[], limit: number, offset = 0) => {
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
    expect(read(parts, 3)).toEqual({ ids: 'a b c', hasNext: true, pastEnd: false, ...held })
    expect(read(parts, 3, 3)).toEqual({ ids: 'd', hasNext: false, pastEnd: false, ...held })
    expect(read(parts, 3, 6)).toEqual({ ids: '', hasNext: false, pastEnd: true, ...held })
  })

  test('are paged through by the service where one alone has records', () => {
    const long = part('to', rows('a', 30_000))
    const page = read([part('to', []), long, part('from', [])], 2, 4)
    expect(page).toMatchObject({ ids: 'a4 a5', hasNext: true, held: [1], leftOut: [] })
    expect(long.asked).toBeLessThan(4)
  })

  test('are empty where all are', () => {
    expect(read([part('to', []), part('from', [])], 2)).toMatchObject({ ids: '', held: [] })
    expect(read([], 2)).toMatchObject({ ids: '', hasNext: false })
  })

  test('count once where the service takes two spellings for one', () => {
    const again = part('to', ['a', 'b', 'c'])
    expect(read([to, again], 5)).toMatchObject({ ids: 'a b c', held: [0] })
    // A transfer to itself is in both lists.
    expect(read([part('to', ['x']), part('from', ['x', 'y'])], 5)).toMatchObject({ ids: 'x y' })
  })

  test('are not joined where one is too long, and what is left out is told', () => {
    const long = part('to', rows('a', mostJoined + 1))
    const page = read([long, from], 2)
    expect(page).toMatchObject({ ids: 'a0 a1', hasNext: true, held: [0], leftOut: [1] })
    expect(read([part('to', rows('a', mostJoined)), from], 2)).toMatchObject({ leftOut: [] })
  })
})
