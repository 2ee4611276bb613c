import { expect, it } from 'vitest'
import { refusal } from '../../../sync/service/testing/answers.ts'
import { testClock } from '../testing/clock.ts'
import { KeyPace } from './key-pace.ts'

const { signal } = new AbortController()

it('what is read in the background takes a fifth of the rate, however much of the rest is left', async () => {
  const clock = testClock()
  const pace = new KeyPace(600, clock)
  const ask = async (isInBackground: boolean) => {
    await pace.take(isInBackground, signal)
    pace.report(null)
  }
  const secondsFor = async (count: number, isInBackground: boolean) => {
    const begun = clock.steady()
    for (let index = 0; index < count; index += 1) await ask(isInBackground)
    return (clock.steady() - begun) / 1000
  }
  expect(Math.round(await secondsFor(121, true))).toBe(60)
  expect(Math.round(await secondsFor(600, false))).toBe(60)
})

it('nobody waits for an hour: until the service takes requests again, each is refused as the last one was', async () => {
  const clock = testClock()
  const pace = new KeyPace(600, clock)
  const begun = clock.steady()
  await pace.take(false, signal)
  const limit = refusal('ERR-03', { httpStatus: 429, retryAfter: 3600 })
  pace.report(limit)
  await expect(pace.take(false, signal)).rejects.toBe(limit)
  await expect(pace.take(true, signal)).rejects.toBe(limit)
  expect(clock.steady()).toBe(begun)
  clock.move(3_599_000)
  await pace.take(false, signal)
  expect(clock.steady() - begun).toBe(3_600_000)
})
