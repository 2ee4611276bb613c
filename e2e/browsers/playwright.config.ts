import { defineConfig } from 'playwright/test'
import { findFirefox, findWebKit } from '../../scripts/browser.mjs'

/** The journey in the other browsers: those that are there. */
export default defineConfig({
  testDir: '.',
  testMatch: 'journey.ts',
  outputDir: '../../test-results/browsers',
  globalSetup: '../support/global-setup.ts',
  // Each browser is started once, and does one thing after another.
  fullyParallel: false,
  workers: 2,
  retries: process.env.CI === 'true' ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ...(process.env.E2E_REPORT === undefined
      ? []
      : [['json', { outputFile: process.env.E2E_REPORT }] satisfies [string, unknown]]),
  ],
  projects: [
    ...(findFirefox() === undefined ? [] : [{ name: 'Firefox' }]),
    ...(findWebKit() === undefined ? [] : [{ name: 'WebKit' }]),
  ],
})
