import { describe, expect, test, vi } from 'vitest'
import type { ApiFailure } from '../api-error.ts'
import { refusal } from '../testing/refusal.ts'
import type { Waiting } from './patience.ts'
import { readWhole, type Walk, type WholeList, walkList } from './walk.ts'

const start = Date.UTC(2026, 0, 1)

type Row = string | { readonly nameless: string }
type Answer = readonly Row[] | Partial<ApiFailure>
type Asked = { readonly limit: number; readonly offset: number }

/** A service that answers each request as `answer` says, a clock that only waiting moves, and what was told meanwhile. */
function service(answer: (asked: Asked, request: number) => Answer, options: Partial<Walk<Row>> = {}) {
  let now = start
  const asked: number[] = []
  const waits: (number | null)[] = []
  const progress: number[] = []
  const stop = new AbortController()
  const walk: Walk<Row> = {
    signal: stop.signal,
    pageSize: 4,
    now: () => now,
    sleep: async (until: number) => {
      now = until
    },
    onProgress: ({ rows }) => void progress.push(rows),
    onWait: (waiting: Waiting | null) => waits.push(waiting && waiting.until - start),
    ...options,
  }
  const list = wholeList(async (page) => {
    asked.push(page.offset)
    const given = answer(page, asked.length - 1)
    if (!isPage(given)) throw refusal('', given, now)
    return { records: given, timestamp: null, receivedAt: '' }
  })
  return { list, walk, run: () => walkList(list, walk), asked, waits, progress, stop }
}

const wholeList = (read: WholeList<Row>['read']): WholeList<Row> => ({
  read,
  identity: (row) => (typeof row === 'string' ? row : null),
  crossFilters: [],
})

const isPage = (given: Answer): given is readonly Row[] => Array.isArray(given)
const part = (rows: readonly Row[], { limit, offset }: Asked): Answer => rows.slice(offset, offset + limit)
/** A service that holds these rows and turns its pages; before some requests it does something else. */
const holding = (rows: readonly Row[], before: (request: number) => Answer | null = () => null) =>
  service((asked, request) => before(request) ?? part(rows, asked))
const rows = (...texts: string[]) => texts.flatMap((text) => [...text])

describe('a list is read whole', () => {
  test('page after page, each from the last record of the one before, to where nothing comes any more', async () => {
    const all = rows('abcdefghij')
    const { run, asked } = holding(all)
    expect(await run()).toEqual({
      records: all,
      completeness: 'complete',
      doubts: [],
      rows: 10,
      pages: 12,
      passes: 2,
      repairs: 0,
      late: 0,
      begun: '2026-01-01T00:00:00.000Z',
      ended: '2026-01-01T00:00:00.000Z',
    })
    // To the end and behind it; and once more, with smaller pages.
    expect(asked).toEqual([0, 3, 6, 9, 10, 0, 2, 4, 6, 8, 9, 10])
  })

  test('although the service gives fewer rows than it is asked for, or more', async () => {
    const all = rows('abcdefghij')
    for (const limit of [2, 3, 7])
      expect(await service((asked) => part(all, { ...asked, limit })).run()).toMatchObject({
        records: all,
        completeness: 'complete',
      })
  })

  test('and is empty where there are no records', async () => {
    expect(await holding([]).run()).toMatchObject({ records: [], completeness: 'complete', pages: 2 })
  })

  test('a single record', async () => {
    expect(await holding(['a']).run()).toMatchObject({ records: ['a'], completeness: 'complete' })
  })
})

