/** Which browser the tests run in, and where to get one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { installPackages, isOwnMachine, onPath } from './programs.mjs'
import { run } from './run.mjs'

/** The build of Chromium without a window, which Playwright itself prefers: the tests take half the time in it. */
const headless = 'chromium-headless-shell'
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A browser that is there: $CHROMIUM_PATH, Playwright's own, or one on the PATH. Its path, or undefined where there is none.
 * @returns {{ path: string, what: string } | undefined}
 */
function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) return { path: named, what: '$CHROMIUM_PATH' }
  const own = chromium.executablePath()
  if (existsSync(own)) return { path: own, what: "Playwright's own browser" }
  const path = onPath(names)
  return path === undefined ? undefined : { path, what: path }
}

/** How tests start it. */
export function launchOptions() {
  const browser = findBrowser()
  return {
    ...(browser && { executablePath: browser.path }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** A browser in any case, if one can be had: otherwise installs Playwright's own, or Debian's. Says what it does. */
export async function getBrowser() {
  const found = findBrowser()
  if (found) {
    const isSlow = found.what === onPath(['chromium'])
    if (isSlow && !isOwnMachine() && (await installPackages([headless]))) return findBrowser()
    return found
  }
  console.log("No browser found; installing Playwright's own (npx playwright install chromium).")
  if ((await run('playwright', ['install', 'chromium'])).code === 0) {
    const own = findBrowser()
    if (own && runs(own.path)) return own
  }
  if (!(await installPackages([headless]))) await installPackages(['chromium'])
  const path = onPath(names)
  if (path !== undefined) return { path, what: path }
  console.log('No browser could be installed: set CHROMIUM_PATH, or install Chromium.')
  return undefined
}

/** A browser may be installed without the libraries it needs. */
function runs(/** @type {string} */ path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0
}
