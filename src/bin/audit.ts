/** `npm run audit`: checks the chain of an audit log. Ends with 0 where it holds, with 1 where it breaks or cannot be read. */
import { auditUsage, readAuditCommand, runAuditCommand } from '../server/gateway/audit/chain.ts'
import { pathFromReader } from '../server/program.ts'

const command = readAuditCommand(process.argv.slice(2))
if (command === undefined) {
  process.stderr.write(auditUsage)
  process.exit(2)
}

try {
  const { text, exitCode } = await runAuditCommand(command, pathFromReader)
  process.stdout.write(text)
  process.exitCode = exitCode
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
