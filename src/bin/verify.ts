/**
 * `npm run verify -- FILE [FACTS] [--keys KEYS]`: checks an export or an audit pack. Exit code 0: unchanged and complete. 2: unchanged, but
 * not proved complete. 1: anything else. With keys, 0 and 2 also mean that one of them signed the file.
 */
import { giveUp, pathFromReader, printLines } from '../server/program.ts'
import { runVerifyCommand } from './verify-command.ts'

try {
  const { lines, exitCode } = await runVerifyCommand(process.argv.slice(2), pathFromReader)
  printLines(lines)
  process.exitCode = exitCode
} catch (error) {
  giveUp('The verify command', error)
}
