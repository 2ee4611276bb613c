/** `npm run verify -- FILE.zip --keys KEYS`: checks evidence. */
import { giveUp, pathFromReader, printLines } from '../server/program.ts'
import { runVerifyCommand } from './verify-command.ts'

try {
  const { lines, exitCode } = await runVerifyCommand(process.argv.slice(2), pathFromReader)
  printLines(lines)
  process.exitCode = exitCode
} catch (error) {
  giveUp('The verify command', error)
}
