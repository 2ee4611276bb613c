import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The module acts when it loads, before the first paint, so each test loads it afresh.
let attributes: Record<string, string>

beforeEach(() => {
  attributes = {}
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: attributes } })
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', undefined],
  [null, undefined],
  ['solarized', undefined],
])('when the page loads, a stored %j sets data-theme to %j', async (stored, expected) => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'custody-console.theme' ? stored : null),
  })
  await import('./theme.ts')
  expect(attributes.theme).toBe(expected)
})
