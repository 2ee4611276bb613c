import type { DiskAccess } from '../jobs/file-store.ts'

/** How browsers refuse: by an error, by writing less, by writing some and answering with an error's number as if it were a length. */
export const refusals = ['throws', 'writes less', 'answers wrongly'] as const
export type Refusing = (typeof refusals)[number]

/** A browser's private file system with room for so many bytes, as what `navigator` has of it. */
export function smallDisk(room: number, refusing: Refusing) {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const fileHandle = (name: string) => ({
    getFile: async () => new Blob([files.get(name) ?? new Uint8Array()]),
    createSyncAccessHandle: async () => access(files, name, room, refusing),
  })
  const directory = {
    getDirectoryHandle: async () => directory,
    async getFileHandle(name: string) {
      files.set(name, new Uint8Array())
      return fileHandle(name)
    },
    removeEntry: async (name: string) => void files.delete(name),
    async *keys() {
      yield* [...files.keys()]
    },
  }
  const held: { name: string }[] = []
  const navigator = {
    storage: { getDirectory: async () => directory },
    locks: {
      query: async () => ({ held }),
      request: async (name: string, callback: () => Promise<unknown>) => {
        held.push({ name })
        return callback()
      },
    },
  }
  return { navigator, files }
}

function access(
  files: Map<string, Uint8Array<ArrayBuffer>>,
  name: string,
  room: number,
  refusing: Refusing,
): DiskAccess {
  const now = () => files.get(name) ?? new Uint8Array()
  let isOpen = true
  return {
    write(bytes, { at }) {
      if (!isOpen) throw new DOMException('The file is closed.', 'InvalidStateError')
      const isRefused = at + bytes.length > room
      if (isRefused && refusing === 'throws') throw new DOMException('No room.', 'QuotaExceededError')
      const length = Math.max(0, Math.min(bytes.length, room - at))
      const grown = new Uint8Array(Math.max(now().length, at + length))
      grown.set(now())
      grown.set(bytes.subarray(0, length), at)
      files.set(name, grown)
      return isRefused && refusing === 'answers wrongly' ? 2 ** 32 - 8 : length
    },
    getSize: () => now().length,
    flush() {},
    close() {
      isOpen = false
    },
  }
}
