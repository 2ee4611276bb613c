import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { type Connection, databaseOver, type Statement } from './connection.ts'
import { type Database, DatabaseError, type DatabaseRow, failureCode, type Purpose } from './database.ts'
import { Queue } from './queue.ts'
import { ReadWriteLock } from './read-write-lock.ts'

const workerFile = new URL('./pglite-worker.js', import.meta.url)

/**
 * `onEnd` receives why the database's thread ended, or did not start. The next question starts another. `timeoutSeconds`: for each statement.
 */
export async function openPglite(
  directory: string,
  timeoutSeconds: number,
  onEnd: (reason: Error) => void,
): Promise<Database> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(directory)
  try {
    const dataDir = filesIn(directory)
    const creating = join(directory, 'pglite.creating')
    // A process that was killed while it created the files leaves half of them, without data.
    if (existsSync(creating)) await rm(dataDir, { recursive: true, force: true })
    if (!existsSync(dataDir)) await writeFile(creating, '')
    // PostgreSQL in WebAssembly gives its files to everybody, and the directory around them may be somebody else's.
    await mkdir(dataDir, { recursive: true })
    await chmod(dataDir, 0o700)
    const start = () => startThread(workerFile, { dataDir })
    const first = await start()
    await rm(creating, { force: true })
    return overThreads(first, start, onEnd, unlock, timeoutSeconds)
  } catch (error) {
    await unlock()
    throw error
  }
}

export function hasFiles(directory: string): boolean {
  return existsSync(filesIn(directory))
}

function filesIn(directory: string): string {
  return join(directory, 'pglite')
}

/** There is one connection: what is asked waits for its turn, and a transaction has one turn. */
function overThreads(
  first: DatabaseThread,
  start: () => Promise<DatabaseThread>,
  onEnd: (reason: Error) => void,
  unlock: () => Promise<void>,
  timeoutSeconds: number,
): Database {
  let current: Promise<DatabaseThread> | undefined
  let isClosed = false
  const watch = (starting: Promise<DatabaseThread>) => {
    current = starting
    const ended = starting.then(
      (thread) => thread.ended,
      (reason: Error) => reason,
    )
    ended.then((reason) => {
      current = undefined
      if (!isClosed) onEnd(reason)
    })
    return starting
  }
  watch(Promise.resolve(first))

  const queue = new Queue()
  // A transaction keeps its thread: on another one, its next question would stand alone.
  const take = async (purpose: Purpose, limit: number | null, signal: AbortSignal | undefined) => {
    const release = await queue.take(purpose, limit, signal)
    try {
      if (isClosed) throw new DatabaseError('The embedded database is closed.')
      return connectionOn(await (current ?? watch(start())), release)
    } catch (error) {
      release()
      throw error
    }
  }
  const end = async () => {
    const release = await queue.take('report')
    isClosed = true
    try {
      const thread = await current?.catch(() => undefined)
      await thread?.close()
    } finally {
      await unlock()
      release()
    }
  }
  return databaseOver(take, end, timeoutSeconds, new ReadWriteLock())
}

/** PGlite hears nothing while it works, and takes no notice of `statement_timeout`: only with its thread does a question end. */
function connectionOn(thread: DatabaseThread, release: () => void): Connection {
  return {
    ask: thread.ask,
    askAlone: thread.ask,
    cancel: async () => {},
    release(broken) {
      if (broken === undefined) return release()
      thread.end(broken)
      // It holds its files until then.
      thread.ended.then(release)
    },
  }
}

export interface DatabaseThread {
  ask(statement: Statement): Promise<DatabaseRow<string>[]>
  close(): Promise<void>
  /** At once. */
  end(reason: Error): void
  readonly ended: Promise<Error>
}

/**
 * Resolves when the database of `pglite-worker.js` is open. When the thread ends, all its questions fail. It holds its files until it has
 * `ended`, or is rejected here.
 */
