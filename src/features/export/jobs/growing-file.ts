/** Where an export's file grows: in memory, as blobs, which the browser may put aside. Nothing of it is written where another session could find it. */
import type { ByteSink } from '../../../files/run.ts'
import { writeFailures } from '../../../files/words.ts'

/** A file that grows. Writing and closing throw, with a sentence for the reader, where the browser has no memory for it. */
export interface GrowingFile extends ByteSink {
  /** The whole of it. */
  close(type: string): Promise<Blob>
}

/** Begins an empty file. */
export function growingFile(): GrowingFile {
  const parts: Blob[] = []
  const orNoMemory = <T>(cause: unknown): T => {
    throw new Error(writeFailures.noMemory, { cause })
  }
  return {
    write(bytes) {
      try {
        parts.push(new Blob([new Uint8Array(bytes)]))
      } catch (cause) {
        orNoMemory(cause)
      }
    },
    async close(type) {
      const file = new Blob(parts, { type })
      // A browser that had no memory for a part of it finds out when it is read.
      await file.slice(-1).arrayBuffer().catch(orNoMemory)
      return file
    },
  }
}
