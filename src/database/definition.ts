/** How tables are defined: the same by every program, in every database. */
import { type Database, DatabaseError } from './database.ts'

/** A type of text in the same order everywhere. CockroachDB has it by itself, and takes no collation of that name. */
export async function orderedText(database: Database): Promise<string> {
  const [order] = await database.query<'bytes'>(`select 'B' < 'a' and 'z' < 'é' as bytes`)
  return order?.bytes === 't' ? 'text' : 'text collate "C"'
}

/** Of two programs that define the same thing at once one may fail. It succeeds when it asks again. */
export async function define(database: Database, statement: string): Promise<void> {
  const { script } = database.with({ seconds: null })
  await script(statement).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code === undefined) throw error
    return script(statement)
  })
}
