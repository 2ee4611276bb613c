import { describe, expect, test } from 'vitest'
import type { PageRange } from './paging.ts'
import { given, nothingAsked, replayed } from './testing/answers.ts'
import { provedWhole, type Walked, walkList } from './walk.ts'

type AnswerRow = string | { readonly nameless: string }

function service(answer: (asked: PageRange, request: number) => readonly AnswerRow[]) {
  const asked: number[] = []
  const list = {
    read: (page: PageRange) => given(() => ({ records: answer(page, asked.push(page.offset) - 1) })),
    identity: (row: AnswerRow) => (typeof row === 'string' ? row : null),
    crossFilters: [],
  }
  const now = () => Date.UTC(2026, 0, 1)
  return { asked, read: () => replayed(walkList(list, { pageSize: 4 }), nothingAsked, now) }
}

const part = (rows: readonly AnswerRow[], { limit, offset }: PageRange) => rows.slice(offset, offset + limit)
const listService = (rows: readonly AnswerRow[]) => service((asked) => part(rows, asked))
const rows = (...texts: string[]) => texts.flatMap((text) => [...text])

describe('a list is read whole', () => {
  test('page after page, each from the last record of the one before, to where nothing comes any more', () => {
    const all = rows('abcdefghij')
    const { read, asked } = listService(all)
    expect(read()).toEqual({
      records: all,
      completeness: 'complete',
      doubts: [],
      isUnchecked: false,
      since: null,
      rows: 10,
      passes: 2,
      late: 0,
      begun: '2026-01-01T00:00:00.000Z',
      ended: '2026-01-01T00:00:00.000Z',
    })
    // To the end and behind it; and once more, with a smaller page to begin with.
    expect(asked).toEqual([0, 3, 6, 9, 10, 0, 1, 4, 7, 9, 10])
  })

  test('although the service gives fewer rows than it is asked for, or more', () => {
    const all = rows('abcdefghij')
    for (const limit of [2, 3, 7])
      expect(service((asked) => part(all, { ...asked, limit })).read()).toMatchObject({
        records: all,
        completeness: 'complete',
      })
  })

  test('and is empty where there are no records', () => {
    const { read, asked } = listService([])
    expect(read()).toMatchObject({ records: [], completeness: 'complete' })
    expect(asked).toHaveLength(2)
  })
})

describe('a list that moves', () => {
  /** Before the request of this number the list becomes another one. */
  const moving = (...lists: readonly (readonly AnswerRow[])[]) =>
    service((asked, request) => part(lists[Math.min(request, lists.length - 1)] ?? [], asked))

  test('by records that are new at its head: the second pass meets them, and the third shows that this is all', () => {
    const found = moving(rows('abcdefgh'), rows('12abcdefgh')).read()
    expect(found).toMatchObject({
      records: rows('abcdefgh12'),
      completeness: 'complete',
      passes: 3,
      late: 2,
    })
  })

  test('until nothing is left', () => {
    expect(moving(rows('abcdef'), []).read()).toMatchObject({
      records: rows('abcd'),
      completeness: 'complete',
    })
  })

  test('faster than it can be read is given up, and said', () => {
    let request = 0
    const { read } = service(({ limit, offset }) =>
      Array.from({ length: limit }, (_, index) => `${request++}-${offset + index}`),
    )
    const { completeness, doubts } = read()
    expect([completeness, doubts]).toEqual(['partial', [expect.stringMatching(/moves faster/)]])
  })

  test('in its order, again and again: it is never called complete', () => {
    const all = rows('abcdefgh')
    let turned = 0
    const found = service((asked) => {
      if (asked.offset === 0) turned += 1
      return part([...all.slice(turned), ...all.slice(0, turned)], asked)
    }).read()
    expect(found).toMatchObject({
      completeness: 'partial',
      doubts: [expect.stringMatching(/never the same/)],
    })
  })
})

describe('what cannot be read whole is said to be so', () => {
  test('a service that does not turn pages', () => {
    const { read, asked } = service(() => rows('abcd'))
    expect(read()).toMatchObject({ records: rows('abcd'), doubts: [expect.stringMatching(/same page/)] })
    expect(asked.length).toBeLessThan(6)
  })

  test('a service that begins anew where the list ends', () => {
    const all = rows('abcdefgh')
    const found = service(({ limit, offset }) =>
      Array.from({ length: limit }, (_, index) => all[(offset + index) % all.length] ?? ''),
    ).read()
    expect(found.records).toEqual(all)
    expect(found.completeness).toBe('partial')
  })

  test.each<readonly [string, readonly AnswerRow[]]>([
    ['a record twice', rows('abbcdefg')],
    ['a record without an id', ['a', { nameless: 'b' }, 'c', 'd', 'e', 'f', 'g']],
  ])('and lists %s: the reading comes to an end', (_, all) => {
    const { read, asked } = service(({ limit, offset }) =>
      Array.from({ length: limit }, (_, index) => all[(offset + index) % all.length] ?? ''),
    )
    expect(read().completeness).toBe('partial')
    expect(asked.length).toBeLessThan(200)
  })

  test('a service that counts pages and not records', () => {
    const found = service(({ limit, offset }) =>
      part(rows('abcdefghijkl'), { limit, offset: limit * offset }),
    ).read()
    expect(found.completeness).toBe('partial')
  })

  test('a service whose pages hold one record, so that none joins on', () => {
    expect(service((asked) => part(rows('abc'), { ...asked, limit: 1 })).read().completeness).toBe('partial')
  })

  test('records without an identity: those between others are given once', () => {
    const some = (name: string) => ({ nameless: name })
    const all = ['a', some('b'), 'c', some('d'), some('e'), 'f', 'g', some('h')]
    expect(listService(all).read()).toMatchObject({
      records: all,
      completeness: 'partial',
      doubts: [expect.stringMatching(/no id/)],
    })
  })

  test('records without any identity: the first page is given, and no other asked for', () => {
    const all = ['b', 'd', 'e', 'h', 'i'].map((nameless) => ({ nameless }))
    const { read, asked } = listService(all)
    expect(read()).toMatchObject({ records: all.slice(0, 4), completeness: 'partial' })
    expect(asked).toHaveLength(1)
  })

  test('two records of the same identity: both are given, and once', () => {
    const all = rows('abbcdefff')
    expect(listService(all).read()).toMatchObject({
      records: all,
      completeness: 'partial',
      doubts: [expect.stringMatching(/id b/), expect.stringMatching(/id f/)],
    })
  })
})

test('a long list that cannot be proved whole is a failure that says why; a short one may be without pages', () => {
  const walked = (rows: number): Walked<string> => ({
    records: [],
    completeness: 'partial',
    doubts: ['It was cut off.'],
    rows,
    passes: 1,
    late: 0,
    isUnchecked: false,
    since: null,
    begun: '',
    ended: '',
  })
  expect(() => provedWhole(walked(1000))).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({ details: expect.stringMatching(/cut off/) }),
    }),
  )
  expect(provedWhole(walked(999)).rows).toBe(999)
})
