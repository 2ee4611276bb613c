/**
 * `npm run dev`: everything from its sources on one port, reloading. The console by Vite's own hot replacement; the server by
 * closing it and starting it anew when one of its files changes.
 */
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createServer } from 'vite'
import { root } from './build-stamp.mjs'

process.chdir(root)
const port = Number(process.env.PORT || 8080)
const host = process.env.HOST || '127.0.0.1'

/** @type {import('../src/bin/development.ts').DevelopmentProgram | undefined} */
let program
// A request waits for a restart: after a change, Vite has the browser load the page while the server is still starting.
const http = createHttpServer(async (request, response) => {
  await turn
  if (program) return program.handle(request, response)
  const headers = { 'content-type': 'text/plain', refresh: '2' }
  response
    .writeHead(503, headers)
    .end('The server did not start: see the terminal. This page loads again by itself.\n')
})
const vite = await createServer({
  root,
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http }, cors: false },
  // Replaced by a nonce of its own in every page (`src/bin/development.ts`).
  html: { cspNonce: 'nonce-of-this-page' },
})

let turn = restart('Custody Console (development)')
let isRestartDue = false
// All events, since some programs save by replacing the file. A checkout changes many at once.
vite.watcher.on('all', (_event, file) => {
  if (isRestartDue || !vite.environments.ssr.moduleGraph.getModulesByFile(file)) return
  isRestartDue = true
  turn = turn.then(async () => {
    // Vite forgets the old module a moment after this event.
    await setTimeout(200)
    isRestartDue = false
    return restart(`Reloaded after ${file.slice(root.length)};`)
  })
})
await turn
await new Promise((listening) => http.listen(port, host, () => listening(undefined)))

async function restart(/** @type {string} */ why) {
  const before = program
  program = undefined
  try {
    await before?.close()
    const module = await vite.ssrLoadModule('/src/bin/development.ts')
    program = await module.startDevelopment({ LOG_LEVEL: 'warn', ...process.env }, vite, () =>
      readFile(join(root, 'index.html'), 'utf8'),
    )
    process.stdout.write(`${why} is ready at http://${host}:${port}\n`)
  } catch (error) {
    process.stderr.write(`The server did not start: ${error instanceof Error ? error.stack : error}\n`)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await program?.close()
    process.exit(0)
  })
