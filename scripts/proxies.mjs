/** Which proxies the tests of `deploy/` run behind, and where to get them. */
import { existsSync } from 'node:fs'
import { canInstallPackages, installPackage, onPath } from './browser.mjs'

/** The proxies that `deploy/` has a configuration for, by the names of their programs and of Debian's packages. */
const proxies = /** @type {const} */ (['caddy', 'nginx'])

/**
 * A proxy on the PATH, or where Debian puts it for root alone; undefined where there is none.
 * @param {typeof proxies[number]} name
 * @returns {string | undefined}
 */
export function findProxy(name) {
  return onPath([name]) ?? ['/usr/bin', '/usr/sbin'].map((folder) => `${folder}/${name}`).find(existsSync)
}

/**
 * Which of them are missing, after installing those of Debian where that can be done. Their packages start them as services: on a machine
 * whose services run, that is done where nobody works alone.
 */
export async function missingProxies() {
  const missing = proxies.filter((name) => findProxy(name) === undefined)
  const isNobodys = process.env.CI === 'true' || !existsSync('/run/systemd/system')
  if (missing.length > 0 && canInstallPackages() && isNobodys) {
    console.log(`Installing ${missing.join(', ')} of Debian as root, for the tests of deploy/.`)
    for (const name of missing) await installPackage(name)
  }
  return missing.filter((name) => findProxy(name) === undefined)
}
