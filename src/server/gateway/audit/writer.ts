/** The audit log as it is written: takes entries at any speed, and writes them in their order, many at once. */
import { type ChainEnd, chained, type Entry, newChain } from './chain.ts'
import { type LineSink, openAuditFile, type RotationOptions } from './file.ts'

/** Where the log goes and what its lines call this copy. */
export interface AuditOptions extends RotationOptions {
  /** A path, or `-` for standard output. */
  readonly to: string
  readonly copy: string
  /** Told when writing begins to fail, and when it works again (null). */
  readonly onFault: (reason: string | null) => void
}

interface Waiting {
  readonly entry: Entry
  /** Of an entry that somebody waits for: told null once it is written, and why it is not. */
  readonly settle?: (error: Error | null) => void
}

/** The audit log of one copy of the gateway. */
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

  /** Opens the log, and notes that this copy has started. Throws where it cannot be written. */
  static async open({ to, copy, onFault, ...rotation }: AuditOptions): Promise<AuditLog> {
    const sink = to === '-' ? standardOutput : await openAuditFile(to, rotation)
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

  /** Takes an entry, and returns at once. While nothing can be written it waits. */
  note(entry: Entry): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push({ entry: this.#dated(entry) })
    else this.#lost += 1
    this.#begin()
  }

  /** Resolves once the entry is written. Throws where it cannot be: then it is given up, and counted in a line that says so. */
  commit(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null) => (error ? reject(error) : resolve())
      this.#waiting.push({ entry: this.#dated(entry), settle })
      if (this.#fault === null) this.#begin()
      else this.#giveUp(new Error(this.#fault))
    })
  }

  /** Resolves once what was taken so far is written, or could not be. */
  async settled(): Promise<void> {
    await this.#writing
  }

  /** Why nothing can be written at present; null while all is well. */
  get fault(): string | null {
    return this.#fault
  }

  /** The end of the chain as far as it is written. */
  get end(): ChainEnd {
    return this.#end
  }

  /** Writes what is left, and a last line. Gives how many lines could not be written. */
  async close(): Promise<number> {
    await this.#writing
    this.#waiting.push({ entry: this.#dated({ event: 'stopped' }) })
    this.#begin()
    await this.#writing
    clearTimeout(this.#again)
    await this.#sink.close()
    return this.#lost + this.#waiting.length
  }

  #dated(entry: Entry): Entry {
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
    const add = (entry: Entry) => {
      const next = chained(end, entry)
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

  /** Those who wait are told at once: what they waited for does not happen, so its line must not come later. */
  #giveUp(error: Error): void {
    const given = this.#waiting.filter(({ settle }) => settle)
    this.#waiting = this.#waiting.filter(({ settle }) => !settle)
    this.#lost += given.length
    for (const { settle } of given) settle?.(error)
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

/** While nothing can be written, nothing is read either: what still waits are refusals and sign-outs. */
const mostWaiting = 10_000
