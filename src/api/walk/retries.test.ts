import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { askWithRetries } from './retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const day = 24 * 3600

const limited = (retryAfter: number) => refusal('ERR-03', { httpStatus: 429, retryAfter })

test('a rate limit of many weeks is waited out, and not asked about over and over', async () => {
  const request = vi.fn(async () => 'answer').mockRejectedValueOnce(limited(60 * day))
  const answer = askWithRetries(request, { signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(59 * day * 1000)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(day * 1000)
  await expect(answer).resolves.toBe('answer')
  expect(request).toHaveBeenCalledTimes(2)
})

test('waiting ends with its signal', async () => {
  const controller = new AbortController()
  const request = vi.fn(() => Promise.reject(limited(60 * day)))
  const answer = expect(askWithRetries(request, { signal: controller.signal })).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(30 * day * 1000)
  controller.abort(new Error('left'))
  await answer
  expect(request).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
