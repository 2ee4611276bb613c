import { readRecordsCommand, recordsUsage, runRecordsCommand } from '../store/records-command.ts'
import { runDatabaseCommand } from './database-command.ts'

const command = readRecordsCommand(process.argv.slice(2))
await runDatabaseCommand('The records command', { command, usage: recordsUsage }, runRecordsCommand)