describe('a list that moves', () => {
  /** Before the request of this number the list becomes another one. */
  const moving = (...lists: readonly (readonly Row[])[]) =>
    service((asked, request) => part(lists[Math.min(request, lists.length - 1)] ?? [], asked))

  test('by records that are new at its head: the second pass meets them, and the third shows that this is all', async () => {
    const found = await moving(rows('abcdefgh'), rows('12abcdefgh')).run()
    expect(found).toMatchObject({
      records: rows('abcdefgh12'),
      completeness: 'complete',
      passes: 3,
      repairs: 1,
      late: 2,
    })
  })

  test('by more new records than a page holds', async () => {
    const found = await moving(rows('abcdefgh'), rows('1234567890abcdefgh')).run()
    // Nothing known is where it was, nor at the head: it begins anew there, and gives what is new as well.
    expect(found).toMatchObject({ completeness: 'complete', rows: 18, late: 0 })
    expect(found.records).toEqual(expect.arrayContaining(rows('abcdefgh')))
  })

  test('by records that leave: a page that holds nothing known is not used', async () => {
    const service = moving(rows('abcdefghijkl'), rows('cdefghijkl'))
    expect(await service.run()).toMatchObject({
      records: rows('abcdefghijkl'),
      completeness: 'complete',
      repairs: 1,
    })
    expect(service.asked.slice(0, 4)).toEqual([0, 3, 0, 3])
  })

  test('by the very record to which the next page should join on', async () => {
    const found = await moving(rows('abcdefghij'), rows('abcefghij')).run()
    expect(found).toMatchObject({ records: rows('abcdefghij'), completeness: 'complete', repairs: 1 })
  })

  test('until most of it is gone: the way back is twice as long each time', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `row ${index}`)
    const left = long.slice(40)
    const service = holding(long)
    const list = wholeList(async (page, signal) => {
      if (service.asked.length < 14) return await service.list.read(page, signal)
      service.asked.push(page.offset)
      return { records: left.slice(page.offset, page.offset + page.limit), timestamp: null, receivedAt: '' }
    })
    const found = await walkList(list, service.walk)
    expect(found).toMatchObject({ records: long, completeness: 'complete' })
    expect(service.asked.slice(14, 19)).toEqual([42, 39, 36, 30, 18])
  })

  test('until nothing is left', async () => {
    expect(await moving(rows('abcdef'), []).run()).toMatchObject({
      records: rows('abcd'),
      completeness: 'complete',
    })
  })

  test('faster than it can be read is given up, and said', async () => {
    let request = 0
    const { run } = service(({ limit, offset }) =>
      Array.from({ length: limit }, (_, index) => `${request++}-${offset + index}`),
    )
    const { completeness, doubts } = await run()
    expect([completeness, doubts]).toEqual(['partial', [expect.stringMatching(/moves faster/)]])
  })

  test('in its order, once: it is read until it is the same twice', async () => {
    const found = await moving(rows('abcdefgh'), rows('bcdaefgh')).run()
    expect(found).toMatchObject({ records: rows('abcdefgh'), completeness: 'complete', passes: 3 })
  })

  test('in its order, again and again: it is never called complete', async () => {
    const all = rows('abcdefgh')
    const found = await service((asked, request) => {
      const turned = request % all.length
      return part([...all.slice(turned), ...all.slice(0, turned)], asked)
    }).run()
    expect(found).toMatchObject({
      completeness: 'partial',
      doubts: [expect.stringMatching(/never the same/)],
    })
  })
})

