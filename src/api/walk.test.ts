import { describe, expect, test, vi } from 'vitest'
import { ApiError, type ApiFailure } from './api-error.ts'
import { type Waiting, walkList } from './walk.ts'

const failure: ApiFailure = {
  kind: 'error-body',
  code: '',
  message: '',
  details: '',
  help: '',
  httpStatus: 400,
  requestPath: '/list',
  retryAfter: null,
  requestId: '',
}
const start = Date.UTC(2026, 0, 1)

type Answer = readonly number[] | Partial<ApiFailure>

/** A service that gives these answers one after the other, a clock that only waiting moves, and what was told meanwhile. */
function scripted(...answers: readonly Answer[]) {
  let now = start
  const asked: number[] = []
  const waits: (number | null)[] = []
  const progress: number[] = []
  const stop = new AbortController()
  const walk = {
    signal: stop.signal,
    identity: String,
    now: () => now,
    sleep: async (until: number) => {
      now = until
    },
    onProgress: (rows: number) => progress.push(rows),
    onWait: (waiting: Waiting | null) => waits.push(waiting && waiting.until - start),
  }
  const list = async ({ limit, offset }: { limit: number; offset: number }) => {
    expect(limit).toBe(1000)
    const answer = answers[asked.length] ?? { code: 'BAL-00' }
    asked.push(offset)
    if (!('length' in answer)) throw new ApiError({ ...failure, ...answer }, now)
    return { records: answer as readonly number[], timestamp: null, receivedAt: '' }
  }
  return { run: () => walkList(list, walk), asked, waits, progress, stop }
}

const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

describe('a list is read whole', () => {
  test('page after page, each from where the one before ended', async () => {
    const service = scripted(many(0, 1000), many(1000, 1000), many(2000, 5))
    const { records, begun, ended } = await service.run()
    expect(records).toEqual(many(0, 2005))
    expect(service.asked).toEqual([0, 1000, 2000, 2005])
    expect(service.progress).toEqual([1000, 2000, 2005])
    expect([begun, ended]).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])
  })

  test('although the service gives fewer rows than it is asked for', async () => {
    const service = scripted([1, 2], [3, 4], [5], [])
    expect((await service.run()).records).toEqual([1, 2, 3, 4, 5])
  })

  test('and is empty where there are no records', async () => {
    expect((await scripted().run()).records).toEqual([])
  })

  test('once, by a service that turns no pages', async () => {
    expect((await scripted([1, 2], [1, 2]).run()).records).toEqual([1, 2])
  })

  test('or not at all: a full page that comes again is a failure', async () => {
    await expect(scripted(many(0, 1000), many(0, 1000)).run()).rejects.toBeInstanceOf(ApiError)
  })
})

describe('what goes by is waited out', () => {
  test('a rate limit as long as the service asks, then reading goes on', async () => {
    const service = scripted([1], { code: 'ERR-03', retryAfter: 7 }, [2])
    const { records, ended } = await service.run()
    expect(records).toEqual([1, 2])
    expect(service.asked).toEqual([0, 1, 1, 2])
    expect(service.waits).toEqual([7000, null])
    expect(ended).toBe('2026-01-01T00:00:07.000Z')
  })

  test('a rate limit that comes again at once, each time twice as long', async () => {
    const limit = { code: 'ERR-03', retryAfter: 0 }
    const service = scripted(limit, limit, limit, limit, [1])
    await service.run()
    expect(service.waits).toEqual([1000, null, 3000, null, 7000, null, 15_000, null])
  })

  test('a lost connection three times, and then it is a failure', async () => {
    const lost = { kind: 'unreachable' } as const
    expect((await scripted(lost, lost, lost, [1]).run()).records).toEqual([1])
    await expect(scripted(lost, lost, lost, lost).run()).rejects.toMatchObject({ failure: lost })
  })

  test('everything else is a failure at once', async () => {
    const service = scripted([1], { code: 'ERR-01' })
    await expect(service.run()).rejects.toMatchObject({ failure: { code: 'ERR-01' } })
    expect(service.waits).toEqual([])
  })
})

describe('it can be stopped', () => {
  test('before the next page', async () => {
    const service = scripted([1], [2])
    service.stop.abort(new Error('enough'))
    await expect(service.run()).rejects.toThrow('enough')
    expect(service.asked).toEqual([])
  })

  test('while it waits', async () => {
    const stop = new AbortController()
    const remove = vi.spyOn(globalThis, 'clearTimeout')
    const list = async () => {
      throw new ApiError({ ...failure, code: 'ERR-03', retryAfter: 600 })
    }
    const onWait = () => queueMicrotask(() => stop.abort(new Error('enough')))
    await expect(walkList(list, { signal: stop.signal, identity: String, onWait })).rejects.toThrow('enough')
    expect(remove).toHaveBeenCalled()
    remove.mockRestore()
  })
})
