import { defineConfig, devices } from 'playwright/test'
import { launchOptions } from '../scripts/browser.mjs'
import { isWholeSet } from '../src/testing/cases.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  ...(isWholeSet ? {} : { grepInvert: /@all/ }),
  fullyParallel: true,
  workers: 2,
  // A shared machine may stand still for seconds. What passes at its second try only is named at the end of the run.
  retries: process.env.CI === 'true' ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  // A test looks at many things on one page, which is loaded once.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ...(process.env.E2E_REPORT === undefined
      ? []
      : [['json', { outputFile: process.env.E2E_REPORT }] satisfies [string, unknown]]),
  ],
  use: {
    ...devices['Desktop Chrome'],
    trace: 'on-first-retry',
    // Nothing that the tests look at moves; to draw what fades and shimmers only takes time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptions(),
  },
})
