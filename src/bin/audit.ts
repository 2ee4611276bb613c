/** `npm run audit`: checks the chain of an audit log. Ends with 0 where it holds, with 1 where it breaks or cannot be read. */
import { auditUsage, readAuditCommand, runAuditCommand } from '../server/gateway/audit/audit-command.ts'
import { giveUp, pathFromReader, printLines } from '../server/program.ts'

const command = readAuditCommand(process.argv.slice(2))
if (command === undefined) {
  printLines(auditUsage, process.stderr)
  process.exit(2)
}

try {
  const { lines, exitCode } = await runAuditCommand(command, pathFromReader)
  printLines(lines)
  process.exitCode = exitCode
} catch (error) {
  giveUp('The audit command', error)
}
