import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { askPatiently } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const day = 24 * 3600

function limited(retryAfter: number) {
  return new ApiError({
    kind: 'error-body',
    code: 'ERR-03',
    message: '',
    details: '',
    help: '',
    httpStatus: 429,
    requestPath: '',
    retryAfter,
    requestId: '',
  })
}

test('a rate limit of many weeks is waited out, and not asked about over and over', async () => {
  const request = vi.fn(async () => 'answer').mockRejectedValueOnce(limited(60 * day))
  const answer = askPatiently(request, { signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(59 * day * 1000)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(day * 1000)
  await expect(answer).resolves.toBe('answer')
  expect(request).toHaveBeenCalledTimes(2)
})

test('waiting ends with its signal', async () => {
  const controller = new AbortController()
  const request = vi.fn(() => Promise.reject(limited(60 * day)))
  const answer = expect(askPatiently(request, { signal: controller.signal })).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(30 * day * 1000)
  controller.abort(new Error('left'))
  await answer
  expect(request).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
