import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'

/**
 * Locks a data directory for this process; two processes would ruin each other's database. Returns what unlocks it.
 * Throws where a living process holds it; takes the lock over from one that is gone.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'service.lock')
  const mine: Holder = {
    pid: process.pid,
    started: await startOf(process.pid),
    host: hostname(),
    id: randomUUID(),
  }
  const draft = `${path}.${mine.id}`
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 })
  // Before the lock can be seen: another call in this process must not take it for one of an earlier process.
  held.add(mine.id)
  try {
    // A link appears whole or not at all: nobody can read a lock that is only half written.
    if (!(await tryLink(draft, path)) && !(await takeOver(path, draft))) {
      throw inUse(directory, await readHolder(path))
    }
  } catch (error) {
    held.delete(mine.id)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  return async () => {
    held.delete(mine.id)
    if ((await readHolder(path))?.id === mine.id) await rm(path, { force: true })
  }
}

const holder = z.object({
  pid: z.number(),
  /** When the process started, as the system counts: a process id alone is given again to others. */
  started: z.nullable(z.string()),
  host: z.string(),
  id: z.string(),
})
type Holder = z.infer<typeof holder>

/** Locks that this very process holds. */
const held = new Set<string>()

/**
 * Replaces the lock of a process that is gone; false where the lock's holder lives. One at a time: between the look at the old lock
 * and its removal, another could have put a new one in its place.
 */
async function takeOver(path: string, draft: string): Promise<boolean> {
  const guard = `${path}.takeover`
  if (!(await tryLink(draft, guard))) {
    if (await isHeld(guard)) return false
    // Left by a process that ended within these few lines.
    await rm(guard, { force: true })
    if (!(await tryLink(draft, guard))) return false
  }
  try {
    if (await isHeld(path)) return false
    await rm(path, { force: true })
    return await tryLink(draft, path)
  } finally {
    await rm(guard, { force: true })
  }
}

async function isHeld(path: string): Promise<boolean> {
  const found = await readHolder(path)
  return found !== undefined && (await isAlive(found))
}

async function isAlive({ pid, started, id }: Holder): Promise<boolean> {
  // In a container every start may have the same process id: a lock with ours that is not ours is an old one.
  if (pid === process.pid) return held.has(id)
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  const now = await startOf(pid)
  return started === null || now === null || started === now
}

/** The start of a process in ticks since the system booted; null where the system does not say. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name and may hold anything; the start is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return holder.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function tryLink(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function inUse(directory: string, by: Holder | undefined): Error {
  const who = by === undefined ? 'another process' : `process ${by.pid} (on ${by.host})`
  return new Error(
    `The data directory ${directory} is in use by ${who}. The embedded database serves one process at a time: ` +
      'stop that one, or use another directory or PostgreSQL.',
  )
}
