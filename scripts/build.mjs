/** `npm run build`: the console to `dist/console`, compressed; the programs to `dist/server`. */
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as viteBuild } from 'vite'
import { dist, recordBuild, root } from './build-stamp.mjs'

const programs = {
  main: 'src/bin/main.ts',
  service: 'src/bin/service.ts',
  keys: 'src/bin/keys.ts',
  records: 'src/bin/records.ts',
  verify: 'src/bin/verify.ts',
  audit: 'src/bin/audit.ts',
  webhooks: 'src/bin/webhooks.ts',
}

/** Prints nothing unless something is wrong. */
export async function build() {
  await rm(dist, { recursive: true, force: true })
  await buildConsole()
  await buildPrograms(programs, 'server')
  await recordBuild()
}

async function buildConsole() {
  await viteBuild({ root, logLevel: 'warn' })
  await writeFrame()
  const files = await readdir(join(dist, 'console'), { recursive: true })
  const assets = files.filter((file) => /\.\w+$/.test(file) && file.startsWith('assets'))
  await writeFile(
    join(dist, 'console', 'files.json'),
    JSON.stringify(['/favicon.svg', ...assets.map((file) => `/${file.replaceAll('\\', '/')}`)]),
  )
  await Promise.all(
    files
      .filter((file) => /\.(js|css|html|svg|json|txt|webmanifest)$/.test(file) && !file.startsWith('.vite'))
      .map((file) => compress(join(dist, 'console', file))),
  )
}

/** Draws the frame into the page. Its classes are those of the console, since both builds name them alike. */
async function writeFrame() {
  const outDir = join(dist, 'frame')
  await viteBuild({
    root,
    logLevel: 'warn',
    build: { ssr: 'src/app/frame.tsx', outDir, copyPublicDir: false, manifest: false },
  })
  const { frameHtml } = await import(pathToFileURL(join(outDir, 'frame.js')).href)
  const page = join(dist, 'console', 'index.html')
  const html = await readFile(page, 'utf8')
  await writeFile(
    page,
    html.replace('<div id="root"></div>', `<div id="root"><!--frame-->${frameHtml()}<!--/frame--></div>`),
  )
  await rm(outDir, { recursive: true })
}

async function compress(/** @type {string} */ file) {
  const content = await readFile(file)
  const forms = {
    br: await promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    gz: await promisify(gzip)(content, { level: 9 }),
  }
  for (const [extension, form] of Object.entries(forms))
    if (form.length < content.length) await writeFile(`${file}.${extension}`, form)
}

export async function buildPrograms(
  /** @type {Readonly<Record<string, string>>} */ sources,
  /** @type {string} */ folder,
) {
  await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: `dist/${folder}`,
      target: 'node20',
      sourcemap: true,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(sources).map(([name, source]) => [name, resolve(root, source)]),
        ),
        // Flat: a file that the code finds beside itself is beside every chunk.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  // A worker thread starts from a file, so it is not in the bundle.
  await copyFile(join(root, 'src/database/pglite-worker.js'), join(dist, folder, 'pglite-worker.js'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(root)
  await build()
}
