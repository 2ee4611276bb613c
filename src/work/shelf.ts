/** The worker that holds books, and does what needs them; which books it holds, and how to have them again. */
import type { Job, JobReport, PackInPlace, Question } from './task.ts'
import { type TaskWorker, WorkerLink } from './worker-link.ts'

/** The job that leaves these books again; null if they cannot be had again. */
interface BookSource {
  readonly session: string
  readonly again: Job | null
}

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
