/**
 * Reads the records of a session for reports: everything once a page needs them, then what is new while such a page is in sight. One tab of a
 * session reads at a time; the others open what it has kept.
 */
import { openSource } from '../api/pack-source.ts'
import type { HeldBooks } from '../books/books.ts'
import type { SessionState } from '../contract/session.ts'
import { announce } from '../ui/inline.tsx'
import type { BooksOutcome, BooksRequest } from './books-task.ts'
import { forgetKeptBooks, lastReading } from './last-reading.ts'
import {
  changesBy,
  isSignInNeeded,
  type Job,
  type JobReport,
  noReading,
  type ReadingState,
  type SessionBooks,
} from './task.ts'
import type { BookShelf } from './workers.ts'

interface Host {
  readonly shelf: BookShelf
  newId(): string
  books(): SessionBooks | null
  show(books: SessionBooks, again: Job | null): void
  publish(reading: ReadingState): void
}

export class RecordsReading {
  readonly #host: Host
  #session: SessionState | null = null
  /** Of the session that it reads for, also after that has expired. */
  #mark: string | null = null
  #reading = noReading
  /** Ends the turn that is under way: it reads, or waits for another tab that does. */
  #turn: AbortController | null = null
  /** Of the latest turn, also once that gave way because its reading is held up. */
  #leaving = new AbortController()
  #task = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Milliseconds, by the reader's clock. */
  #isDueAt = 0
  #opening: {
    readonly kept: string
    readonly leaving: AbortController
    readonly done: Promise<void>
  } | null = null
  /** Whether lists may be read again by themselves. */
  #isLive = true
  /** Parts of pages that need the books. */
  #needs = 0

  constructor(host: Host) {
    this.#host = host
  }

  /** Ends for another session, and goes on for the same one. Null while nobody is signed in. */
  follow(session: SessionState | null): void {
    this.#session = session
    clearTimeout(this.#timer)
    if (!session) return
    const isOther = session.mark !== this.#mark
    if (isOther) this.end()
    this.#mark = session.mark
    const last = lastReading.load()
    if (last.kept !== null && last.session !== session.mark && !openSource()) forgetKeptBooks()
    if (isSignInNeeded(this.#reading)) this.again()
    else this.#goOn()
  }

  /** The tab is in sight, or another tab has kept what it read. */
  wake(isLive: boolean): void {
    this.#isLive = isLive
    this.#goOn()
  }

  /** Until what it returns is called, something on the page needs the books. What is being read then is read to its end. */
  need(): () => void {
    this.#needs += 1
    this.#goOn()
    return () => {
      this.#needs -= 1
      if (this.#needs === 0) clearTimeout(this.#timer)
    }
  }

  #goOn(): void {
    if (this.#needs > 0 && this.#session && this.#turn === null)
      void this.openKept().then(() => this.#turn === null && this.#schedule())
  }

  read(): void {
    if (this.#turn === null) void this.#take({ isAsked: true })
  }

  again(): void {
    if (this.#reading.phase !== 'held') return
    this.#host.shelf.link().tell(this.#task, { type: 'again' })
    this.#set({ phase: 'running', error: null })
  }

  end(): void {
    this.#cancel()
    this.#isDueAt = 0
    this.#opening?.leaving.abort()
    this.#opening = null
    this.#set(noReading)
  }

  #cancel(): void {
    clearTimeout(this.#timer)
    this.#leaving.abort()
    this.#turn = null
  }

  async #take({ isAsked }: { readonly isAsked: boolean }): Promise<void> {
    const session = this.#session
    if (!session) return
    clearTimeout(this.#timer)
    const turn = new AbortController()
    this.#turn = turn
    this.#leaving = turn
    const begun = Date.now()
    try {
      await alone(`custody-console.reading ${session.mark}`, turn.signal, async () => {
        await this.openKept()
        turn.signal.throwIfAborted()
        if (isAsked || !this.#isFresh()) await this.#readOnce(session, isAsked, turn.signal)
      })
      if (turn.signal.aborted) return
      // Where every update turns into a reading of everything, most of the time still belongs to others. A machine that slept read nothing.
      this.#isDueAt = Date.now() + Math.min(Math.max(readEvery, 10 * (Date.now() - begun)), longestPause)
      this.#turn = null
      if (this.#reading.phase === 'none') this.#schedule()
    } catch {
      if (this.#turn === turn) this.#turn = null
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const isUpdate = this.#host.books() !== null
    const isPossible = this.#session?.sync === 'auto' && this.#reading.phase === 'none'
    if (!isPossible || this.#needs === 0 || (isUpdate && (document.hidden || !this.#isLive))) return
    this.#timer = setTimeout(
      () => void this.#take({ isAsked: false }),
      Math.max(0, this.#isDueAt - Date.now()),
    )
  }

  #isFresh(): boolean {
    const { ended } = this.#host.books()?.books ?? {}
    return ended !== undefined && Date.now() - Date.parse(ended) < readEvery
  }

  /** Resolves when it has ended, or is held up: another tab may have better luck. */
  async #readOnce(session: SessionState, isAsked: boolean, signal: AbortSignal): Promise<void> {
    const { shelf, newId } = this.#host
    const mark = session.mark ?? ''
    const current = this.#host.books()
    let before = current?.books.id ?? null
    // Without them, everything is read.
    if (before !== null) await shelf.bring([before]).catch(() => (before = null))
    signal.throwIfAborted()
    const input: BooksRequest = {
      session: mark,
      service: session.service.id ?? '',
      account: session.accountId,
      before,
      isUnasked: !isAsked,
    }
    const id = newId()
    this.#task = id
    this.#set({ ...noReading, phase: 'running', isUpdate: before !== null })
    const link = shelf.link()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        link.forget(id)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      link.start(id, { kind: 'books', input }, null, (report) => {
        if (signal.aborted) return
        this.#hear(report, mark, current)
        if (this.#reading.phase !== 'running' && this.#reading.phase !== 'waiting') resolve()
      })
    })
  }

  #hear(report: JobReport, session: string, current: SessionBooks | null): void {
    if (report.type === 'books') this.#host.show({ books: report.books, kept: null, session }, null)
    // What this task gives is what its name says.
    else if (report.type === 'done') this.#done(report.value as BooksOutcome, session, current)
    // What is known stays, and the next update may go better.
    else if (report.type === 'broken' && current && report.error === null) this.#set(noReading)
    else {
      if (report.type === 'held') announce('Reading the records has stopped.')
      if (report.type === 'broken') announce('The records could not be read.')
      this.#set(changesBy(report))
    }
  }

  #done(outcome: BooksOutcome, session: string, current: SessionBooks | null): void {
    const { books, isNews } = outcome
    // What an earlier reading kept holds the same records.
    const kept = isNews ? outcome.kept : (current?.kept ?? null)
    lastReading.set({ session, kept })
    // There was no room for all of them.
    if (kept === null) forgetKeptBooks()
    this.#set(noReading)
    this.#host.show({ books, kept, session }, kept === null ? null : keptStart(session, kept))
    // It went on after it had been held up.
    if (this.#turn === null) this.#schedule()
  }

  /** Opens books that another tab of this session kept. The reader did not ask for them, so a failure is not reported. */
  async openKept(): Promise<void> {
    const { session, kept } = lastReading.load()
    if (session === null || session !== this.#session?.mark || kept === null) return
    if (this.#host.books()?.kept === kept) return
    if (this.#opening?.kept !== kept) {
      this.#opening?.leaving.abort()
      const leaving = new AbortController()
      this.#opening = { kept, leaving, done: this.#open(session, kept, leaving.signal) }
    }
    await this.#opening.done
  }

  async #open(session: string, kept: string, leaving: AbortSignal): Promise<void> {
    const { shelf, newId, books: current, show } = this.#host
    if (!current()) this.#set({ isOpening: true })
    const again = keptStart(session, kept)
    const books = await shelf.hold<HeldBooks>(newId(), again, leaving).catch(() => null)
    if (leaving.aborted) return
    this.#opening = null
    this.#set({ isOpening: false })
    // Other books may have been read.
    if (this.#session?.mark !== session || lastReading.load().kept !== kept) {
      if (books) shelf.release(books.id)
    } else if (books) show({ books, kept, session }, again)
    else forgetKeptBooks()
  }

  #set(changes: Partial<ReadingState>): void {
    this.#reading = { ...this.#reading, ...changes }
    this.#host.publish(this.#reading)
  }
}

const readEvery = 30_000
const longestPause = 5 * 60_000

function keptStart(session: string, kept: string): Job {
  return { kind: 'kept-books', input: { session, kept } }
}

/** Waits for its turn among the tabs. A page over plain HTTP has no locks. */
async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, { signal }, work) : work())
}
