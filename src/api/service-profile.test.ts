import { afterEach, expect, test, vi } from 'vitest'
import { dateFilterOf } from './dates/date-filter.ts'
import { learnProfile, profileOfSession, serviceProfile } from './service-profile.ts'
import { daily, never, now, serve } from './testing/ledger.ts'

afterEach(() => vi.unstubAllGlobals())

test('what a service does is known after a reload, and forgotten with the session', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  profileOfSession('one')
  learnProfile({ mostRows: 200 })
  learnProfile({ turns: { vaults: false } })
  const { ask, received } = serve({ entries: daily(3, 2) })
  const options = { signal: never, now: () => now }
  const dates = await dateFilterOf('one', ask, options)
  expect(dates).toMatchObject({ off: null, days: 'utc' })
  const learned = { mostRows: 200, turns: { vaults: false } }
  expect(serviceProfile()).toMatchObject(learned)
  profileOfSession('one')
  expect(serviceProfile()).toMatchObject(learned)
  profileOfSession('two')
  expect(serviceProfile()).toEqual({ session: 'two', mostRows: 1000, turns: {} })
  // As a reload does.
  profileOfSession('one')
  expect(serviceProfile()).toMatchObject(learned)
  const asked = received.length
  expect(await dateFilterOf('one', ask, options)).toEqual(dates)
  expect(received).toHaveLength(asked)
})

test('a browser without storage asks again', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  profileOfSession('three')
  learnProfile({ mostRows: 200 })
  expect(serviceProfile()).toMatchObject({ mostRows: 200 })
  profileOfSession('four')
  expect(serviceProfile()).toEqual({ session: 'four', mostRows: 1000, turns: {} })
})
