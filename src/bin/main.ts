/** `npm start`: the gateway with the built console, and the embedded service unless another is named. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { announceFirstStart, compose, readProgramSettings } from '../server/compose.ts'
import { builtConsole } from '../server/gateway/console-files.ts'
import { giveUp, listenAt, printLines, refuseToStart, stopOnSignal } from '../server/program.ts'

const name = 'Custody Console'

const { settings, problems } = readProgramSettings(process.env)
if (settings === undefined) refuseToStart(name, problems)

try {
  // The build puts the console next to the server.
  const files = fileURLToPath(new URL('../console/', import.meta.url))
  if (!existsSync(`${files}index.html`)) throw new Error('the console is not built; run npm run build')

  announceFirstStart(settings)
  const program = await compose(settings, await builtConsole(files))
  stopOnSignal(name, () => program.close())
  const address = await listenAt(program.gateway, settings.gateway.HOST, settings.gateway.PORT)
  printLines([`Custody Console is ready at ${address}`])
} catch (error) {
  giveUp(name, error)
}
