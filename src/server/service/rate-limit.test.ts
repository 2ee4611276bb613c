import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRateLimit } from './access.ts'

it('gathers no more than a full minute', () => {
  let now = 0
  const limit = createRateLimit(2, () => now)
  limit.admit('a')
  now = 3_600_000
  expect([1, 2, 3].map(() => limit.admit('a'))).toEqual([0, 0, 30])
})

it('forgets the caller that asked longest ago, never one of the last', () => {
  const limit = createRateLimit(1, () => 0, 2)
  limit.admit('a')
  limit.admit('b')
  limit.admit('a')
  limit.admit('c')
  expect(limit.admit('a')).toBe(60)
  expect(limit.admit('c')).toBe(60)
  expect(limit.admit('b')).toBe(0)
})

it('admits after exactly the wait that it told, and never more than its share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6000 }),
      fc.array(fc.nat(2000), { minLength: 1, maxLength: 200 }),
      (perMinute, pauses) => {
        let now = 0
        let admitted = 0
        const limit = createRateLimit(perMinute, () => now)
        for (const pause of pauses) {
          now += pause
          const wait = limit.admit('a')
          if (wait === 0) admitted += 1
          else {
            now += wait * 1000
            expect(limit.admit('a')).toBe(0)
            admitted += 1
          }
          expect(admitted).toBeLessThanOrEqual(perMinute + (now * perMinute) / 60_000)
        }
      },
    ),
  )
})
