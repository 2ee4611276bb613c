/**
 * `npm run verify -- FILE [FACTS] [--keys KEYS]`: checks an export or an audit pack. Exit code 0: unchanged and complete. 2: unchanged, but
 * not proved complete. 1: anything else. With keys, 0 and 2 also mean that one of them signed the file.
 */
import { resolve } from 'node:path'
import { runVerifyCommand } from './verify-command.ts'

// npm starts programs in the package’s folder; paths are relative to the reader’s.
const locate = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
const { text, exitCode } = await runVerifyCommand(process.argv.slice(2), locate)
process.stdout.write(text)
process.exitCode = exitCode
