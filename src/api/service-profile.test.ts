import { afterEach, expect, test, vi } from 'vitest'
import { dateFilterOf } from '../books/reading/date-filter.ts'
import { daily, serve } from '../books/reading/testing/dated-ledger.ts'
import { learnProfile, profileOfSession, serviceProfile } from './service-profile.ts'

afterEach(() => vi.unstubAllGlobals())

test('what a service does is known after a reload, and forgotten with the session', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  const { read, received } = serve({ entries: daily(3, 2) })
  profileOfSession('one')
  learnProfile({ mostRows: 200 })
  learnProfile({ turns: { vaults: false } })
  const dates = read(dateFilterOf())
  expect(dates).toMatchObject({ off: null, days: 'utc' })
  const learned = { mostRows: 200, turns: { vaults: false } }
  expect(serviceProfile()).toMatchObject(learned)
  profileOfSession('one')
  expect(serviceProfile()).toMatchObject(learned)
  profileOfSession('two')
  expect(serviceProfile()).toEqual({ session: 'two', mostRows: 1000, turns: {} })
  profileOfSession('one')
  expect(serviceProfile()).toMatchObject(learned)
  const asked = received.length
  expect(read(dateFilterOf())).toEqual(dates)
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
