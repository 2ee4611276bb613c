/** `npm run bench:…`: builds one benchmark from its sources and runs it. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildPrograms } from '../scripts/build.mjs'
import { dist, root } from '../scripts/build-stamp.mjs'

const [name = ''] = process.argv.splice(2, 1)
process.chdir(root)
await buildPrograms({ [name]: `bench/${name}.ts` }, 'bench')
await import(pathToFileURL(join(dist, 'bench', `${name}.js`)).href)
