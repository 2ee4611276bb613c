import { presentTime } from '../api/pack-source.ts'
import { counted } from '../contract/count-text.ts'
import { type ExportRequest, mediaTypes } from '../files/list-export.ts'
import { runExport } from '../files/run.ts'
import type { WrittenFile } from '../files/written-file.ts'
import { activityEnd } from './made-file.ts'
import type { RunTask, TaskOutcome } from './task.ts'

/** Throws what `runExport` throws, and a sentence for the reader if the browser runs out of memory. */
export const exportTask: RunTask<ExportRequest> = async (request, control) => {
  const begun = Date.now()
  const file = growingFile()
  // Nothing in a pack is newer than its books.
  const written = await runExport(request, file, { ...control, now: presentTime })
  const content = await file.close(mediaTypes[request.format])
  const made = `${sizeText(content.size)}, in ${durationText(Date.now() - begun)}`
  return exportOutcome(written, content, made)
}

export function exportOutcome(written: WrittenFile, content: Blob, made: string): TaskOutcome {
  const { name, completeness, reasons, remarks, isSoFar } = written
  const rows = counted(written.rows, 'row')
  const complete = isSoFar ? 'Complete so far' : 'Complete'
  return {
    tone: completeness === 'complete' && !isSoFar ? 'good' : 'warning',
    title: { complete, 'read-once': 'Read once', partial: 'PARTIAL' }[completeness],
    short: rows,
    text: `${rows}, ${made}.`,
    reasons: [...reasons, ...(isSoFar ? ['It was read before the period ended.'] : [])],
    remarks,
    file: { name, content },
    ended: activityEnd(written),
  }
}

const noMemory =
  'This browser could not keep the file: it is out of memory. Use a narrower filter to get a smaller file.'

/** Collects a file as blobs, which the browser may move to disk. */
function growingFile() {
  const parts: Blob[] = []
  const orNoMemory = (cause: unknown): never => {
    throw new Error(noMemory, { cause })
  }
  return {
    write(bytes: Uint8Array) {
      try {
        parts.push(new Blob([new Uint8Array(bytes)]))
      } catch (cause) {
        orNoMemory(cause)
      }
    },
    async close(type: string): Promise<Blob> {
      const file = new Blob(parts, { type })
      // A browser without enough memory fails only when the file is read.
      await file.slice(-1).arrayBuffer().catch(orNoMemory)
      return file
    },
  }
}

/** "12.3 MB". */
function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

/** "4 s", "3 min 20 s", "1 h 5 min"; at least "1 s". */
function durationText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
