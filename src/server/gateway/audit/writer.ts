import fs from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type AuditEntry,
  type ChainEnd,
  type Continuation,
  chainEntry,
  continuationOf,
  lineBreak,
  newChain,
} from './chain.ts'

export interface AuditOptions {
  readonly to: string
  readonly copy: string
  readonly onFault: (reason: string | null) => void
}

interface Waiting {
  readonly entry: AuditEntry
  readonly settle?: (error: Error | null) => void
}

export class AuditLog {
  readonly #sink: LineSink
  readonly #options: Pick<AuditOptions, 'copy' | 'onFault'>
  #end: ChainEnd
  #waiting: Waiting[] = []
  #lost = 0
  #reopened = false
  #fault: string | null = null
  #writing: Promise<void> | null = null
  #again: NodeJS.Timeout | undefined

  /** Throws where the log cannot be written. */
  static async open({ to, copy, onFault }: AuditOptions): Promise<AuditLog> {
    const sink = to === '-' ? standardOutput : await openAuditFile(to)
    const { torn, unstopped } = sink.from
    const log = new AuditLog(sink, { copy, onFault })
    try {
      await log.commit({ event: 'started', ...(torn && { torn }), ...(unstopped && { unstopped }) })
      return log
    } catch (error) {
      clearTimeout(log.#again)
      await sink.close()
      throw error
    }
  }

  private constructor(sink: LineSink, options: Pick<AuditOptions, 'copy' | 'onFault'>) {
    this.#sink = sink
    this.#options = options
    this.#end = sink.from.end
  }

  /** Returns at once. While nothing can be written, the entry waits. */
  note(entry: AuditEntry): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push({ entry: this.#dated(entry) })
    else this.#lost += 1
    this.#begin()
  }

  /** Resolves once the entry is written. Otherwise throws, and counts it as lost. */
  commit(entry: AuditEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null) => (error ? reject(error) : resolve())
      this.#waiting.push({ entry: this.#dated(entry), settle })
      if (this.#fault === null) this.#begin()
      else this.#giveUp(new Error(this.#fault))
    })
  }

  async settled(): Promise<void> {
    await this.#writing
  }

  get fault(): string | null {
    return this.#fault
  }

  get end(): ChainEnd {
    return this.#end
  }

  async close(): Promise<number> {
    await this.#writing
    this.#waiting.push({ entry: this.#dated({ event: 'stopped' }) })
    this.#begin()
    await this.#writing
    clearTimeout(this.#again)
    await this.#sink.close()
    return this.#lost + this.#waiting.length
  }

  #dated(entry: AuditEntry): AuditEntry {
    return { time: new Date().toISOString(), copy: this.#options.copy, ...entry }
  }

  #begin(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
  }

