/** `npm run keys` and `npm run records`: a command over the database that the settings name. */
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { giveUp, printLines, refuseToStart } from '../server/program.ts'
import { databasePlace, readServiceSettings } from '../server/service/settings.ts'

interface CommandResult {
  readonly output: readonly string[]
  /** For standard error. */
  readonly messages: readonly string[]
  readonly exitCode: number
}

/** `command`: undefined for arguments that are none; then the usage is printed. */
export async function runDatabaseCommand<Command>(
  name: string,
  { command, usage }: { readonly command: Command | undefined; readonly usage: readonly string[] },
  run: (database: Database, command: Command) => Promise<CommandResult>,
): Promise<void> {
  if (command === undefined) {
    printLines(usage, process.stderr)
    process.exit(2)
  }
  // Of the settings, only the place of the database is used. The gateway reads it from the same ones.
  const { settings, problems } = readServiceSettings(process.env)
  if (settings === undefined) refuseToStart(name, problems)
  try {
    const database = await openDatabase(databasePlace(settings))
    try {
      const { output, messages, exitCode } = await run(database, command)
      printLines(messages, process.stderr)
      printLines(output)
      process.exitCode = exitCode
    } finally {
      await database.close()
    }
  } catch (error) {
    giveUp(name, error)
  }
}
