import { counted } from '../contract/count-text.ts'
import type { ExportControl } from '../files/export-request.ts'
import { type ExportFacts, factsFileName, isBeforeItsEnd, writeFacts } from '../files/facts.ts'
import { packFileName } from '../files/pack.ts'
import { signAtGateway } from '../files/seal.ts'
import type { ByteSink } from '../files/written-file.ts'
import { activityEnd } from './made-file.ts'
import type { RunTask, TaskOutcome } from './task.ts'

interface FileRequest {
  readonly format: 'csv' | 'json' | 'xlsx' | 'zip'
  readonly session: string
}

interface FileMaker<R> {
  readonly mediaType: (request: R) => string
  readonly run: (request: R, sink: ByteSink, control: ExportControl) => Promise<ExportFacts>
}

/** Throws what `run` throws, and a sentence for the reader if the browser runs out of memory. */
export function fileTask<R extends FileRequest>({ mediaType, run }: FileMaker<R>): RunTask<R> {
  return async (request, { opened, ...control }) => {
    const begun = Date.now()
    const file = growingFile()
    const facts = await run(request, file, {
      ...control,
      // Nothing in a pack is newer than its books.
      ...(opened && { now: () => Date.parse(opened.about.asOf) }),
      sign: signAtGateway(request.session, control.signal),
    })
    const content = await file.close(mediaType(request))
    const made = `${sizeText(content.size)}, in ${durationText(Date.now() - begun)}`
    return (request.format === 'zip' ? packOutcome : exportOutcome)(facts, content, made)
  }
}

function exportOutcome(facts: ExportFacts, content: Blob, made: string): TaskOutcome {
  const { name, format } = facts.file
  const rows = counted(facts.rows, 'row')
  const factsFile = new Blob([writeFacts(facts)], { type: 'application/json;charset=utf-8' })
  return {
    ...outcomeOf(facts),
    short: rows,
    text: `${rows}, ${made}.`,
    files: [
      { name, content, label: 'Save again' },
      // A workbook cannot be verified.
      ...(format === 'xlsx'
        ? []
        : [{ name: factsFileName(name), content: factsFile, label: 'Save verification file' }]),
    ],
  }
}

/** A pack contains all its facts. */
function packOutcome(facts: ExportFacts, content: Blob, made: string): TaskOutcome {
  const name = packFileName(facts)
  return {
    ...outcomeOf(facts),
    short: sizeText(content.size),
    text: `${made}.`,
    files: [{ name, content, label: 'Save again' }],
  }
}

function outcomeOf(facts: ExportFacts) {
  const { completeness, reasons, remarks, signature } = facts
  const isSoFar = isBeforeItsEnd(facts)
  const complete = isSoFar ? 'Complete so far' : 'Complete'
  return {
    tone: completeness === 'complete' && !isSoFar ? 'good' : 'warning',
    title: { complete, 'read-once': 'Read once', partial: 'PARTIAL' }[completeness],
    reasons: [...reasons, ...(isSoFar ? ['It was read before the period ended.'] : [])],
    remarks: [...remarks, ...('unsigned' in signature ? [`Not signed. ${signature.unsigned}`] : [])],
    ended: activityEnd(facts),
    value: null,
  } as const
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
