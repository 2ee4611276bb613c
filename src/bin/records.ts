import { openDatabase } from '../database/open.ts'
import { giveUp, printLines, refuseToStart } from '../server/program.ts'
import { databasePlace, readServiceSettings } from '../server/service/settings.ts'
import { readRecordsCommand, recordsUsage, runRecordsCommand } from '../store/records-command.ts'

const command = readRecordsCommand(process.argv.slice(2))
if (command === undefined) {
  printLines(recordsUsage, process.stderr)
  process.exit(2)
}

// The place of the database is all that is read of the settings, and the gateway has the same.
const { settings, problems } = readServiceSettings(process.env)
if (settings === undefined) refuseToStart('The records command', problems)

try {
  const database = await openDatabase(databasePlace(settings))
  try {
    const { output, messages, exitCode } = await runRecordsCommand(database, command)
    printLines(messages, process.stderr)
    printLines(output)
    process.exitCode = exitCode
  } finally {
    await database.close()
  }
} catch (error) {
  giveUp('The records command', error)
}
