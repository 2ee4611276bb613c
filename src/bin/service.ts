import { giveUp, printLines, refuseToStart, stopOnSignal } from '../server/program.ts'
import { readServiceSettings } from '../server/service/settings.ts'
import { startService } from '../server/service/start.ts'

const name = 'The custody service'

const { settings, problems } = readServiceSettings(process.env)
if (settings === undefined) refuseToStart(name, problems)

try {
  const service = await startService(settings)
  printLines([`Custody service is ready at ${service.address}`])
  stopOnSignal(name, () => service.close())
} catch (error) {
  giveUp(name, error)
}
