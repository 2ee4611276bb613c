import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Connection, type Database, DatabaseError, databaseOver } from './database.ts'
import { lockDirectory } from './lock.ts'

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

/** A thread that answers questions in SQL. */
export interface DatabaseThread {
  ask(question: Question): Promise<unknown>
  close(): Promise<void>
}

/**
 * Starts the thread of `pglite-worker.js` and waits until the database in it is open. A thread that ends, for whatever reason,
 * fails all that waits for it and all that is asked later.
 */
export function startThread(file: URL, options: { readonly dataDir?: string }): Promise<DatabaseThread> {
  const worker = new Worker(file, { workerData: options })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let gone: Error | undefined

  const post = (message: Question | { readonly close: true }) =>
    new Promise<unknown>((resolve, reject) => {
      if (gone !== undefined) return reject(gone)
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ id: lastId, ...message })
    })

  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const thread: DatabaseThread = {
    ask: post,
    async close() {
      if (gone !== undefined) return
      await post({ close: true })
      await exited
    },
  }

  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      gone ??= error
      reject(gone)
      for (const { reject: rejectOne } of waiting.values()) rejectOne(gone)
      waiting.clear()
    }
    worker.on('message', ({ id, rows, error }: Message) => {
      const failure = error && new DatabaseError(error.message, error.code)
      if (id === undefined) {
        if (failure) fail(new DatabaseError(`The embedded database did not open: ${failure.message}`))
        else resolve(thread)
        return
      }
      const one = waiting.get(id)
      waiting.delete(id)
      if (failure) one?.reject(failure)
      else one?.resolve(rows)
    })
    worker.on('error', (cause) => fail(new DatabaseError('The embedded database crashed.', undefined, cause)))
    worker.on('exit', () => fail(new DatabaseError('The embedded database has stopped.')))
  })
}

/** `parameters` is null for a script of several statements. */
interface Question {
  readonly sql: string
  readonly parameters: readonly (string | null)[] | null
}

/** What comes from `pglite-worker.js`: that it is ready, the rows of an answer, or a failure of either. */
interface Message {
  readonly id?: number
  readonly rows?: unknown
  readonly error?: { readonly message: string; readonly code?: string }
}

interface Waiting {
  readonly resolve: (rows: unknown) => void
  readonly reject: (error: Error) => void
}
