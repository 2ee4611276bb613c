/** The audit log: takes entries from the gateway at any speed, and writes them in their order. */
import { type LineSink, openAuditFile, type RotationOptions } from './audit-file.ts'
import { chained, type Entry, newChain } from './chain.ts'

/** The audit log of one copy of the gateway. */
export interface Audit {
  /** Takes an entry, and returns at once. */
  write(entry: Entry): void
  /** Why nothing can be written at present; null while all is well. */
  fault(): string | null
  /** The end of the chain as far as it is written. */
  end(): { readonly seq: number; readonly hash: string }
  /** Writes what is left, and a last line. */
  close(): Promise<void>
}

/** Where the log goes and what its lines call this copy. */
export interface AuditOptions extends RotationOptions {
  /** A path, or `-` for standard output. */
  readonly to: string
  readonly copy: string
  /** Told when writing begins to fail, and when it works again (null). */
  readonly onFault: (reason: string | null) => void
}

/** For a gateway without an audit log. */
export const noAudit: Audit = {
  write() {},
  fault: () => null,
  end: () => newChain,
  async close() {},
}

/** Opens the log, and notes that this copy has started. Throws where it cannot be written. */
export async function openAudit({ to, copy, onFault, ...rotation }: AuditOptions): Promise<Audit> {
  const sink = to === '-' ? standardOutput : await openAuditFile(to, rotation)
  const { torn } = sink.from
  let end = sink.from.end
  let waiting: Entry[] = []
  let lost = 0
  let fault: string | null = null
  let isWriting = false
  let writing: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined

  const entryOf = (said: Entry): Entry => ({ time: new Date().toISOString(), copy, ...said })
  const setFault = (reason: string | null) => {
    if ((reason === null) !== (fault === null)) onFault(reason)
    fault = reason
  }

  /** Writes all that waits. What could not be written goes on waiting. */
  async function drain(): Promise<void> {
    clearTimeout(again)
    try {
      while (waiting.length > 0) {
        const entries = waiting.slice(0, mostAtOnce)
        const next = linesOf(end, entries)
        await sink.append(next.text, end.seq)
        end = next.end
        waiting = waiting.slice(entries.length)
        setFault(null)
        if (lost > 0) waiting.push(entryOf({ event: 'lost', lines: lost }))
        lost = 0
      }
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      again = setTimeout(begin, retriedAfter).unref()
    } finally {
      isWriting = false
    }
  }
  function begin(): void {
    if (isWriting) return
    isWriting = true
    writing = drain()
  }
  const write = (said: Entry) => {
    if (waiting.length < mostWaiting) waiting.push(entryOf(said))
    else lost += 1
    begin()
  }

  write({ event: 'started', ...(torn && { torn }) })
  await writing
  if (fault !== null) {
    clearTimeout(again)
    throw new Error(fault)
  }
  return {
    write,
    fault: () => fault,
    end: () => end,
    async close() {
      write({ event: 'stopped' })
      await writing
      clearTimeout(again)
      await sink.close()
    },
  }
}

function linesOf(from: { readonly seq: number; readonly hash: string }, entries: readonly Entry[]) {
  let end = from
  let text = ''
  for (const entry of entries) {
    const next = chained(end, entry)
    text += `${next.line}\n`
    end = next.end
  }
  return { text, end }
}

const standardOutput: LineSink = {
  from: { end: newChain, torn: false },
  append: (lines) =>
    new Promise((resolve, reject) => {
      process.stdout.write(lines, (error) => (error ? reject(error) : resolve()))
    }),
  async close() {},
}

const mostAtOnce = 1000
const retriedAfter = 1000

/** While nothing can be written, nothing is read either: what still waits are refusals. */
const mostWaiting = 10_000
