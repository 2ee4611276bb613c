import { expect, it } from 'vitest'
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
