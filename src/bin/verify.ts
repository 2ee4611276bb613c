/**
 * `npm run verify -- FILE [FACTS] [--keys KEYS]`: checks an export, or an audit pack, without the console or a network. Ends with 0 if it is as it was
 * written and complete, with 2 if it is as it was written and not proved complete, and with 1 otherwise. With keys, 0 and 2 also mean
 * that one of them signed it.
 */
import { resolve } from 'node:path'
import { runVerifyCommand } from './verify-command.ts'

// npm starts programs in the package’s folder; paths are relative to the reader’s.
const locate = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
const { text, exitCode } = await runVerifyCommand(process.argv.slice(2), locate)
process.stdout.write(text)
process.exitCode = exitCode