  async #write(): Promise<void> {
    clearTimeout(this.#again)
    // Lines of one turn of the event loop are written together.
    await new Promise(setImmediate)
    try {
      while (this.#waiting.length > 0 || this.#lost > 0) await this.#writeSome()
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      this.#setFault(reason.message)
      this.#giveUp(reason)
      this.#again = setTimeout(() => this.#begin(), retriedAfter).unref()
    }
  }

  async #writeSome(): Promise<void> {
    if (await this.#sink.prepare(this.#end)) this.#reopened = true
    const some = this.#waiting.slice(0, mostAtOnce)
    const lost = this.#lost
    let end = this.#end
    let text = ''
    const add = (entry: AuditEntry) => {
      const next = chainEntry(end, entry)
      text += `${next.line}\n`
      end = next.end
    }
    if (this.#reopened) add(this.#dated({ event: 'reopened' }))
    if (lost > 0) add(this.#dated({ event: 'lost', lines: lost }))
    for (const { entry } of some) add(entry)
    await this.#sink.append(text, this.#end.seq)
    this.#end = end
    this.#reopened = false
    this.#lost -= lost
    this.#waiting.splice(0, some.length)
    this.#setFault(null)
    for (const { settle } of some) settle?.(null)
  }

  #setFault(reason: string | null): void {
    const isNews = (reason === null) !== (this.#fault === null)
    this.#fault = reason
    if (isNews) this.#options.onFault(reason)
  }

  /** Rejects waiting entries at once: their events do not happen, so their lines must not appear later. */
  #giveUp(error: Error): void {
    const rejected = this.#waiting.filter(({ settle }) => settle)
    this.#waiting = this.#waiting.filter(({ settle }) => !settle)
    this.#lost += rejected.length
    for (const { settle } of rejected) settle?.(error)
  }
}

const standardOutput: LineSink = {
  from: { end: newChain, torn: false, unstopped: false },
  prepare: async () => false,
  append: (lines) =>
    new Promise((resolve, reject) => {
      process.stdout.write(lines, (error) => (error ? reject(error) : resolve()))
    }),
  async close() {},
}

const mostAtOnce = 1000
const retriedAfter = 1000

/** While the log cannot be written nothing is read, so only refusals and sign-outs wait. */
const mostWaiting = 10_000

export interface LineSink {
  readonly from: Continuation
  /** True where lines after `end` go into a new file. Throws where no line can be written. */
  prepare(end: ChainEnd): Promise<boolean>
  /** `before` is the number of the line before. Throws where no line was written. */
  append(lines: string, before: number): Promise<void>
  close(): Promise<void>
}

/** Each UTC day begins a new file. The one before gets the number of its last line. Throws where the log cannot be written or is no audit log. */
export async function openAuditFile(path: string, now: () => number = Date.now): Promise<LineSink> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    const end = await endOf(path)
    const from = end ?? (await endOfOlder(path))
    // The next line must not continue one that was cut short.
    if (end?.isOpen) await file.appendFile('\n')
    const { ino, size, mtimeMs } = await file.stat()
    const day = dayOf(size > 0 ? mtimeMs : now())
    return new AuditFile(path, now, { file, ino, size, day }, from)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Synchronous: the reader waits for the line anyway, and another thread costs more. */
class AuditFile implements LineSink {
  readonly from: Continuation
  readonly #path: string
  readonly #now: () => number
  #open: OpenFile
  /** A failed write may have left part of a line. */
  #isDirty = false

  constructor(path: string, now: () => number, file: OpenFile, from: Continuation) {
    this.#path = path
    this.#now = now
    this.#open = file
    this.from = from
  }

  async prepare(end: ChainEnd): Promise<boolean> {
    const { file, ino, size } = this.#open
    if (this.#isDirty) await file.truncate(size)
    this.#isDirty = false
    const there = fs.statSync(this.#path, { throwIfNoEntry: false })
    if (there?.ino === ino) {
      // Two copies that write to one file would break each other's chain.
      if (there.size !== size) throw new Error('another program changed the file')
      return false
    }
    const ended = there && there.size > 0 ? await endOf(this.#path) : null
    if (ended && (ended.isOpen || ended.end.hash !== end.hash))
      throw new Error('another file has replaced the log')
    await this.#reopen()
    return true
  }

  async append(lines: string, before: number): Promise<void> {
    const bytes = Buffer.from(lines)
    const day = dayOf(this.#now())
    if (this.#open.size > 0 && day !== this.#open.day) {
      await rename(this.#path, `${this.#path}.${String(before).padStart(12, '0')}`)
      await this.#reopen()
    }
    this.#isDirty = true
    fs.appendFileSync(this.#open.file.fd, bytes)
    this.#isDirty = false
    this.#open.size += bytes.length
    this.#open.day = day
  }

  async close(): Promise<void> {
    await this.#open.file.datasync()
    await this.#open.file.close()
  }

  async #reopen(): Promise<void> {
    const before = this.#open.file
    const file = await open(this.#path, 'a', 0o600)
    const { ino, size } = await file.stat()
    this.#open = { file, ino, size, day: dayOf(this.#now()) }
    await before.datasync()
    await before.close()
  }
}

interface OpenFile {
  readonly file: FileHandle
  readonly ino: number
  size: number
  day: string
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

async function endOfOlder(path: string): Promise<Continuation> {
  const name = basename(path)
  const isOlder = (each: string) =>
    each.startsWith(`${name}.`) && /^\d{12,}$/.test(each.slice(name.length + 1))
  const newest = (await readdir(dirname(path))).filter(isOlder).sort().at(-1)
  const end = newest === undefined ? null : await endOf(join(dirname(path), newest))
  return end ?? { end: newChain, torn: false, unstopped: false }
}

/** Null for an empty file. `isOpen`: its last line has no line break. */
async function endOf(path: string): Promise<(Continuation & { readonly isOpen: boolean }) | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size === 0) return null
    const length = Math.min(size, longestEnd)
    const bytes = Buffer.alloc(length)
    await file.read(bytes, 0, length, size - length)
    const isOpen = bytes.at(-1) !== lineBreak
    const end = continuationOf(lastLines(isOpen ? bytes : bytes.subarray(0, -1)))
    if (end === null) throw new Error('it is not an audit log')
    return { ...end, isOpen }
  } finally {
    await file.close()
  }
}

function lastLines(bytes: Buffer): readonly Buffer[] {
  const at = bytes.lastIndexOf(lineBreak)
  if (at < 0) return [bytes]
  const before = bytes.subarray(0, at)
  return [before.subarray(before.lastIndexOf(lineBreak) + 1), bytes.subarray(at + 1)]
}

/** In bytes: longer than any two lines. */
const longestEnd = 128 * 1024
