import { openDatabase } from '../database/open.ts'
import { giveUp, printLines, refuseToStart } from '../server/program.ts'
import { keysUsage, readKeysCommand, runKeysCommand } from '../server/service/keys.ts'
import { databasePlace, readServiceSettings } from '../server/service/settings.ts'
import { install } from '../server/service/tables.ts'

const command = readKeysCommand(process.argv.slice(2))
if (command === undefined) {
  printLines(keysUsage, process.stderr)
  process.exit(2)
}

const { settings, problems } = readServiceSettings(process.env)
if (settings === undefined) refuseToStart('The keys command', problems)

try {
  const database = await openDatabase(databasePlace(settings))
  try {
    await install(database)
    const { output, messages, exitCode } = await runKeysCommand(database, command)
    printLines(messages, process.stderr)
    printLines(output)
    process.exitCode = exitCode
  } finally {
    await database.close()
  }
} catch (error) {
  giveUp('The keys command', error)
}
