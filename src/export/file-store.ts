/** Where an export's file grows: on the browser's own disk where there is one, which needs no memory; else in memory. */
import type { ByteSink } from './run.ts'

/** A file that grows. */
export interface GrowingFile extends ByteSink {
  /** The whole of it. It can be read as long as this file is kept. */
  close(type: string): Promise<Blob>
  /** Gives its room back. */
  discard(): Promise<void>
}

/** Begins a file of this name, which nothing else has. It is kept as long as whoever runs this (a worker) lives. */
export async function openFile(name: string): Promise<GrowingFile> {
  return (await openOnDisk(name).catch(() => undefined)) ?? openInMemory()
}

const directoryName = 'exports'
const lockPrefix = 'custody-console-export:'

async function openOnDisk(name: string): Promise<GrowingFile | undefined> {
  // Absent where the page is not a secure context, and in older browsers.
  const storage: Partial<StorageManager> | undefined = navigator.storage
  const locks: LockManager | undefined = navigator.locks
  if (!storage?.getDirectory || !locks) return undefined
  const root = await storage.getDirectory()
  const directory = await root.getDirectoryHandle(directoryName, { create: true })
  // Held until this worker ends, whatever ends it: so that others can tell what is still in use.
  await new Promise<void>((resolve, reject) => {
    const held = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    locks.request(lockPrefix + name, held).catch(reject)
  })
  await clearLeftovers(directory, locks)
  const handle = await directory.getFileHandle(name, { create: true })
  const stream = await handle.createWritable()
  return {
    write: (bytes) => stream.write(new Uint8Array(bytes)),
    async close(type) {
      await stream.close()
      return (await handle.getFile()).slice(0, undefined, type)
    },
    async discard() {
      await stream.abort().catch(() => {})
      await directory.removeEntry(name).catch(() => {})
    },
  }
}

/** Removes what exports left behind whose tab was closed. */
export async function clearExportLeftovers(): Promise<void> {
  const storage: Partial<StorageManager> | undefined = navigator.storage
  const locks: LockManager | undefined = navigator.locks
  if (!storage?.getDirectory || !locks) return
  try {
    const root = await storage.getDirectory()
    await clearLeftovers(await root.getDirectoryHandle(directoryName), locks)
  } catch {
    // There is no such directory: nothing was ever exported.
  }
}

/** Files of exports that nobody holds any more. One that is there before the locks are asked for has its lock if it is in use. */
async function clearLeftovers(directory: FileSystemDirectoryHandle, locks: LockManager) {
  const names: string[] = []
  for await (const name of directory.keys()) names.push(name)
  const { held = [] } = await locks.query()
  const inUse = new Set(held.map((lock) => lock.name))
  for (const name of names)
    if (!inUse.has(lockPrefix + name)) await directory.removeEntry(name).catch(() => {})
}

/** Blobs and not bytes: the browser may put them on its disk. */
function openInMemory(): GrowingFile {
  let parts: Blob[] = []
  return {
    write: (bytes) => void parts.push(new Blob([new Uint8Array(bytes)])),
    close: async (type) => new Blob(parts, { type }),
    async discard() {
      parts = []
    },
  }
}
