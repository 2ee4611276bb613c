import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, present, type ServiceRequest, send, sideBySide } from './reading.ts'
import { run } from './retries.ts'
import { refusal } from './testing/refusal.ts'

afterEach(() => void vi.useRealTimers())

const day = 24 * 3600

const limited = (retryAfter: number) => refusal('ERR-03', { httpStatus: 429, retryAfter })
const { signal } = new AbortController()
const request = (target = '/vaults') => send(target)
const given: Answer = { body: {}, receivedAt: '' }

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
