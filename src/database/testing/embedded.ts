import { cpSync, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../open.ts'

/**
 * Puts the files of an empty PGlite into a directory. To create them takes seven seconds of a processor, so that is done once for each
 * version, and they are copied: a thousand files, for which asking one by one takes twice the processor.
 */
export async function putDatabase(dataDir: string): Promise<void> {
  cpSync(await readyMade(), dataDir, { recursive: true })
}

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

async function readyMade(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(modules, '@electric-sql/pglite/package.json'), 'utf8'))
  const cache = join(modules, '.cache/custody-console')
  const made = join(cache, `pglite-${version}`)
  if (existsSync(made)) return made
  await mkdir(cache, { recursive: true })
  const dataDir = await mkdtemp(`${made}-`)
  await (await openDatabase({ dataDir, timeoutSeconds: 60 })).close()
  try {
    await rename(dataDir, made)
  } catch (error) {
    // Another worker was first, and its directory is as good.
    if (!existsSync(made)) throw error
    await rm(dataDir, { recursive: true })
  }
  return made
}
