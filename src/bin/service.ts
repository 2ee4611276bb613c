/** `npm run service`: the service alone. */

import { readServiceSettings } from '../server/service/settings.ts'
import { startService } from '../server/service/start.ts'
import { refuseToStart } from '../server/settings.ts'

/** How long requests in flight may take after the signal to stop. */
const stopWithinMilliseconds = 10_000

const { settings, problems } = readServiceSettings(process.env)
if (settings === undefined) refuseToStart('The custody service', problems)

try {
  const service = await startService(settings)
  process.stdout.write(`Custody service is ready at ${service.address}\n`)
  const stop = () => {
    setTimeout(() => process.exit(1), stopWithinMilliseconds).unref()
    service.close().then(
      () => process.exit(0),
      (error: unknown) => giveUp(error),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  giveUp(error)
}

function giveUp(error: unknown): never {
  process.stderr.write(
    `The custody service stopped: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
}
