import type { Database } from './database/database.ts'
import { isDemonstration } from './demonstrate.ts'

/**
 * Gathers statistics once after the load. The embedded database has nobody who does it by and by, and without them a question
 * may not use its index.
 */
export async function tidy(database: Database): Promise<void> {
  if (!(await isDemonstration(database))) return
  const done = await database.query("select 1 from setting where name = 'tidied'")
  if (done.length > 0) return
  await database.script('vacuum analyze')
  await database.query("insert into setting (name, value) values ('tidied', 'yes') on conflict do nothing")
}
