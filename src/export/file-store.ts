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
  await clearLeftovers(directory, locks, name)
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

/** Files of exports that nobody holds any more: their tab was closed. */
async function clearLeftovers(directory: FileSystemDirectoryHandle, locks: LockManager, own: string) {
  const { held = [] } = await locks.query()
  const inUse = new Set(held.map((lock) => lock.name))
  for await (const name of directory.keys())
    if (name !== own && !inUse.has(lockPrefix + name)) await directory.removeEntry(name).catch(() => {})
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
