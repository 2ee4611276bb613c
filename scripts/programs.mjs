/** The programs that `npm run test:all` tests with besides Chromium, and how it gets them. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** Each with the packages of Debian that have it. */
const programs = [
  { name: 'PostgreSQL', packages: ['postgresql'], find: findPostgres },
  { name: 'PgBouncer', packages: ['pgbouncer'], find: () => findProxy('pgbouncer') },
  { name: 'buildah', packages: ['buildah'], find: () => onPath(['buildah']) },
  { name: 'mmdebstrap', packages: ['mmdebstrap'], find: () => onPath(['mmdebstrap']) },
  { name: 'Caddy', packages: ['caddy'], find: () => findProxy('caddy') },
  { name: 'nginx', packages: ['nginx'], find: () => findProxy('nginx') },
  { name: 'Firefox', packages: ['firefox-esr'], find: findFirefox },
  { name: 'WebKit', packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit },
]

/** Whether somebody works on this machine: neither CI nor a container. What is missing there is left to that person. */
export function isOwnMachine() {
  return process.env.CI !== 'true' && existsSync('/run/systemd/system')
}

/** The names of those that are missing, after installing them as root on Debian. */
export async function missingPrograms() {
  const missing = programs.filter(({ find }) => !find())
  if (missing.length > 0 && !isOwnMachine())
    await installPackages(missing.flatMap(({ packages }) => packages))
  return missing.filter(({ find }) => !find()).map(({ name }) => name)
}

/**
 * Installs packages of Debian, or of what descends from it, as root; true when that worked.
 * @param {readonly string[]} names
 */
export async function installPackages(names) {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === undefined) return false
  console.log(`Installing ${names.join(', ')} of Debian as root.`)
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], environment)
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  return (await run('apt-get', install, environment)).code === 0
}

/**
 * A proxy on the PATH, or where Debian puts it for root alone; undefined where there is none.
 * @param {'caddy' | 'nginx' | 'pgbouncer'} name
 * @returns {string | undefined}
 */
export function findProxy(name) {
  return onPath([name]) ?? ['/usr/bin', '/usr/sbin'].map((folder) => `${folder}/${name}`).find(existsSync)
}

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

function findPostgres() {
  const versions = '/usr/lib/postgresql'
  return onPath(['initdb']) ?? (existsSync(versions) ? readdirSync(versions)[0] : undefined)
}

export function onPath(/** @type {readonly string[]} */ names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
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
