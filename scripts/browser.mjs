/** Which browser the tests run in, and where to get one. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { run } from './run.mjs'

/** The headless build of the same Chromium first, as Playwright does: it spends a fifth less on the same tests. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * A browser that is there: $CHROMIUM_PATH, Playwright's own, or one on the PATH. Its path, or undefined where there is none.
 * @returns {{ path: string, what: string } | undefined}
 */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) return { path: named, what: '$CHROMIUM_PATH' }
  const own = chromium.executablePath()
  if (existsSync(own)) return { path: own, what: "Playwright's own browser" }
  const path = onPath(names)
  return path === undefined ? undefined : { path, what: path }
}

/** A browser in any case, if one can be had: otherwise installs Playwright's own, or Debian's. Says what it does. */
export async function getBrowser() {
  const found = findBrowser()
  if (found) return found
  console.log("No browser found; installing Playwright's own (npx playwright install chromium).")
  if ((await run('playwright', ['install', 'chromium'])).code === 0) {
    const own = findBrowser()
    if (own && runs(own.path)) return own
  }
  if (!canInstallPackages()) {
    console.log('No browser could be installed: set CHROMIUM_PATH, or install Chromium.')
    return undefined
  }
  console.log("That did not work; installing Debian's chromium as root.")
  if (!(await installPackage('chromium-headless-shell'))) await installPackage('chromium')
  const path = onPath(names)
  return path === undefined ? undefined : { path, what: path }
}

/** Firefox on the PATH, where there is one. */
export function findFirefox() {
  return onPath(['firefox-esr', 'firefox'])
}

/**
 * WebKitGTK with its driver, as Debian ships them, and the screen that it draws on; undefined where one of them is missing.
 * @returns {{ driver: string, browser: string, screen: string } | undefined}
 */
export function findWebKit() {
  const driver = onPath(['WebKitWebDriver'])
  const screen = onPath(['Xvfb'])
  const browser = ['x86_64', 'aarch64']
    .flatMap((machine) =>
      ['4.1', '4.0'].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    )
    .find((file) => existsSync(file))
  return driver === undefined || screen === undefined || browser === undefined
    ? undefined
    : { driver, screen, browser }
}

/**
 * Which of the other browsers are missing, after installing those of Debian where that is wanted and can be done.
 * @returns {Promise<string[]>}
 */
export async function missingBrowsers(/** @type {boolean} */ install) {
  const packages = [
    ...(findFirefox() === undefined ? ['firefox-esr'] : []),
    ...(findWebKit() === undefined ? ['webkit2gtk-driver', 'xvfb'] : []),
  ]
  if (install && packages.length > 0 && canInstallPackages()) {
    console.log(`Installing ${packages.join(', ')} of Debian as root.`)
    for (const name of packages) await installPackage(name)
  }
  return [
    ...(findFirefox() === undefined ? ['Firefox'] : []),
    ...(findWebKit() === undefined ? ['WebKit'] : []),
  ]
}

/** Whether packages can be installed: as root, on Debian or what descends from it. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && onPath(['apt-get']) !== undefined
}

/** Installs a Debian package; true when that worked. */
export async function installPackage(/** @type {string} */ name) {
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], environment)
  return (
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], environment)).code === 0
  )
}

/** The first of some programs that the PATH has. */
export function onPath(/** @type {readonly string[]} */ programs) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** A browser may be there and lack the libraries that it needs. */
function runs(/** @type {string} */ path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0
}
