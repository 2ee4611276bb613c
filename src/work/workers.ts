/** The page's side of workers: what is asked of them, who hears what they report, and which one holds books. */
import { learnSessionProfile, sessionProfile } from '../api/service-profile.ts'
import {
  type Job,
  type JobReport,
  joinPieces,
  type PackInPlace,
  type Piece,
  type Question,
  type WorkerMessage,
  type WorkerReport,
} from './task.ts'

export type TaskWorker = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'>

export class WorkerLink {
  readonly #worker: TaskWorker
  readonly #hearers = new Map<string, (report: JobReport) => void>()
  readonly #onGone: () => void
  readonly #ended = new AbortController()

  constructor(worker: TaskWorker, onGone: () => void = () => {}) {
    this.#worker = worker
    this.#onGone = onGone
    worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => {
      if ('lock' in data) this.#watch(data.lock)
      else if ('profile' in data) learnSessionProfile(data.profile)
      else this.#hear(data.id, data.report)
    }
    // If its script failed to load, the event has no text.
    worker.onerror = ({ message }) => this.#fail(message || notLoaded)
  }

  start(id: string, job: Job, opened: PackInPlace | null, hear: (report: JobReport) => void): void {
    this.#hearers.set(id, hear)
    const { kind, input, books = [] } = job
    this.tell(id, { type: 'start', job: { kind, input, books }, opened, profile: sessionProfile() })
  }

  /** The value of a job. Throws the signal's reason, or what broke as a sentence. */
  async value<Value>(
    id: string,
    job: Job,
    opened: PackInPlace | null,
    { signal, onReport }: { readonly signal: AbortSignal; readonly onReport?: (report: JobReport) => void },
  ): Promise<Value> {
    const pieces: Piece[] = []
    try {
      return await new Promise<Value>((resolve, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        this.start(id, job, opened, (report) => {
          onReport?.(report)
          if (report.type === 'piece') pieces.push(report.piece)
          // What a view or a task gives is what its name says.
          else if (report.type === 'done') resolve(joinPieces(report.value, pieces) as Value)
          else if (report.type === 'broken')
            reject(new Error(report.message ?? report.error?.failure.message))
        })
      })
    } finally {
      this.forget(id)
    }
  }

  tell(id: string, command: WorkerMessage['command']): void {
    this.#worker.postMessage({ id, command } satisfies WorkerMessage)
  }

  forget(id: string): void {
    if (this.#hearers.delete(id)) this.tell(id, { type: 'cancel' })
  }

  end(): void {
    this.#hearers.clear()
    this.#ended.abort()
    this.#worker.terminate()
  }

  #hear(id: string, report: JobReport): void {
    const hear = this.#hearers.get(id)
    if (report.type === 'broken' || report.type === 'done') this.#hearers.delete(id)
    hear?.(report)
  }

  #watch(lock: string | null): void {
    if (lock === null) return
    navigator.locks
      .request(lock, { signal: this.#ended.signal }, () => this.#fail(endedItself))
      .catch(() => {})
  }

  #fail(message: string): void {
    const hearers = [...this.#hearers.values()]
    this.end()
    this.#onGone()
    for (const hear of hearers) hear({ type: 'broken', message, error: null })
  }
}

const notLoaded = 'The part of the console that does this could not be loaded.'
const endedItself = 'The part of the console that does this has ended. The browser may be short of memory.'

/** The job that leaves these books again; null if they cannot be had again. */
interface BookSource {
  readonly session: string
  readonly again: Job | null
}

/** The worker that holds books, and does what needs them; which books it holds, and how to have them again. */
export class BookShelf {
  readonly #startWorker: () => TaskWorker
  readonly #onLost: (books: string) => void
  /** Each is there, or about to be. */
  readonly #books = new Map<string, Promise<unknown> | null>()
  readonly #sources = new Map<string, BookSource>()
  #link: WorkerLink | null = null

  /** Hears of books that cannot be had again. */
  constructor(startWorker: () => TaskWorker, onLost: (books: string) => void) {
    this.#startWorker = startWorker
    this.#onLost = onLost
  }

  link(): WorkerLink {
    this.#link ??= new WorkerLink(this.#startWorker(), () => {
      this.#link = null
      this.#books.clear()
    })
    return this.#link
  }

  isLink(link: WorkerLink | undefined): boolean {
    return link !== undefined && link === this.#link
  }

  has(books: string): boolean {
    return this.#books.get(books) === null
  }

  keep(books: string, source: BookSource): void {
    this.#books.set(books, null)
    this.#sources.set(books, source)
  }

  /** Has all of them, also those that were in a worker that ended. Throws a sentence where that cannot be. */
  async bring(needed: readonly string[]): Promise<void> {
    for (const books of needed) if (!this.has(books)) await this.#bring(books)
  }

  async #bring(books: string): Promise<void> {
    const again = this.#sources.get(books)?.again
    try {
      if (!again) throw new Error('These records are no longer in memory.')
      await (this.#books.get(books) ?? this.hold(books, again, new AbortController().signal))
    } catch (error) {
      this.release(books)
      this.#onLost(books)
      throw error
    }
  }

  /** Does a job that leaves books with this id. */
  async hold<Value>(id: string, job: Job, signal: AbortSignal): Promise<Value> {
    const holding = this.link().value<Value>(id, job, null, { signal })
    this.#books.set(id, holding)
    try {
      const value = await holding
      this.#books.set(id, null)
      return value
    } catch (error) {
      this.#books.delete(id)
      throw error
    }
  }

  /** What a view makes of books. Throws a sentence for the reader, or the signal's reason. */
  async ask(
    id: string,
    question: Question,
    opened: PackInPlace | null,
    control: { readonly signal: AbortSignal; readonly onReport: (report: JobReport) => void },
  ): Promise<unknown> {
    const books = [question.books, ...question.others, ...(opened ? [opened.books] : [])]
    await this.bring(books)
    control.signal.throwIfAborted()
    return await this.link().value(id, { kind: 'view', input: question, books }, opened, control)
  }

  hand(books: string, session: string): void {
    this.#sources.set(books, { session, again: this.#sources.get(books)?.again ?? null })
  }

  release(books: string): void {
    this.#sources.delete(books)
    if (this.#books.delete(books)) this.#link?.tell(books, { type: 'release' })
  }

  releaseOthers(session: string): void {
    for (const [books, source] of this.#sources) if (source.session !== session) this.release(books)
  }

  end(): void {
    this.#link?.end()
    this.#link = null
    this.#books.clear()
    this.#sources.clear()
  }
}

/** The Content-Security-Policy names this policy, which allows only this one script: no other text can become a script. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

export function startWorker(workerUrl: string): TaskWorker {
  policy ??= window.trustedTypes?.createPolicy('worker', {
    createScriptURL(url) {
      if (url === workerUrl) return url
      throw new TypeError('No other script than this worker is started.')
    },
  })
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
}

/** TypeScript has no types for trusted types yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}
