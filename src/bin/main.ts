/** `npm start`: the gateway with the built console, and the embedded service unless another is named. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { compose, type Program, readProgramSettings } from '../server/compose.ts'
import { builtConsole } from '../server/gateway/console-files.ts'
import { refuseToStart } from '../server/settings.ts'

/** How long requests in flight may take after the signal to stop. */
const stopWithinMilliseconds = 10_000

const { settings, problems } = readProgramSettings(process.env)
if (settings === undefined) refuseToStart('Custody Console', problems)

try {
  // The build lays the console beside the server.
  const files = fileURLToPath(new URL('../console/', import.meta.url))
  if (!existsSync(`${files}index.html`)) throw new Error('the console is not built; run npm run build')

  if (settings.service !== undefined && !existsSync(settings.gateway.DATA_DIR))
    process.stderr.write(
      'First start: creating the database and its demonstration data takes a few seconds.\n',
    )
  const program = await compose(settings, await builtConsole(files))
  process.once('SIGINT', () => stop(program))
  process.once('SIGTERM', () => stop(program))
  await listen(program)
} catch (error) {
  giveUp(error)
}

async function listen({ gateway }: Program): Promise<void> {
  const { HOST: host, PORT: port } = settings?.gateway ?? {}
  const { level } = gateway.log
  // Fastify logs a line of its own for every address it listens at; the one below is for people.
  gateway.log.level = 'silent'
  await gateway.listen({ host: host ?? '', port: port ?? 0 })
  gateway.log.level = level

  process.stdout.write(`Custody Console is ready at ${addressOf(gateway.server.address())}\n`)
}

/** Where to open the console: of every address, the one that works on this machine. */
function addressOf(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('HOST must be a network address')
  const { address, family, port } = bound
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function stop(program: Program): void {
  setTimeout(() => process.exit(1), stopWithinMilliseconds).unref()
  program.close().then(
    () => process.exit(0),
    (error: unknown) => giveUp(error),
  )
}

function giveUp(error: unknown): never {
  process.stderr.write(`Custody Console stopped: ${reason(error)}\n`)
  process.exit(1)
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'the port is in use by another program; set PORT to another one'
  return error.message
}
