import { keysUsage, readKeysCommand, runKeysCommand } from '../server/service/keys-command.ts'
import { install } from '../server/service/tables.ts'
import { runDatabaseCommand } from './database-command.ts'

const command = readKeysCommand(process.argv.slice(2))
await runDatabaseCommand('The keys command', { command, usage: keysUsage }, async (database, read) => {
  await install(database)
  return await runKeysCommand(database, read)
})
