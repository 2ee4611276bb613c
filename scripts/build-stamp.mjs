/** Whether what is in `dist` was built from the sources as they are now. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export const dist = join(root, 'dist')

const stamp = join(dist, 'built-from')
const folders = ['src', 'public']
const files = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build.mjs',
  'scripts/build-stamp.mjs',
]

/** Called last, so that half a build never counts. */
export async function recordBuild() {
  await writeFile(stamp, await fingerprint())
}

/** By content, since a checkout changes every modification time. */
export async function isBuilt() {
  return existsSync(stamp) && (await readFile(stamp, 'utf8')) === (await fingerprint())
}

async function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [...files, ...(await Promise.all(folders.map(sources))).flat()].sort())
    hash.update(`${file}\0`).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

async function sources(/** @type {string} */ folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}
