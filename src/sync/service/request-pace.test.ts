import { expect, test } from 'vitest'
import { RequestPace } from './request-pace.ts'
import { refusal } from './testing/answers.ts'

/** Seconds to wait where a request at this time is refused, or null if the service names none; true where it is answered. */
type Limit = (now: number) => true | { readonly retryAfter: number | null }

function tokenBucket(perSecond: number, burst: number, namesTime = false): Limit {
  let tokens = burst
  let last = 0
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond)
    last = now
    if (tokens < 1) return { retryAfter: namesTime ? 1 : null }
    tokens -= 1
    return true
  }
}

function fixedWindow(most: number, length: number, namesTime: boolean): Limit {
  let window = -1
  let count = 0
  return (now) => {
    if (Math.floor(now / length) !== window) {
      window = Math.floor(now / length)
      count = 0
    }
    count += 1
    const left = Math.ceil(((window + 1) * length - now) / 1000)
    return count <= most || { retryAfter: namesTime ? left : null }
  }
}

const latency = 50

/** Reads with up to four requests at once, until `count` of them were answered, each asked again where it is refused. */
function readWith(
  limit: Limit,
  { count = 93, perMinute = 6000 }: { count?: number; perMinute?: number } = {},
) {
  let now = 0
  const pace = new RequestPace(perMinute, () => now)
  const underWay: { readonly until: number; readonly outcome: ReturnType<Limit> }[] = []
  const refusals: number[] = []
  let answered = 0
  while (answered < count) {
    const wait = underWay.length < 4 && answered + underWay.length < count ? pace.wait() : Infinity
    if (wait === 0) {
      underWay.push({ until: now + latency, outcome: limit(now) })
      continue
    }
    now = Math.min(now + wait, underWay[0]?.until ?? Infinity)
    if (underWay[0] && underWay[0].until <= now) {
      const { outcome } = underWay.shift() ?? { outcome: true }
      if (outcome === true) answered += 1
      else refusals.push(now)
      pace.report(outcome === true ? null : refusal('ERR-03', { httpStatus: 429, ...outcome }))
    }
  }
  return { seconds: now / 1000, refusals, pace }
}

test('nothing is slower than the operator allows, where the service refuses nothing', () => {
  const { seconds, refusals } = readWith(() => true, { perMinute: 600 })
  expect(refusals).toEqual([])
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(9.3)
})

test.each([
  ['names no time', 6000, false],
  ['names a time', 6000, true],
  ['names no time, and the operator allows little more', 600, false],
])('a service that allows five a second and %s is read in about 19 seconds', (_, perMinute, namesTime) => {
  const { seconds, refusals } = readWith(tokenBucket(5, 5, namesTime), { perMinute })
  expect(refusals.length).toBeLessThanOrEqual(6)
  expect(seconds).toBeGreaterThan(17)
  expect(seconds).toBeLessThan(22)
})

test.each([true, false])(
  'sixty in each minute are kept to, whether a time is named (%s) or not',
  (namesTime) => {
    const { seconds, refusals } = readWith(fixedWindow(60, 60_000, namesTime), { count: 600 })
    expect(refusals.length).toBeLessThan(14)
    expect(seconds).toBeLessThan(720)
  },
)

test('a service that wants an hour is left alone for an hour', () => {
  const { seconds, refusals } = readWith(fixedWindow(80, 3_600_000, true))
  expect(seconds).toBeGreaterThan(3600)
  expect(seconds).toBeLessThan(3630)
  expect(refusals.length).toBeLessThanOrEqual(4)
})

test('it speeds up again slowly, up to what the operator allows', () => {
  let isBusy = true
  const limited = tokenBucket(5, 5)
  const { pace, refusals } = readWith(
    (now) => {
      isBusy &&= now < 60_000
      return isBusy ? limited(now) : true
    },
    { count: 20_000, perMinute: 600 },
  )
  expect(refusals.length).toBeLessThanOrEqual(6)
  expect(pace.perMinute).toBeGreaterThan(400)
  expect(pace.perMinute).toBeLessThanOrEqual(600)
})

test('a long reading is seldom refused', () => {
  const { seconds, refusals } = readWith(tokenBucket(5, 5), { count: 5000 })
  expect(seconds).toBeLessThan(1150)
  expect(refusals.length).toBeLessThan(20)
})

/** Sends a request each `apart` milliseconds, as what is read in the background, of which every `nth` is refused. */
function readSlowly(failure: ReturnType<typeof refusal>, { apart = 500, nth = 100, count = 500 } = {}) {
  let now = 0
  const pace = new RequestPace(600, () => now)
  for (let sent = 1; sent <= count; sent += 1) {
    now += apart
    for (let wait = pace.wait(); wait > 0; wait = pace.wait()) now += wait
    pace.report(sent % nth === 0 ? failure : null)
  }
  return pace
}

test('a proxy that fails now and then, whatever was asked, does not make it slower', () => {
  const busy = refusal('GTW-24', { httpStatus: 503 })
  expect(readSlowly(busy).perMinute).toBe(600)
})

test('a refusal while little was asked is not taken for the rate of what was asked', () => {
  const limit = refusal('ERR-03', { httpStatus: 429 })
  expect(readSlowly(limit, { count: 101 }).perMinute).toBeGreaterThan(400)
})