describe('what cannot be read whole is said to be so', () => {
  test('a service that does not turn pages', async () => {
    const found = await service(() => rows('abcd')).run()
    expect(found).toMatchObject({ records: rows('abcd'), doubts: [expect.stringMatching(/same page/)] })
    expect(found.pages).toBeLessThan(6)
  })

  test('a service that begins anew where the list ends', async () => {
    const all = rows('abcdefgh')
    const found = await service(({ limit, offset }) =>
      Array.from({ length: limit }, (_, index) => all[(offset + index) % all.length] ?? ''),
    ).run()
    expect(found.records).toEqual(all)
    expect(found.completeness).toBe('partial')
  })

  test('a service that counts pages and not records', async () => {
    const found = await service(({ limit, offset }) =>
      part(rows('abcdefghijkl'), { limit, offset: limit * offset }),
    ).run()
    expect(found.completeness).toBe('partial')
  })

  test('a service whose pages hold one record, so that none joins on', async () => {
    expect((await service((asked) => part(rows('abc'), { ...asked, limit: 1 })).run()).completeness).toBe(
      'partial',
    )
  })

  test('records without an identity: those between others are given once', async () => {
    const some = (name: string) => ({ nameless: name })
    const all = ['a', some('b'), 'c', some('d'), some('e'), 'f', 'g', some('h')]
    expect(await holding(all).run()).toMatchObject({
      records: all,
      completeness: 'partial',
      doubts: [expect.stringMatching(/no id/)],
    })
  })

  test('records without any identity: the first page is given, and no other asked for', async () => {
    const all = ['b', 'd', 'e', 'h', 'i'].map((nameless) => ({ nameless }))
    expect(await holding(all).run()).toMatchObject({
      records: all.slice(0, 4),
      completeness: 'partial',
      pages: 1,
    })
  })

  test('two records of the same identity: both are given, and once', async () => {
    const all = rows('abbcdefff')
    expect(await holding(all).run()).toMatchObject({
      records: all,
      completeness: 'partial',
      doubts: [expect.stringMatching(/id b/), expect.stringMatching(/id f/)],
    })
  })
})

describe('what goes by is waited out', () => {
  const limit = { code: 'ERR-03', retryAfter: 0 }
  const lost = { kind: 'unreachable' } as const

  test('a rate limit as long as the service asks, then reading goes on', async () => {
    const { run, waits } = holding(['a', 'b'], (request) =>
      request === 1 ? { code: 'ERR-03', retryAfter: 7 } : null,
    )
    expect(await run()).toMatchObject({ records: ['a', 'b'], ended: '2026-01-01T00:00:07.000Z' })
    expect(waits).toEqual([7000, null])
  })

  test('a rate limit that comes again at once, each time twice as long', async () => {
    const { run, waits } = holding(['a'], (request) => (request < 4 ? limit : null))
    await run()
    expect(waits).toEqual([1000, null, 3000, null, 7000, null, 15_000, null])
  })

  test('a lost connection three times, and then it is a failure', async () => {
    expect((await holding(['a'], (request) => (request < 3 ? lost : null)).run()).records).toEqual(['a'])
    await expect(holding(['a'], (request) => (request < 4 ? lost : null)).run()).rejects.toMatchObject({
      failure: lost,
    })
  })

  test('everything else is a failure at once', async () => {
    const { run, waits } = holding(['a'], () => ({ code: 'ERR-01' }))
    await expect(run()).rejects.toMatchObject({ failure: { code: 'ERR-01' } })
    expect(waits).toEqual([])
  })

  test.each([
    lost,
    { kind: 'timeout' },
    { kind: 'unreadable', httpStatus: 200 },
    { kind: 'http-status', httpStatus: 503 },
    { code: 'ERR-01' },
    { code: 'GTW-11' },
  ] as const)('with patience, %j for minutes', async (passing) => {
    const { list, walk, waits } = holding(rows('abcdef'), (request) =>
      request > 0 && request < 11 ? passing : null,
    )
    const found = await walkList(list, { ...walk, patience: 10 })
    expect(found).toMatchObject({
      records: rows('abcdef'),
      completeness: 'complete',
      ended: '2026-01-01T00:05:03.000Z',
    })
    expect(waits.filter((wait) => wait !== null)).toHaveLength(10)
  })

  test.each([
    { code: 'ERR-00' },
    { kind: 'unexpected-body' },
    { kind: 'http-status', httpStatus: 404 },
  ] as const)('but not %j', async (lasting) => {
    const { list, walk, waits } = holding(['a'], () => lasting)
    await expect(walkList(list, { ...walk, patience: 10 })).rejects.toMatchObject({ failure: lasting })
    expect(waits).toEqual([])
  })
})

