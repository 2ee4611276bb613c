import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './scripts/browser.mjs'
import { isWholeSet } from './src/testing/cases.ts'

/** Parts of the screen, each alone in a browser. */
const parts = ['src/**/*.browser.test.tsx']
/** Modules of a browser's page know how old it is, and what it showed before: the process of these is as young as a page. */
const alone = ['src/api/*.test.ts', 'src/ui/theme.test.ts']

/** What is slow or rare, which the quick set leaves out. */
const slow = ['src/**/*.slow.test.ts']

const shared = {
  setupFiles: ['src/testing/properties.ts', 'src/testing/restore.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // The embedded database answers too few questions in a test to earn back what it takes to optimise its code.
  execArgv: ['--liftoff-only'],
}

/**
 * Tests of functions, of the server and of parts of the screen. To start a process and load the same modules again takes longer than most
 * files: those that leave nothing behind share one process, or one page, for each processor.
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
          exclude: [...alone, ...parts, ...(isWholeSet ? [] : slow)],
          isolate: false,
        },
      },
      {
        // Its icons are many small files, each found only once a part is drawn that has it: the page would begin again then.
        optimizeDeps: { exclude: ['lucide-react'] },
        test: {
          name: 'parts',
          include: parts,
          isolate: false,
          setupFiles: ['src/ui/testing/page.ts', 'src/testing/restore.ts'],
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: launchOptions(),
              contextOptions: { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
})
