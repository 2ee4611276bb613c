import { describe, expect, test } from 'vitest'
import { KnownRecords, ListFollower } from './follow-list.ts'
import type { PageRange } from './paging.ts'
import { readListRecords, readWholeList } from './read-list.ts'
import { createProfile } from './service-profile.ts'
import type { ServiceRead } from './service-read.ts'
import { given, nothingAsked, replayed } from './testing/answers.ts'

const fourRows = () => createProfile({ mostRows: 4, turns: {} })

type AnswerRow = string | { readonly nameless: string }

function service(answer: (asked: PageRange, request: number) => readonly AnswerRow[]) {
  const asked: number[] = []
  const list = {
    read: (page: PageRange) => given(() => ({ records: answer(page, asked.push(page.offset) - 1) })),
    identity: (row: AnswerRow) => (typeof row === 'string' ? row : null),
    crossFilters: [],
  }
  const now = () => Date.UTC(2026, 0, 1)
  return { asked, list, read: () => replayed(readListRecords(list), nothingAsked, now, fourRows()) }
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

  test('by records that are new at its head: the second pass meets them, and has the others as they were', () => {
    const found = moving(rows('abcdefgh'), rows('12abcdefgh')).read()
    expect(found).toMatchObject({
      records: rows('12abcdefgh'),
      completeness: 'complete',
      passes: 2,
    })
  })

  /** The list gets a record before each request, at its front or at its end. Pages have up to 20 records. */
  const growing = (count: number, at: 'front' | 'end') => {
    const all = Array.from({ length: count }, (_, index) => `old ${index}`)
    return service((asked, request) => {
      all.splice(at === 'front' ? 0 : all.length, 0, `new ${request}`)
      return part(all, { ...asked, limit: Math.min(asked.limit * 5, 20) })
    })
  }

  test.each(['front', 'end'] as const)('by a record a request, at its %s: complete, and in order', (at) => {
    const { records, completeness, passes } = growing(200, at).read()
    const old = records.filter((each) => String(each).startsWith('old'))
    const first = at === 'front' ? records.length - 200 : 0
    expect([completeness, passes]).toEqual(['complete', 2])
    expect(records.slice(first, first + 200)).toEqual(old)
    expect(old).toHaveLength(200)
  })

  test('by records that leave: what follows them is not passed over', () => {
    const all = rows('abcdefghijklmnop')
    const found = service((asked, request) => {
      if (request === 2) all.splice(0, 6)
      return part(all, asked)
    }).read()
    expect(found).toMatchObject({ completeness: 'complete', rows: 16, passes: 2 })
  })

  test('so that half of it is gone: another reading says whether that was its end', () => {
    const all = Array.from({ length: 60 }, (_, index) => `row ${index}`)
    const found = service((asked, request) => part(all.slice(0, request < 22 ? 60 : 30), asked)).read()
    expect(found).toMatchObject({ completeness: 'complete', rows: 60, passes: 3 })
  })

  test('by a record between others: it may have been missed, unless the service dates it after the beginning', () => {
    const all = rows('abcdefghijkl')
    const between = (recordedSince?: readonly string[]) => {
      const { list, ...rest } = service((asked, request) =>
        part(request < 5 ? all : rows('abcdefXghijkl'), asked),
      )
      const since = (page: PageRange) => given(() => ({ records: part(recordedSince ?? [], page) }))
      const read = () =>
        replayed(
          readListRecords({
            ...list,
            *recordedSince() {
              yield []
              return recordedSince ? since : null
            },
          }),
          nothingAsked,
          () => 0,
          fourRows(),
        )
      return { ...rest, read }
    }
    expect(between().read()).toMatchObject({ completeness: 'complete', rows: 13, passes: 3 })
    expect(between([]).read()).toMatchObject({ passes: 3 })
    expect(between(['X']).read()).toMatchObject({ completeness: 'complete', rows: 13, passes: 2 })
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
      doubts: [expect.stringMatching(/no two readings in a row agreed/)],
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

describe('a record that differs in the second reading', () => {
  const item = (amount: string, status: string) => ({ id: 'a', amount, status })
  type Item = ReturnType<typeof item>
  const readings = (first: Item, second: Item) => {
    let pass = 0
    const delivered: (readonly [number, readonly Item[]])[] = []
    const list = {
      read: ({ offset }: PageRange) =>
        given(() => ({ records: offset > 0 ? [] : [pass++ < 2 ? first : second] })),
      identity: ({ id }: Item) => id,
      crossFilters: [],
    }
    const onPage = (records: readonly Item[], which: number) => void delivered.push([which, records])
    return { list, delivered, onPage }
  }

  test('is delivered again, and the later one stands', () => {
    const [open, done] = [item('1', 'pending'), item('1', 'completed')]
    const { list, onPage, delivered } = readings(open, done)
    replayed(readWholeList(list, { onPage: (records, pass) => void onPage(records, pass) }), nothingAsked)
    expect(delivered.map(([pass]) => pass)).toEqual([1, 2])
    expect(replayed(readListRecords(readings(open, done).list), nothingAsked)).toMatchObject({
      records: [done],
      completeness: 'complete',
    })
  })

  test('although it was final, is a doubt that names both values', () => {
    const { list } = readings(item('1', 'completed'), item('2', 'completed'))
    expect(replayed(readListRecords(list), nothingAsked)).toMatchObject({
      records: [{ amount: '2' }],
      completeness: 'partial',
      doubts: ['The service listed a as completed, with amount 1 and then 2.'],
    })
  })
})

test('a list that never ends is left once its ids take as much memory as they may', () => {
  const follower = new ListFollower<string>((id) => id, new KnownRecords(1000))
  const asked: number[] = []
  for (let offset = follower.next(); offset !== null; offset = follower.next()) {
    asked.push(offset)
    follower.receive([0, 1, 2].map((place) => `${place + asked.length * 2}`))
  }
  expect(asked).toEqual([0, 2, 4, 6, 8])
  expect(follower.doubts).toEqual(['The list is longer than the gateway can read, so records are missing.'])
})

test('a first pass that is read ahead asks for the next page before the work on one has ended, and later ones do not', () => {
  const all = rows('abcdefg')
  const happened: string[] = []
  const { list } = service((asked) => {
    happened.push(`asked ${asked.offset}`)
    return part(all, asked)
  })
  function* onPage(records: readonly AnswerRow[]): ServiceRead<void> {
    yield []
    happened.push(`kept ${records.join('')}`)
  }
  const end = replayed(readWholeList(list, { onPage, isReadAhead: true }), nothingAsked, () => 0, fourRows())
  expect(end).toMatchObject({ completeness: 'complete', rows: 7, passes: 2 })
  expect(happened).toEqual([
    ...['asked 0', 'asked 3', 'kept abcd', 'asked 6', 'kept efg', 'asked 7'],
    ...['asked 0', 'kept ab', 'asked 1', 'kept cde', 'asked 4', 'kept fg', 'asked 6', 'asked 7'],
  ])
})
