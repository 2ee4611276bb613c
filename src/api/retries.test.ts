import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ApiFailure } from '../contract/api-error.ts'
import { type Answer, present, type ServiceRequest, send, sideBySide } from '../sync/service/reading.ts'
import { refusal } from '../sync/service/testing/answers.ts'
import { type RunOptions, run } from './retries.ts'

afterEach(() => void vi.useRealTimers())

const day = 24 * 3600

const limited = (retryAfter: number) => refusal('ERR-03', { httpStatus: 429, retryAfter })
const { signal } = new AbortController()
const request = (target = '/vaults') => send(target)
const given: Answer = { body: {}, receivedAt: '' }

/** Asks a service for one answer, before which it fails in these ways, by a clock that only waiting moves. */
function failing(...failures: readonly Partial<ApiFailure>[]) {
  let time = 0
  const waits: (number | null)[] = []
  const answer = vi.fn(async () => {
    const failure = failures[answer.mock.calls.length - 1]
    if (failure) throw refusal('', failure, time)
    return given
  })
  const ask = (options: Partial<RunOptions> = {}) =>
    run(request(), {
      ...{ signal, answer, now: () => time, ...options },
      onWait: (waiting) => waits.push(waiting?.until ?? null),
      sleep: async (until) => {
        time = until
      },
    })
  return { ask, waits, answer }
}
const times = (count: number, failure: Partial<ApiFailure>) => Array.from({ length: count }, () => failure)

describe('what goes by is waited out', () => {
  const lost = { kind: 'unreachable' } as const

  test('a rate limit as long as the service asks', async () => {
    const { ask, waits } = failing({ code: 'ERR-03', retryAfter: 7 })
    expect(await ask()).toBe(given)
    expect(waits).toEqual([7000, null])
  })

  test.each([
    { code: 'ERR-03', retryAfter: 0 },
    { kind: 'http-status', httpStatus: 429, retryAfter: 0 },
    { kind: 'http-status', httpStatus: 503, retryAfter: 0 },
    { code: 'LIMIT-7', httpStatus: 429, retryAfter: 0 },
    { code: 'GTW-23', httpStatus: 429, retryAfter: 0 },
    { code: 'GTW-24', httpStatus: 503, retryAfter: 0 },
  ] as const)('%j that comes again at once, each time twice as long', async (limit) => {
    const { ask, waits } = failing(...times(4, limit))
    expect(await ask()).toBe(given)
    expect(waits).toEqual([1000, null, 3000, null, 7000, null, 15_000, null])
  })

  test('a lost connection three times, and then it is a failure', async () => {
    expect(await failing(...times(3, lost)).ask()).toBe(given)
    await expect(failing(...times(4, lost)).ask()).rejects.toMatchObject({ failure: lost })
  })

  test.each([
    lost,
    { kind: 'timeout' },
    { kind: 'unreadable', httpStatus: 200 },
    { kind: 'http-status', httpStatus: 502 },
    { code: 'ERR-01' },
    { code: 'GTW-11' },
  ] as const)('with more retries, %j for minutes', async (passing) => {
    const { ask, waits } = failing(...times(10, passing))
    expect(await ask({ retries: 10 })).toBe(given)
    expect(waits.slice(-2)).toEqual([303_000, null])
  })

  test.each([
    [{ code: 'ERR-01' }, {}],
    [{ code: 'ERR-00' }, { retries: 10 }],
    [{ kind: 'unexpected-body' }, { retries: 10 }],
    [{ kind: 'http-status', httpStatus: 404 }, { retries: 10 }],
  ] as const)('but not %j with %j', async (lasting, options) => {
    const { ask, waits } = failing(lasting)
    await expect(ask(options)).rejects.toMatchObject({ failure: lasting })
    expect(waits).toEqual([])
  })
})

describe('what fails', () => {
  test.each(['GTW-04', 'ERR-02', 'GTW-12', 'ERR-00'])(
    'with %s is asked for again once that is allowed',
    async (code) => {
      const { ask, answer } = failing({ code })
      const onFailure = vi.fn(async () => {})
      expect(await ask({ onFailure })).toBe(given)
      expect(onFailure.mock.calls).toMatchObject([[{ failure: { code } }]])
      expect(answer).toHaveBeenCalledTimes(2)
    },
  )

  test('ends the reading where that is refused', async () => {
    const onFailure = () => Promise.reject(new Error('no more'))
    await expect(failing({ code: 'ERR-00' }).ask({ onFailure })).rejects.toThrow('no more')
  })
})

test('it can be stopped, before a request and while it is held up', async () => {
  const stop = new AbortController()
  const forever = () => {
    queueMicrotask(() => stop.abort(new Error('enough')))
    return new Promise<void>(() => {})
  }
  const options = { signal: stop.signal, onFailure: forever }
  await expect(failing({ code: 'ERR-00' }).ask(options)).rejects.toThrow('enough')
  const { ask, answer } = failing()
  await expect(ask(options)).rejects.toThrow('enough')
  expect(answer).not.toHaveBeenCalled()
})

test('a rate limit of many weeks is waited out, and not asked about over and over', async () => {
  vi.useFakeTimers()
  const answer = vi.fn(async () => given).mockRejectedValueOnce(limited(60 * day))
  const reading = run(request(), { signal, answer })
  await vi.advanceTimersByTimeAsync(59 * day * 1000)
  expect(answer).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(day * 1000)
  await expect(reading).resolves.toBe(given)
  expect(answer).toHaveBeenCalledTimes(2)
})

test('waiting ends with its signal', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const answer = vi.fn(() => Promise.reject(limited(60 * day)))
  const reading = expect(run(request(), { signal: controller.signal, answer })).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(30 * day * 1000)
  controller.abort(new Error('left'))
  await reading
  expect(answer).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('readings that do not depend on each other are asked for side by side, four requests at once', async () => {
  let inFlight = 0
  let most = 0
  const answer = async ({ target }: ServiceRequest): Promise<Answer> => {
    most = Math.max(most, ++inFlight)
    await Promise.resolve()
    inFlight -= 1
    return { body: target, receivedAt: '' }
  }
  function* two(name: string) {
    const { body } = yield* request(`${name} first`)
    return [body, (yield* request(`${name} second`)).body]
  }
  const reading = sideBySide([two('a'), present(), ...'bcdef'.split('').map(two)])
  const found = await run(reading, { signal, answer, now: () => 7 })
  expect(found.slice(0, 3)).toEqual([['a first', 'a second'], 7, ['b first', 'b second']])
  expect(most).toBe(4)
})

test('it waits until the last of several requests has waited', async () => {
  const left = new Set(['/a', '/b'])
  const answer = async ({ target }: ServiceRequest): Promise<Answer> => {
    if (left.delete(target)) throw limited(0)
    return given
  }
  const told: (string | undefined)[] = []
  await run(sideBySide([request('/a'), request('/b')]), {
    signal,
    answer,
    sleep: async () => {},
    onWait: (waiting) => told.push(waiting?.error.failure.code),
  })
  expect(told).toEqual(['ERR-03', 'ERR-03', undefined])
})
