import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const tests = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll('\\', '/')}`)

/** Tests that replace what all modules share, such as `fetch` or the clock. */
const alone = tests.filter((file) => /\bvi\b/.test(readFileSync(file, 'utf8')))

const shared = {
  setupFiles: ['src/testing/properties.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // The embedded database answers too few questions in a test to earn back what it takes to optimise its code.
  execArgv: ['--liftoff-only'],
}

/**
 * Tests of functions and of the server. To start a process and load the same modules again takes longer than most files: those that leave
 * nothing behind share one process for each processor.
 */
export default defineConfig({
  test: {
    // Not in `shared`: each project would set it up again.
    globalSetup: ['src/database/testing/global-setup.ts'],
    // Of two processors the runner would leave one idle.
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'alone', include: alone } },
      {
        test: {
          ...shared,
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: alone,
          isolate: false,
        },
      },
    ],
  },
})
