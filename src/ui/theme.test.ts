import { beforeEach, expect, test, vi } from 'vitest'

// The module acts when it loads, before the first paint, so each test loads it afresh.
let attributes: Record<string, string>
let cookies: string[]

beforeEach(() => {
  attributes = {}
  cookies = []
  vi.resetModules()
  vi.stubGlobal('document', {
    documentElement: { dataset: attributes },
    set cookie(text: string) {
      cookies.push(text.replace(/; .*/, ''))
    },
  })
})

async function load(stored: string | null): Promise<void> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'custody-console.theme' ? stored : null),
  })
  await import('./theme.ts')
}

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', undefined],
  [null, undefined],
  ['solarized', undefined],
])('when the page loads, a stored %j sets data-theme to %j', async (stored, expected) => {
  await load(stored)
  expect(attributes.theme).toBe(expected)
})

test.each([
  ['dark', 'dark', []],
  ['dark', undefined, ['custody_theme=dark']],
  ['light', 'dark', ['custody_theme=light']],
  [null, 'dark', ['custody_theme=system']],
  [null, undefined, []],
])('a stored %j on a page with %j writes the cookies %j', async (stored, onPage, expected) => {
  if (onPage !== undefined) attributes.theme = onPage
  await load(stored)
  expect(cookies).toEqual(expected)
})
