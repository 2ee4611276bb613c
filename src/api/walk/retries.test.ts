import { afterEach, expect, test, vi } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { askWithRetries, createHold } from './retries.ts'

afterEach(() => void vi.useRealTimers())

const day = 24 * 3600

const limited = (retryAfter: number) => refusal('ERR-03', { httpStatus: 429, retryAfter })

test('a rate limit of many weeks is waited out, and not asked about over and over', async () => {
  vi.useFakeTimers()
  const request = vi.fn(async () => 'answer').mockRejectedValueOnce(limited(60 * day))
  const answer = askWithRetries(request, { signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(59 * day * 1000)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(day * 1000)
  await expect(answer).resolves.toBe('answer')
  expect(request).toHaveBeenCalledTimes(2)
})

test('waiting ends with its signal', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const request = vi.fn(() => Promise.reject(limited(60 * day)))
  const answer = expect(askWithRetries(request, { signal: controller.signal })).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(30 * day * 1000)
  controller.abort(new Error('left'))
  await answer
  expect(request).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('paused while the request under way fails, it goes on when it is tried again', async () => {
  const hold = createHold()
  const failed = vi.fn(() => hold.untilAgain())
  let tries = 0
  const answer = askWithRetries(
    async () => {
      tries += 1
      if (tries > 1) return 'answer'
      hold.pause()
      throw refusal('ERR-00')
    },
    { signal: new AbortController().signal, gate: hold.gate, onFailure: failed },
  )
  await vi.waitFor(() => expect(failed).toHaveBeenCalled())
  hold.again()
  await expect(answer).resolves.toBe('answer')
})

test('paused, nothing is asked until it goes on', async () => {
  const hold = createHold()
  hold.pause()
  hold.pause()
  const request = vi.fn(async () => 'answer')
  const answer = askWithRetries(request, { signal: new AbortController().signal, gate: hold.gate })
  await Promise.resolve()
  expect(request).not.toHaveBeenCalled()
  hold.resume()
  await expect(answer).resolves.toBe('answer')
})

test('all requests that failed together go on together', async () => {
  const hold = createHold()
  const both = Promise.all([hold.untilAgain(), hold.untilAgain()])
  hold.again()
  await expect(both).resolves.toHaveLength(2)
})
