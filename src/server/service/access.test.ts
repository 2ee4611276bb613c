import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimit } from './access.ts'
import { createKey } from './keys.ts'
import { listenOverFixture } from './testing/service.ts'

let questions = 0
let milliseconds = 0
const service = await listenOverFixture({ rateLimitPerMinute: 1, clock: () => milliseconds }, (database) => ({
  ...database,
  query(sql, parameters) {
    questions += 1
    return database.query(sql, parameters)
  },
}))

const ask = async (key: string, path = '/vaults') =>
  (await service.get(path, { headers: { 'x-api-key': key } })).httpStatus

describe('beyond the rate limit', () => {
  it('an invented key asks the database nothing', async () => {
    expect(await ask('invented')).toBe(401)
    for (let index = 0; index < 20; index += 1) expect(await ask(`invented ${index}`)).toBe(429)
    // One for the first key, and one for the keys that there are.
    expect(questions).toBe(2)
  })

  it('a key that others hide is served, and beyond its own limit asks the database nothing', async () => {
    const { key } = await createKey(service.database, { name: 'Auditor', roles: ['viewer'] })
    milliseconds = 1000
    expect(await ask(key)).toBe(200)
    const once = questions
    for (let index = 0; index < 20; index += 1) expect(await ask(key)).toBe(429)
    expect(questions).toBe(once)
  })

  it('the OpenAPI document is refused, and asks the database nothing', async () => {
    questions = 0
    expect(await ask('', '/openapi.json')).toBe(429)
    expect(questions).toBe(0)
  })
})

describe('a limit', () => {
  it('gathers no more than a full minute', () => {
    let now = 0
    const limit = new RateLimit(2, () => now)
    limit.admit('a')
    now = 3_600_000
    expect([1, 2, 3].map(() => limit.admit('a'))).toEqual([0, 0, 30])
  })

  it('forgets the caller that asked longest ago, never one of the last', () => {
    const limit = new RateLimit(1, () => 0, 2)
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
          const limit = new RateLimit(perMinute, () => now)
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
})
