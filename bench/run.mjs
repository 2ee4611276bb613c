/** `npm run bench:…`: builds the product if its sources have changed, and one benchmark, which it runs. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, buildPrograms } from '../scripts/build.mjs'
import { dist, isBuilt, root } from '../scripts/build-stamp.mjs'

const [name = ''] = process.argv.splice(2, 1)
process.chdir(root)
if (!(await isBuilt())) await build()
await buildPrograms({ [name]: `bench/${name}.ts` }, 'bench')
await import(pathToFileURL(join(dist, 'bench', `${name}.js`)).href)
