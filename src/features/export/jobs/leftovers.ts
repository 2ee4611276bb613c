/** Files of exports on the browser's own disk that nobody needs any more, since their tab was closed or reloaded. */

/** Where the files of all tabs are. */
export const directoryName = 'exports'

/** The name of the lock that is held as long as a file is in use. */
export function lockOf(fileName: string): string {
  return `custody-console-export:${fileName}`
}

/** Removes what exports left behind in this browser; those of other tabs that are open keep theirs. */
export async function clearExportLeftovers(): Promise<void> {
  // Absent where the page is not a secure context, and in older browsers.
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

/** The same in a directory. A file that is there before the locks are asked for has its lock if it is in use. */
export async function clearLeftovers(
  directory: FileSystemDirectoryHandle,
  locks: LockManager,
): Promise<void> {
  const names: string[] = []
  for await (const name of directory.keys()) names.push(name)
  const { held = [] } = await locks.query()
  const inUse = new Set(held.map((lock) => lock.name))
  for (const name of names) if (!inUse.has(lockOf(name))) await directory.removeEntry(name).catch(() => {})
}
