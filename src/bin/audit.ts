/** `npm run audit`: checks the chain of an audit log. Ends with 0 where it holds, with 1 where it breaks or cannot be read. */
import { resolve } from 'node:path'
import { auditUsage, readAuditCommand, runAuditCommand } from '../server/gateway/audit/chain.ts'

const command = readAuditCommand(process.argv.slice(2))
if (command === undefined) {
  process.stderr.write(auditUsage)
  process.exit(2)
}

try {
  // npm starts programs in the package’s folder; paths are relative to the reader’s.
  const locate = (file: string) => resolve(process.env.INIT_CWD ?? process.cwd(), file)
  const { text, exitCode } = await runAuditCommand(command, locate)
  process.stdout.write(text)
  process.exitCode = exitCode
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
