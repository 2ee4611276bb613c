import { expect, test, vi } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { askWithRetries, createHold } from './retries.ts'

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
