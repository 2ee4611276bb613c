import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Queries, Row } from './database.ts'
import { lockDirectory } from './lock.ts'
import { type DatabaseThread, startThread } from './pglite-thread.ts'

const workerFile = new URL('./pglite-worker.js', import.meta.url)

/** Opens the embedded database in a thread of its own, in a directory, which it locks. */
export async function openPglite(directory: string): Promise<Database> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(directory)
  try {
    const dataDir = join(directory, 'pglite')
    const creating = join(directory, 'pglite.creating')
    // A process that was killed while it created the files leaves half of them, and nothing in them yet.
    if (existsSync(creating)) await rm(dataDir, { recursive: true, force: true })
    if (!existsSync(dataDir)) await writeFile(creating, '')
    const thread = await startThread(workerFile, { dataDir })
    await rm(creating, { force: true })
    return overThread(thread, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

function overThread(thread: DatabaseThread, unlock: () => Promise<void>): Database {
  const inTurn = createTurns()
  const queries = queriesOf(thread)
  let closing: Promise<void> | undefined
  return {
    query: (sql, parameters) => inTurn(() => queries.query(sql, parameters)),
    script: (sql) => inTurn(() => queries.script(sql)),
    // There is one connection, so while a transaction is open all else waits.
    transaction: (work) =>
      inTurn(async () => {
        await queries.script('begin')
        try {
          const result = await work(queries)
          await queries.script('commit')
          return result
        } catch (error) {
          // The first error tells more than a rollback that fails because the thread is gone.
          await queries.script('rollback').catch(() => {})
          throw error
        }
      }),
    close() {
      closing ??= inTurn(() => thread.close()).finally(unlock)
      return closing
    },
  }
}

function queriesOf(thread: DatabaseThread): Queries {
  return {
    async query<Column extends string>(sql: string, parameters: readonly (string | null)[] = []) {
      const rows = await thread.ask({ sql, parameters })
      // The columns are what the query selects: its caller states them, and no type can check it.
      return rows as Row<Column>[]
    },
    async script(sql) {
      await thread.ask({ sql, parameters: null })
    },
  }
}

/** Lets one piece of work run at a time, in the order of asking. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}
