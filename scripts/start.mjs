/** `npm start`, and every other program: builds when the sources have changed, then runs it. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist, isBuilt, root } from './build-stamp.mjs'

const [program = 'main'] = process.argv.splice(2, 1)
if (!(await isBuilt())) {
  process.stderr.write('Building first, since the sources have changed. This takes a few seconds.\n')
  const started = process.cwd()
  process.chdir(root)
  // Loaded only here: a pruned server has no bundler.
  const { build } = await import('./build.mjs')
  await build()
  process.chdir(started)
}
await import(pathToFileURL(join(dist, 'server', `${program}.js`)).href)
