import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database, Queries, Row } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { lockDirectory } from './lock.ts'
import { createTurns } from './turns.ts'

/** Opens the embedded database in a thread of its own, in `dataDir` (which it locks) or in memory. */
export async function openPglite(
  place: { readonly dataDir: string } | { readonly memory: true },
): Promise<Database> {
  if ('memory' in place) return overThread(await startThread({}), async () => {})
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(place.dataDir)
  try {
    const dataDir = join(place.dataDir, 'pglite')
    const creating = join(place.dataDir, 'pglite.creating')
    // A process that was killed while it created the files leaves half of them, and nothing in them yet.
    if (existsSync(creating)) await rm(dataDir, { recursive: true, force: true })
    if (!existsSync(dataDir)) await writeFile(creating, '')
    const thread = await startThread({ dataDir })
    await rm(creating, { force: true })
    return overThread(thread, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

function overThread(thread: Thread, unlock: () => Promise<void>): Database {
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

function queriesOf(thread: Thread): Queries {
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

interface Thread {
  ask(question: Question): Promise<unknown>
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (rows: unknown) => void
  readonly reject: (error: Error) => void
}

/** Starts the thread and waits until the database in it is open. A thread that ends fails all that waits for it. */
function startThread(options: { readonly dataDir?: string }): Promise<Thread> {
  const file = new URL('./pglite-worker.js', import.meta.url)
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
  const thread: Thread = {
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
