import { afterEach, expect, test, vi } from 'vitest'
import { dateFilterOf } from '../sync/service/date-filter.ts'
import { replayed } from '../sync/service/testing/answers.ts'
import { daily, now, serve } from '../sync/service/testing/dated-ledger.ts'
import { profileOfSession, sessionProfile, tabProfile } from './service-profile.ts'

afterEach(() => vi.unstubAllGlobals())

test('what a service does is known after a reload, and forgotten with the session', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  const { answer, received } = serve({ entries: daily(3, 2) })
  const read = () => replayed(dateFilterOf(), answer, () => now, tabProfile())
  profileOfSession('one')
  tabProfile().learn({ mostRows: 200 })
  tabProfile().learn({ turns: { vaults: false } })
  const dates = read()
  expect(dates).toMatchObject({ off: null, days: 'utc' })
  const learned = { mostRows: 200, turns: { vaults: false } }
  expect(sessionProfile()).toMatchObject(learned)
  profileOfSession('one')
  expect(sessionProfile()).toMatchObject(learned)
  profileOfSession('two')
  expect(sessionProfile()).toEqual({ session: 'two', mostRows: 1000, turns: {} })
  profileOfSession('one')
  expect(sessionProfile()).toMatchObject(learned)
  const asked = received.length
  expect(read()).toEqual(dates)
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
  tabProfile().learn({ mostRows: 200 })
  expect(sessionProfile()).toMatchObject({ mostRows: 200 })
  profileOfSession('four')
  expect(sessionProfile()).toEqual({ session: 'four', mostRows: 1000, turns: {} })
})
