import { readGatewaySettings } from '../server/gateway/settings.ts'
import {
  readWebhooksCommand,
  runWebhooksCommand,
  webhooksUsage,
} from '../server/gateway/webhooks/webhooks-command.ts'
import { giveUp, printLines, refuseToStart } from '../server/program.ts'

const name = 'The webhooks command'

const command = readWebhooksCommand(process.argv.slice(2))
if (command === undefined) {
  printLines(webhooksUsage, process.stderr)
  process.exit(2)
}
const { settings, problems } = readGatewaySettings(process.env)
if (settings === undefined) refuseToStart(name, problems)
try {
  const { output, messages, exitCode } = await runWebhooksCommand(settings, command)
  printLines(messages, process.stderr)
  printLines(output)
  process.exitCode = exitCode
} catch (error) {
  giveUp(name, error)
}
