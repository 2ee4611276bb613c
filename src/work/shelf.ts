/** The worker that holds books, and does and answers what needs them; which books it holds, and how to have them again. */
import { serviceProfile } from '../api/service-profile.ts'
import type { PackInPlace, Question, TaskStart } from './task.ts'
import { answered, startOf, type TaskWorker, WorkerLink } from './worker-link.ts'

export class BookShelf {
  readonly #startWorker: () => TaskWorker
  readonly #onLost: (books: string) => void
  /** Each is there, or about to be. */
  readonly #books = new Map<string, Promise<unknown> | null>()
  /** How to have books again if their worker ends, by their id. */
  readonly #sources = new Map<string, { readonly session: string; readonly again: TaskStart | null }>()
  #link: WorkerLink | null = null

  /** `onLost` is told of books that cannot be had again. */
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

  /** A task has left them. */
  keep(books: string, source: { readonly session: string; readonly again: TaskStart | null }): void {
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

  /** Runs a task that leaves books with this id. */
  async hold<Value>(id: string, request: TaskStart, signal: AbortSignal): Promise<Value> {
    const holding = answered<Value>(this.link(), id, startOf(request), signal)
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
    signal: AbortSignal,
  ): Promise<unknown> {
    await this.bring([question.books, ...question.others, ...(opened ? [opened.books] : [])])
    signal.throwIfAborted()
    const command = { type: 'ask', question, opened, profile: serviceProfile() } as const
    return await answered(this.link(), id, command, signal)
  }

  /** Who may ask for them. */
  hand(books: string, session: string): void {
    this.#sources.set(books, { session, again: this.#sources.get(books)?.again ?? null })
  }

  release(books: string): void {
    this.#sources.delete(books)
    if (this.#books.delete(books)) this.#link?.release(books)
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
