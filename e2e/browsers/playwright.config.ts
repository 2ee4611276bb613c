import { defineConfig } from 'playwright/test'
import { findFirefox, findWebKit } from '../../scripts/programs.mjs'
import base from '../playwright.config.ts'

/** The journey in the other browsers: those that are there. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'journey.ts',
  outputDir: '../../test-results/browsers',
  globalSetup: '../support/global-setup.ts',
  // Each browser is started once, and does one thing after another.
  fullyParallel: false,
  use: {},
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    ...(findFirefox() === undefined ? [] : [{ name: 'Firefox' }]),
    ...(findWebKit() === undefined ? [] : [{ name: 'WebKit' }]),
  ],
})
