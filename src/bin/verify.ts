/** `npm run verify -- FILE --keys KEYS`: checks a signed file or an audit pack. */
import { readGatewaySettings } from '../server/gateway/settings.ts'
import { installationKeys } from '../server/gateway/signing-key.ts'
import { giveUp, pathFromReader, printLines } from '../server/program.ts'
import { runVerifyCommand } from './verify-command.ts'

async function ownKeys() {
  const { settings } = readGatewaySettings(process.env)
  return settings === undefined ? [] : await installationKeys(settings.DATA_DIR, settings.SIGNING_KEYS_PUBLIC)
}

try {
  const { lines, exitCode } = await runVerifyCommand(process.argv.slice(2), pathFromReader, ownKeys)
  printLines(lines)
  process.exitCode = exitCode
} catch (error) {
  giveUp('The verify command', error)
}
