import { describe, expect, test, vi } from 'vitest'
import { refusal } from '../../api/testing/refusal.ts'
import { listService, rows } from './testing/answering-service.ts'

describe('what goes by is waited out', () => {
  const limit = { code: 'ERR-03', retryAfter: 0 }
  const lost = { kind: 'unreachable' } as const

  test('a rate limit as long as the service asks, then reading goes on', async () => {
    const { run, waits } = listService(['a', 'b'], (request) =>
      request === 1 ? { code: 'ERR-03', retryAfter: 7 } : null,
    )
    expect(await run()).toMatchObject({ records: ['a', 'b'], ended: '2026-01-01T00:00:07.000Z' })
    expect(waits).toEqual([7000, null])
  })

  test('a rate limit that comes again at once, each time twice as long', async () => {
    const { run, waits } = listService(['a'], (request) => (request < 4 ? limit : null))
    await run()
    expect(waits).toEqual([1000, null, 3000, null, 7000, null, 15_000, null])
  })

  test.each([
    { kind: 'http-status', httpStatus: 429, retryAfter: 0 },
    { kind: 'http-status', httpStatus: 503, retryAfter: 0 },
    { code: 'LIMIT-7', httpStatus: 429, retryAfter: 0 },
    { code: 'GTW-23', httpStatus: 429, retryAfter: 0 },
    { code: 'GTW-24', httpStatus: 503, retryAfter: 0 },
  ] as const)('%j as a rate limit, however often it comes', async (limit) => {
    const { run, waits } = listService(['a'], (request) => (request < 4 ? limit : null))
    expect(await run()).toMatchObject({ records: ['a'] })
    expect(waits).toEqual([1000, null, 3000, null, 7000, null, 15_000, null])
  })

  test('a lost connection three times, and then it is a failure', async () => {
    expect((await listService(['a'], (request) => (request < 3 ? lost : null)).run()).records).toEqual(['a'])
    await expect(listService(['a'], (request) => (request < 4 ? lost : null)).run()).rejects.toMatchObject({
      failure: lost,
    })
  })

  test('everything else is a failure at once', async () => {
    const { run, waits } = listService(['a'], () => ({ code: 'ERR-01' }))
    await expect(run()).rejects.toMatchObject({ failure: { code: 'ERR-01' } })
    expect(waits).toEqual([])
  })

  test.each([
    lost,
    { kind: 'timeout' },
    { kind: 'unreadable', httpStatus: 200 },
    { kind: 'http-status', httpStatus: 502 },
    { code: 'ERR-01' },
    { code: 'GTW-11' },
  ] as const)('with more retries, %j for minutes', async (passing) => {
    const { run, waits } = listService(rows('abcdef'), (request) =>
      request > 0 && request < 11 ? passing : null,
    )
    const found = await run({ retries: 10 })
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
    const { run, waits } = listService(['a'], () => lasting)
    await expect(run({ retries: 10 })).rejects.toMatchObject({ failure: lasting })
    expect(waits).toEqual([])
  })
})

describe('it goes on where it stopped', () => {
  test.each(['GTW-04', 'ERR-02', 'GTW-12', 'ERR-00'])('after %s, when it is told to', async (code) => {
    const { run, asked } = listService(rows('abcdef'), (request) => (request === 1 ? { code } : null))
    const onFailure = vi.fn(async () => {})
    const found = await run({ onFailure })
    expect(found).toMatchObject({ records: rows('abcdef'), completeness: 'complete' })
    expect(onFailure.mock.calls).toEqual([[expect.objectContaining({ failure: refusal(code).failure })]])
    expect(asked.slice(0, 3)).toEqual([0, 3, 3])
  })

  test('or not, where that is refused', async () => {
    const { run } = listService(['a'], () => ({ code: 'ERR-00' }))
    const onFailure = () => Promise.reject(new Error('no more'))
    await expect(run({ onFailure })).rejects.toThrow('no more')
  })
})

describe('it can be stopped', () => {
  test('before the next page', async () => {
    const { run, stop, asked } = listService(['a'])
    stop.abort(new Error('enough'))
    await expect(run()).rejects.toThrow('enough')
    expect(asked).toEqual([])
  })

  test('while it is held up', async () => {
    const { run, stop } = listService(['a'], () => ({ code: 'ERR-00' }))
    const forever = () => {
      queueMicrotask(() => stop.abort(new Error('enough')))
      return new Promise<void>(() => {})
    }
    await expect(run({ onFailure: forever })).rejects.toThrow('enough')
  })
})
