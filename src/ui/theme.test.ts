import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// The module acts when it loads, as it must before the first painting: so each test loads it anew into a page of its own.
let attributes: Record<string, string>

beforeEach(() => {
  attributes = {}
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: attributes } })
})

afterEach(() => vi.unstubAllGlobals())

describe('the theme when the page loads', () => {
  test.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['system', undefined],
    [null, undefined],
    ['', undefined],
    ['solarized', undefined],
    ['"dark"', undefined],
  ])('stored %j sets data-theme to %j', async (stored, expected) => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === 'custody-console.theme' ? stored : null),
    })
    await import('./theme.ts')
    expect(attributes.theme).toBe(expected)
  })

  test('is the system’s where storage is refused', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    await import('./theme.ts')
    expect(attributes.theme).toBeUndefined()
  })

  test('is the system’s where there is no storage at all', async () => {
    vi.stubGlobal('localStorage', undefined)
    await import('./theme.ts')
    expect(attributes.theme).toBeUndefined()
  })
})
