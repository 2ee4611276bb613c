/** Playwright's `test` with the product's address, and with an eye on what the browser complains about. */
import { test as base, expect } from 'playwright/test'

/** What each test has beside Playwright's own. */
interface Fixtures {
  /** Content-Security-Policy violations and uncaught errors of the page so far; a test fails if any are left at its end. */
  complaints: string[]
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what the fixture needs, here nothing
  baseURL: async ({}, use) => use(process.env.E2E_ADDRESS),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (/content security policy|trusted ?type/i.test(message.text())) complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints, 'complaints of the browser').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from 'playwright/test'