describe('it goes on where it stopped', () => {
  test.each(['GTW-04', 'ERR-02', 'GTW-12'])('after %s, when the reader has signed in again', async (code) => {
    const { list, walk, asked } = holding(rows('abcdef'), (request) => (request === 1 ? { code } : null))
    const onSignInNeeded = vi.fn(async () => {})
    const found = await walkList(list, { ...walk, onSignInNeeded })
    expect(found).toMatchObject({ records: rows('abcdef'), completeness: 'complete' })
    expect(onSignInNeeded).toHaveBeenCalledTimes(1)
    expect(asked.slice(0, 3)).toEqual([0, 3, 3])
  })

  test('after any other failure, when it is told to', async () => {
    const { list, walk } = holding(rows('abcdef'), (request) => (request === 1 ? { code: 'ERR-00' } : null))
    const onFailure = vi.fn(async () => {})
    expect((await walkList(list, { ...walk, onFailure })).records).toEqual(rows('abcdef'))
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ failure: refusal('ERR-00').failure }))
  })

  test('or not, where that is refused', async () => {
    const { list, walk } = holding(['a'], () => ({ code: 'ERR-00' }))
    const onFailure = () => Promise.reject(new Error('no more'))
    await expect(walkList(list, { ...walk, onFailure })).rejects.toThrow('no more')
  })

  test('after a pause', async () => {
    const { list, walk, asked } = holding(rows('abcdef'))
    let open = () => {}
    let isPaused = false
    let reading: Promise<unknown> = Promise.resolve()
    await new Promise<void>((resolve) => {
      const gate = () => {
        if (!isPaused) return Promise.resolve()
        resolve()
        return new Promise<void>((goOn) => (open = goOn))
      }
      const onPage = () => {
        isPaused = asked.length === 1
      }
      reading = readWhole(list, { ...walk, gate, onPage })
    })
    expect(asked).toEqual([0])
    isPaused = false
    open()
    expect(await reading).toMatchObject({ completeness: 'complete', rows: 6 })
  })
})

describe('it can be stopped', () => {
  test('before the next page', async () => {
    const { run, stop, asked } = holding(['a'])
    stop.abort(new Error('enough'))
    await expect(run()).rejects.toThrow('enough')
    expect(asked).toEqual([])
  })

  test.each(['gate', 'onFailure'] as const)('while it is held up by %s', async (name) => {
    const { list, walk, stop } = holding(['a'], () => ({ code: 'ERR-00' }))
    const forever = () => {
      queueMicrotask(() => stop.abort(new Error('enough')))
      return new Promise<void>(() => {})
    }
    await expect(walkList(list, { ...walk, [name]: forever })).rejects.toThrow('enough')
  })

  test('with what was read so far: a part, for the reason that is given', async () => {
    const stop = new AbortController()
    const { list, walk } = holding(rows('abcdefgh'))
    const onPage = () => stop.abort('That is enough.')
    expect(await readWhole(list, { ...walk, stop: stop.signal, onPage })).toMatchObject({
      completeness: 'partial',
      doubts: ['That is enough.'],
      rows: 4,
    })
  })

  test('once all is read: the second pass is skipped, and that is said', async () => {
    const stop = new AbortController()
    const { list, walk } = holding(rows('abcdefgh'))
    const found = await walkList(list, {
      ...walk,
      stop: stop.signal,
      onProgress: ({ pass }) => pass === 2 && stop.abort('That is enough.'),
    })
    expect(found).toMatchObject({
      records: rows('abcdefgh'),
      completeness: 'read-once',
      doubts: [expect.stringMatching(/read once.*skipped/)],
      passes: 1,
    })
  })

  test('while it waits', async () => {
    const { list, walk, stop } = holding(['a'], () => ({ code: 'ERR-03', retryAfter: 600 }))
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const onWait = () => queueMicrotask(() => stop.abort(new Error('enough')))
    await expect(walkList(list, { ...walk, sleep: undefined, now: undefined, onWait })).rejects.toThrow(
      'enough',
    )
    expect(cleared).toHaveBeenCalled()
    cleared.mockRestore()
  })
})
