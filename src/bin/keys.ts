import { refuseToStart } from '../server/program.ts'
import { install, openDatabase } from '../server/service/database/open.ts'
import { keysUsage, readKeysCommand, runKeysCommand } from '../server/service/keys.ts'
import { readDatabasePlace } from '../server/service/settings.ts'

const command = readKeysCommand(process.argv.slice(2))
if (command === undefined) {
  process.stderr.write(keysUsage)
  process.exit(2)
}

const { settings: place, problems } = readDatabasePlace(process.env)
if (place === undefined) refuseToStart('The keys command', problems)

try {
  const database = await openDatabase(place)
  try {
    await install(database)
    const { output, messages, exitCode } = await runKeysCommand(database, command)
    for (const line of messages) process.stderr.write(`${line}\n`)
    for (const line of output) process.stdout.write(`${line}\n`)
    process.exitCode = exitCode
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
