import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection, type Database, databaseOver } from './database.ts'
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

/**
 * There is one connection. A transaction has it alone: it waits for what was asked before, and what is asked later waits for it. Questions
 * go to the thread as they come, and need not wait for each other's way back.
 */
function overThread(thread: DatabaseThread, unlock: () => Promise<void>): Database {
  let transactions: Promise<void> = Promise.resolve()
  let questions: Promise<void> = Promise.resolve()
  const take = async (use: 'transaction' | 'question'): Promise<Connection> => {
    const before = [transactions, ...(use === 'transaction' ? [questions] : [])]
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    if (use === 'transaction') transactions = released
    else questions = questions.then(() => released)
    await Promise.all(before)
    return { ask: (sql, parameters) => thread.ask({ sql, parameters }), release }
  }
  return databaseOver(take, async () => {
    const { release } = await take('transaction')
    await thread.close().finally(unlock)
    release()
  })
}
