import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { systemCodeOf } from '../../http.ts'
import { type Connection, type Database, DatabaseError, databaseOver } from './database.ts'

const workerFile = new URL('./pglite-worker.js', import.meta.url)

export async function openPglite(directory: string): Promise<Database> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(directory)
  try {
    const dataDir = join(directory, 'pglite')
    const creating = join(directory, 'pglite.creating')
    // A process that was killed while it created the files leaves half of them, without data.
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

/** There is one connection. A transaction has it alone: other questions wait. */
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

export interface DatabaseThread {
  ask(question: Question): Promise<unknown>
  close(): Promise<void>
}

/** Resolves when the database of `pglite-worker.js` is open. When the thread ends, all questions fail. */
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

interface Question {
  readonly sql: string
  readonly parameters: readonly (string | null)[] | null
}

interface Message {
  readonly id?: number
  readonly rows?: unknown
  readonly error?: { readonly message: string; readonly code?: string }
}

interface Waiting {
  readonly resolve: (rows: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Returns a function that unlocks. Throws where a living process holds the directory: two would ruin each other's database. Each process
 * writes its own file, then looks at the others: of two that start together at most one goes on. Names are never used again, so that
 * removing a dead process's file cannot hit a new lock.
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
    return systemCodeOf(error) === 'EPERM'
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
    if (error instanceof SyntaxError || systemCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function inUse(directory: string, { pid, host }: Holder): Error {
  return new Error(
    `The data directory ${directory} is in use by process ${pid} (on ${host}). The embedded database serves one process at a time: ` +
      'stop that one, or use another directory or PostgreSQL.',
  )
}
