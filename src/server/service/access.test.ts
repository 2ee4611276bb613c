import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { RateLimit } from './access.ts'

it('gathers no more than a full minute', () => {
  let now = 0
  const limit = new RateLimit(2, () => now)
  limit.admit('a')
  now = 3_600_000
  expect([1, 2, 3].map(() => limit.admit('a'))).toEqual([0, 0, 30])
})

it('forgets the caller that asked longest ago, never one of the last', () => {
  const limit = new RateLimit(1, () => 0, 2)
  for (const caller of ['a', 'b', 'a', 'c']) limit.admit(caller)
  expect(['a', 'c', 'b'].map((caller) => limit.admit(caller))).toEqual([60, 60, 0])
})

it('admits after exactly the wait that it told, and never more than its share', () => {
  const pauses = fc.array(fc.nat(2000), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6000 }), pauses, (perMinute, pauses) => {
      let now = 0
      let admitted = 0
      const limit = new RateLimit(perMinute, () => now)
      for (const pause of pauses) {
        now += pause
        const wait = limit.admit('a')
        now += wait * 1000
        if (wait > 0) expect(limit.admit('a')).toBe(0)
        admitted += 1
        expect(admitted).toBeLessThanOrEqual(perMinute + (now * perMinute) / 60_000)
      }
    }),
  )
})
