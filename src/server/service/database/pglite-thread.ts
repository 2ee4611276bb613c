import { Worker } from 'node:worker_threads'
import { DatabaseError } from './database.ts'

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
