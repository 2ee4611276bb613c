import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'

/**
 * Locks a data directory for this process; two processes would ruin each other's database. Returns what unlocks it, and throws where a
 * living process holds it.
 *
 * Each process puts down a file of its own and only then looks at those of others: of two that start together, the second to put its file
 * down sees the first. Both may see each other and give up, and never do both go on. A file of a process that is gone is removed: its name
 * is never used again, so that can never hit a new lock.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const mine = { pid: process.pid, started: await startOf(process.pid), host: hostname(), id: randomUUID() }
  const name = `${prefix}.${mine.id}`
  const draft = join(directory, `draft-of-${name}`)
  const unlock = async () => {
    held.delete(mine.id)
    await rm(join(directory, name), { force: true })
  }
  // Before the file can be seen: another call in this process must not take it for one of an earlier process.
  held.add(mine.id)
  try {
    await writeFile(draft, JSON.stringify(mine), { mode: 0o600 })
    // A renamed file appears whole: nobody reads half a lock, and takes it for none.
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
  /** When the process started, as the system counts: a process id alone is given again to others. */
  started: z.nullable(z.string()),
  host: z.string(),
  id: z.string(),
})
type Holder = z.infer<typeof holder>

/** Locks that this very process holds. */
const held = new Set<string>()

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

/** Who a lock belongs to; undefined where it has gone meanwhile or is no lock. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return holder.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function inUse(directory: string, { pid, host }: Holder): Error {
  return new Error(
    `The data directory ${directory} is in use by process ${pid} (on ${host}). The embedded database serves one process at a time: ` +
      'stop that one, or use another directory or PostgreSQL.',
  )
}