export function startThread(file: URL, options: { readonly dataDir?: string }): Promise<DatabaseThread> {
  const worker = new Worker(file, { workerData: options })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isOpen = false
  let gone: Error | undefined

  const fail = (message: string, cause?: unknown) => {
    gone ??= new DatabaseError(message, undefined, cause)
    for (const { reject } of waiting.values()) reject(gone)
    waiting.clear()
    return gone
  }
  const ended = new Promise<Error>((resolve) => {
    worker.on('error', (cause) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      fail(`The embedded database ${isOpen ? 'crashed' : 'did not open'}: ${reason}`, cause)
    })
    worker.on('exit', (code) => resolve(fail(`The embedded database's thread ended with code ${code}.`)))
  })
  const post = (message: Statement | { readonly close: true }) =>
    new Promise<DatabaseRow<string>[]>((resolve, reject) => {
      if (gone !== undefined) return reject(gone)
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ id: lastId, ...message })
    })
  const thread: DatabaseThread = {
    ended,
    ask: post,
    async close() {
      try {
        if (gone === undefined) await post({ close: true })
      } finally {
        await ended
      }
    },
    end(reason) {
      fail(`The embedded database's thread was ended: ${reason.message}`, reason)
      worker.terminate()
    },
  }

  return new Promise((resolve, reject) => {
    ended.then(reject)
    worker.on('message', ({ id, rows, error }: Message) => {
      if (id === undefined) {
        isOpen = true
        resolve(thread)
        return
      }
      const one = waiting.get(id)
      waiting.delete(id)
      if (error) one?.reject(new DatabaseError(error.message, error.code))
      else one?.resolve(rows ?? [])
    })
  })
}

interface Message {
  readonly id?: number
  readonly rows?: DatabaseRow<string>[]
  readonly error?: { readonly message: string; readonly code?: string }
}

interface Waiting {
  readonly resolve: (rows: DatabaseRow<string>[]) => void
  readonly reject: (error: Error) => void
}

/**
 * Returns a function that unlocks. Throws if a living process holds the directory: two would corrupt the database. Each process writes its
 * own file, then looks for others, so at most one of two continues. File names are never used again: removing a dead one cannot hit a new
 * lock.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const own = { pid: process.pid, started: await startOf(process.pid), host: hostname(), id: randomUUID() }
  const name = `${prefix}.${own.id}`
  const draft = join(directory, `draft-of-${name}`)
  const unlock = async () => {
    ownLocks.delete(own.id)
    await rm(join(directory, name), { force: true })
  }
  // Before the file is visible: another call in this process must not take it for a dead one's.
  ownLocks.add(own.id)
  try {
    await writeFile(draft, JSON.stringify(own), { mode: 0o600 })
    // A renamed file appears complete.
    await rename(draft, join(directory, name))
    for (const other of await readdir(directory)) {
      if (!other.startsWith(prefix) || other === name) continue
      const by = await readHolder(join(directory, other))
      if (by !== undefined && (await isAlive(by))) throw inUse(directory, by)
      await rm(join(directory, other), { force: true })
    }
  } catch (error) {
    await unlock()
    throw error
  }
  return unlock
}

const prefix = 'service.lock'

const holder = z.object({
  pid: z.number(),
  /** The system's start count, since process ids are reused. */
  started: z.nullable(z.string()),
  host: z.string(),
  id: z.string(),
})
type Holder = z.infer<typeof holder>

const ownLocks = new Set<string>()

async function isAlive({ pid, started, id }: Holder): Promise<boolean> {
  // In a container every start may have the same process id: a lock with ours that we do not hold is an old one.
  if (pid === process.pid) return ownLocks.has(id)
  try {
    process.kill(pid, 0)
  } catch (error) {
    return failureCode(error) === 'EPERM'
  }
  const now = await startOf(pid)
  return started === null || now === null || started === now
}

/** In ticks since the system booted; null where the system does not say. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program’s name and may hold anything. The start is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** Undefined where the lock is gone, or is none. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return holder.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError || failureCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function inUse(directory: string, { pid, host }: Holder): Error {
  return new Error(
    `The data directory ${directory} is in use by process ${pid} (on ${host}). The embedded database serves one process at a time: ` +
      'stop that one, or use another directory or PostgreSQL.',
  )
}
