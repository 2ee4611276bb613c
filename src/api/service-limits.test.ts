import { afterEach, expect, test, vi } from 'vitest'
import { learnLimits, limitsOfSession, serviceLimits } from './service-limits.ts'

afterEach(() => vi.unstubAllGlobals())

test('what a service refuses is known after a reload, and forgotten with the session', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  limitsOfSession('one')
  learnLimits({ mostRows: 200 })
  learnLimits({ turns: { vaults: false } })
  const learned = { mostRows: 200, turns: { vaults: false } }
  expect(serviceLimits()).toMatchObject(learned)
  limitsOfSession('one')
  expect(serviceLimits()).toMatchObject(learned)
  limitsOfSession('two')
  expect(serviceLimits()).toEqual({ mostRows: 1000, turns: {} })
  // As a reload does.
  limitsOfSession('one')
  expect(serviceLimits()).toMatchObject(learned)
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
  limitsOfSession('three')
  learnLimits({ mostRows: 200 })
  expect(serviceLimits()).toMatchObject({ mostRows: 200 })
  limitsOfSession('four')
  expect(serviceLimits()).toEqual({ mostRows: 1000, turns: {} })
})
