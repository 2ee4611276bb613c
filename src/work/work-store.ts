import { ApiError } from '../api/api-error.ts'
import { openSource } from '../api/pack-source.ts'
import { learnLimits, serviceLimits } from '../api/service-limits.ts'
import type { HeldBooks } from '../books/books.ts'
import { type SessionState, serviceName } from '../contract/session.ts'
import { announce } from '../ui/inline.tsx'
import type { BooksRequest, KeptBooksRequest } from './books-task.ts'
import { forgetKeptBooks, lastReading } from './last-reading.ts'
import { activityEnd, saveBlob, tellGateway } from './made-file.ts'
import { joined, type Piece } from './pieces.ts'
import {
  type BooksReading,
  begunTask,
  changedTask,
  type HeldPack,
  hasFileToLose,
  isRunning,
  isSignInNeeded,
  noWork,
  type PackInPlace,
  type Question,
  type SentError,
  type Task,
  type TaskCommand,
  type TaskControl,
  type TaskReport,
  type TaskRequest,
  type TaskStart,
  type WorkState,
} from './task.ts'
import { type TaskWorker, WorkerLink } from './worker-link.ts'

/**
 * A task belongs to one session. When that expires, it waits for the same key and account. When another session begins, it ends.
 * One worker holds books, and does and answers what needs them; each other task has a worker to itself.
 */
export class WorkStore {
  readonly #links = new Map<string, WorkerLink>()
  readonly #publish: (state: WorkState) => void
  readonly #startWorker: () => TaskWorker
  #state: WorkState = noWork
  /** Null while nobody is signed in, as far as this tab knows. */
  #session: SessionState | null = null
  #begun = 0
  /** Kept books that are being opened. */
  #opening: (KeptBooksRequest & { readonly leaving: AbortController }) | null = null
  /** The worker of the books, and which it holds or is about to. */
  #shelf: { readonly link: WorkerLink; readonly books: Map<string, Promise<unknown> | null> } | null = null
  /** How to have books again if their worker ends, by their id. */
  readonly #sources = new Map<string, { readonly session: string; readonly again: TaskStart | null }>()

  constructor(startWorker: () => TaskWorker, publish: (state: WorkState) => void) {
    this.#publish = publish
    this.#startWorker = startWorker
    window.addEventListener('pagehide', this.#leave)
  }

  hasFilesToLose(): boolean {
    return this.#state.tasks.some(hasFileToLose)
  }

  /** Returns the task's id. Its files are saved when it ends. */
  begin(request: TaskRequest): string {
    const id = this.#newId()
    const task = begunTask(id, request, Date.now())
    this.#set({ tasks: [task, ...this.#state.tasks] })
    void this.#start(id, request)
    if (task.activity) tellGateway(task.session, { state: 'begun', id, ...task.activity })
    announce(`${nameOf(task)}: started.`)
    return id
  }

  /** What needs books goes to their worker, once it has them. */
  async #start(id: string, request: TaskRequest): Promise<void> {
    const hear = (report: TaskReport) => this.#receive(id, report)
    const opened = this.#packInPlace()
    const command = { type: 'start', request, opened, limits: serviceLimits() } as const
    if (request.kind !== 'books' && request.kind !== 'pack' && !opened) {
      const link = new WorkerLink(this.#startWorker(), () => {})
      this.#links.set(id, link)
      return link.send(id, command, hear)
    }
    const needed = [...(opened ? [opened.books] : []), ...(request.books ?? [])]
    try {
      // Not even for a moment where they are there: what is told next finds the task begun.
      if (!needed.every((books) => this.#isThere(books))) await this.#bringAll(needed)
    } catch (error) {
      return hear({ type: 'broken', message: messageOf(error), error: null })
    }
    if (!this.#find(id)) return
    const { link } = this.#openShelf()
    this.#links.set(id, link)
    link.send(id, command, hear)
  }

  /** Runs a task for a page that waits for the answer: without a row or a session. The worker ends with the answer or the signal. */
  async ask<Value>(
    kind: TaskRequest['kind'],
    input: unknown,
    { signal, onProgress }: Pick<TaskControl, 'signal' | 'onProgress'>,
  ): Promise<Value> {
    const link = new WorkerLink(this.#startWorker(), () => {})
    const request = { kind, input, session: '' }
    try {
      return await answered(link, this.#newId(), startOf(request), signal, onProgress)
    } finally {
      link.end()
    }
  }

  /** What a view makes of books. Throws a sentence for the reader, or the signal's reason. */
  async askBooks(question: Question, signal: AbortSignal): Promise<unknown> {
    const opened = this.#packInPlace()
    await this.#bringAll([question.books, ...question.others, ...(opened ? [opened.books] : [])])
    signal.throwIfAborted()
    const { link } = this.#openShelf()
    return await answered(link, this.#newId(), { type: 'ask', question, opened }, signal)
  }

  /** Opens the books of a checked pack in their worker; `release` forgets them. */
  async openPack(checked: unknown, session: string, signal: AbortSignal): Promise<HeldPack> {
    const again: TaskStart = { kind: 'open', input: checked, session: '' }
    const id = this.#newId()
    const pack = await this.#hold<HeldPack>(id, again, signal)
    this.#sources.set(id, { session, again })
    return pack
  }

  release(books: string): void {
    this.#sources.delete(books)
    if (this.#shelf?.books.delete(books)) this.#shelf.link.release(books)
  }

  /** An earlier pack to compare with, for the session in which it was opened. */
  keepEarlierPack(pack: HeldPack): void {
    const before = this.#state.earlier?.pack.books.id
    if (this.#session?.mark) this.#set({ earlier: { pack, session: this.#session.mark } })
    if (before !== undefined) this.release(before)
  }

  #packInPlace(): PackInPlace | null {
    const source = openSource()
    const own = this.#state.books?.books.id
    return source && own !== undefined ? { about: source.pack, books: own } : null
  }

  #isThere(books: string): boolean {
    return this.#shelf?.books.get(books) === null
  }

  async #bringAll(needed: readonly string[]): Promise<void> {
    for (const books of needed) if (!this.#isThere(books)) await this.#bring(books)
  }

  /** Has books again that were in a worker that ended. Throws where that cannot be; then they are forgotten. */
  async #bring(books: string): Promise<void> {
    const again = this.#sources.get(books)?.again
    try {
      if (!again) throw new Error('The books are no longer in memory. Read them again.')
      await (this.#shelf?.books.get(books) ?? this.#hold(books, again, new AbortController().signal))
    } catch (error) {
      this.release(books)
      if (this.#state.earlier?.pack.books.id === books) this.#set({ earlier: null })
      if (this.#state.books?.books.id === books) {
        this.#set({ books: null })
        void this.openKeptBooks()
      }
      throw error
    }
  }

  /** Runs a task that leaves books with this id. */
  async #hold<Value>(id: string, request: TaskStart, signal: AbortSignal): Promise<Value> {
    const shelf = this.#openShelf()
    const holding = answered<Value>(shelf.link, id, startOf(request), signal)
    shelf.books.set(id, holding)
    try {
      const value = await holding
      shelf.books.set(id, null)
      return value
    } catch (error) {
      shelf.books.delete(id)
      throw error
    }
  }

  #openShelf() {
    this.#shelf ??= {
      link: new WorkerLink(this.#startWorker(), () => {
        this.#shelf = null
      }),
      books: new Map(),
    }
    return this.#shelf
  }

  #newId(): string {
    this.#begun += 1
    // Pages over plain HTTP cannot make a UUID. This one only has to be unique in its session.
    return `${Date.now()}-${this.#begun}-${Math.random().toString(36).slice(2)}`
  }

  /** Updates the books of the open session, or reads everything. */
  readBooks(session: SessionState, { isEverything = false } = {}): void {
    this.sessionIs(session)
    const { tasks, books } = this.#state
    const earlier = tasks.filter(({ kind }) => kind === 'books')
    if (!this.#session || session.mark === null || earlier.some(isRunning)) return
    for (const { id } of earlier) this.dismiss(id)
    const isUpdate = !isEverything && books?.session === session.mark
    const input: BooksRequest = {
      session: session.mark,
      service: serviceName(session.service),
      account: session.accountId,
      before: isUpdate ? books.books.id : null,
    }
    const words = { title: 'Books', format: '', about: '' }
    const needed = input.before === null ? [] : [input.before]
    this.begin({
      kind: 'books',
      ...words,
      session: session.mark,
      books: needed,
      activity: null,
      input,
    })
  }

  /** Opens books that another tab of this session kept. The reader did not ask for them, so a failure is not reported. */
  async openKeptBooks(): Promise<void> {
    const { session, kept } = lastReading.load()
    const isKnown = this.#opening?.kept === kept || this.#state.books?.kept === kept
    if (session === null || session !== this.#session?.mark || kept === null || isKnown) return
    this.#stopOpening()
    const input: KeptBooksRequest = { session, kept }
    const leaving = new AbortController()
    const opening = { ...input, leaving }
    this.#opening = opening
    const again: TaskStart = { kind: 'kept-books', input, session }
    const books = await this.#hold<HeldBooks>(this.#newId(), again, leaving.signal).catch(() => null)
    if (this.#opening !== opening) return
    this.#opening = null
    // Other books may have been read.
    if (this.#session?.mark !== session || lastReading.load().kept !== kept) {
      if (books) this.release(books.id)
    } else if (books) this.#show({ books, kept, session }, again)
    else forgetKeptBooks()
  }

  #stopOpening(): void {
    this.#opening?.leaving.abort()
    this.#opening = null
  }

  /** Shows the books of a pack; `session` is its reader. Other books leave this tab but stay in the browser. */
  openBooks(session: SessionState, books: HeldBooks): void {
    const { mark } = session
    if (mark === null) return
    const again = this.#sources.get(books.id)?.again ?? null
    // So that they outlive the session before.
    this.#sources.set(books.id, { session: mark, again })
    this.sessionIs(session)
    this.#show({ books, kept: null, session: mark }, again)
  }

  #show(read: NonNullable<WorkState['books']>, again: TaskStart | null): void {
    const before = this.#state.books?.books.id
    this.#sources.set(read.books.id, { session: read.session, again })
    this.#set({ books: read })
    if (before !== undefined && before !== read.books.id) this.release(before)
  }

  pause(id: string): void {
    const task = this.#find(id)
    if (!task || (task.phase !== 'running' && task.phase !== 'waiting')) return
    this.#command(id, { type: 'pause' })
    this.#change(id, { isPaused: true, waiting: task.waiting })
  }

  resume(id: string): void {
    const task = this.#find(id)
    if (!task?.isPaused) return
    this.#command(id, { type: 'resume' })
    this.#change(id, { isPaused: false, waiting: task.waiting })
  }

  again(id: string): void {
    if (this.#find(id)?.phase !== 'held') return
    this.#command(id, { type: 'again' })
    this.#change(id, { phase: 'running', isPaused: false })
  }

  cut(id: string, { name, reason }: Task['progress']['cuts'][number]): void {
    const { error } = this.#find(id) ?? {}
    const why = error ? ` It had stopped because of an error: ${error.message}.` : ''
    this.#command(id, { type: 'cut', name, reason: `${reason}${why}` })
  }

  /** Saves a file again. The browser may not have kept it, and no event says so. */
  save(id: string, name: string): void {
    const task = this.#find(id)
    const file = task?.outcome?.files.find((each) => each.name === name)
    if (file && task?.session === this.#session?.mark) saveBlob(file.name, file.content)
  }

  /** Ends a task without a file, or removes a finished one. */
  dismiss(id: string): void {
    const task = this.#find(id)
    if (!task) return
    if (isRunning(task)) this.#tellEnd(task, activityEnd(null, 'cancelled'))
    this.#endWork(id)
    this.#set({ tasks: this.#state.tasks.filter((each) => each !== task) })
  }

  /** After this, whoever signs in next finds nothing. */
  forget(): void {
    forgetKeptBooks()
    this.#dismissAll()
    this.#stopOpening()
    this.#shelf?.link.end()
    this.#shelf = null
    this.#sources.clear()
    this.#set({ books: null, earlier: null })
  }

  #dismissAll(): void {
    for (const { id } of this.#state.tasks) this.dismiss(id)
  }

  /** Continues tasks that wait for this key and account, and ends those of others. */
  sessionIs(session: SessionState): void {
    const { mark } = session
    this.#session = session.signedIn && mark !== null ? session : null
    if (!this.#session) return
    if (this.#state.books && this.#state.books.session !== mark) this.#set({ books: null })
    if (this.#state.earlier && this.#state.earlier.session !== mark) this.#set({ earlier: null })
    for (const [books, source] of this.#sources) if (source.session !== mark) this.release(books)
    if (this.#opening && this.#opening.session !== mark) this.#stopOpening()
    const last = lastReading.load()
    if (last.kept !== null && last.session !== mark && !openSource()) forgetKeptBooks()
    for (const task of this.#state.tasks) {
      if (task.session !== mark) this.dismiss(task.id)
      else if (isSignInNeeded(task)) this.again(task.id)
      else this.#saveAll(task)
    }
  }

  #receive(id: string, report: TaskReport): void {
    const task = this.#find(id)
    if (!task) return
    if (report.type === 'limits') {
      if (task.session === this.#session?.mark) learnLimits(report.limits)
      return
    }
    this.#change(id, changesBy(report))
    if (report.type === 'broken' || report.type === 'done') this.#endWork(id)
    if (report.type === 'broken') this.#tellEnd(task, activityEnd(null))
    if (report.type !== 'done') return
    this.#saveAll({ ...task, outcome: report.outcome })
    if (task.kind === 'books') this.#booksRead(task, report.outcome.value as BooksReading)
  }

  #booksRead({ id, session, pace }: Task, { isUpdate, ...read }: BooksReading): void {
    const seconds = !isUpdate ? Math.ceil((pace.spent + 1) / 1000) : lastReading.load().seconds
    lastReading.set({ session, seconds, kept: read.kept })
    // There was no room for all of them.
    if (read.kept === null) forgetKeptBooks()
    this.#shelf?.books.set(id, null)
    const input = read.kept === null ? null : { session, kept: read.kept }
    this.#show({ ...read, session }, input && { kind: 'kept-books', input, session })
    this.dismiss(id)
  }

  #saveAll(task: Task): void {
    if (!task.outcome || task.isSaved || task.session !== this.#session?.mark) return
    if (task.outcome.ended) this.#tellEnd(task, task.outcome.ended)
    for (const { name } of task.outcome.files) this.save(task.id, name)
    this.#change(task.id, { isSaved: true })
  }

  #tellEnd({ id, session, activity }: Task, end: NonNullable<NonNullable<Task['outcome']>['ended']>): void {
    // Only in its own session.
    if (activity && session === this.#session?.mark)
      tellGateway(session, { state: 'ended', id, ...activity, ...end })
  }

  #change(id: string, changes: Partial<Task>): void {
    const before = this.#find(id)
    if (!before) return
    const after = changedTask(before, changes, Date.now())
    this.#set({ tasks: this.#state.tasks.map((each) => (each === before ? after : each)) })
    const words = newsOf(before, after)
    if (words !== null) announce(`${nameOf(after)}: ${words}`)
  }

  #find(id: string): Task | undefined {
    return this.#state.tasks.find((each) => each.id === id)
  }

  #command(id: string, command: TaskCommand): void {
    this.#links.get(id)?.command(id, command)
  }

  #endWork(id: string): void {
    const link = this.#links.get(id)
    this.#links.delete(id)
    if (link === this.#shelf?.link) link?.forget(id)
    else link?.end()
  }

  #set(changes: Partial<WorkState>): void {
    this.#state = { ...this.#state, ...changes }
    if (this.hasFilesToLose()) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
    this.#publish(this.#state)
  }

  /** Tells the gateway that the tasks end with the page. */
  readonly #leave = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) this.#dismissAll()
  }
}

/** The Content-Security-Policy names this policy, which allows only this one script: no other text can become a script. */
export function workerStarter(workerUrl: string): () => TaskWorker {
  const policy = window.trustedTypes?.createPolicy('worker', {
    createScriptURL(url) {
      if (url === workerUrl) return url
      throw new TypeError('No other script than this worker is started.')
    },
  })
  return () => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
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

/** Throws the signal's reason, or what broke as a sentence. */
function answered<Value>(
  link: WorkerLink,
  id: string,
  command: TaskCommand,
  signal: AbortSignal,
  onProgress?: TaskControl['onProgress'],
): Promise<Value> {
  const pieces: Piece[] = []
  const answer = new Promise<Value>((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    link.send(id, command, (report) => {
      if (report.type === 'progress') onProgress?.(report.progress)
      else if (report.type === 'piece') pieces.push(report.piece)
      // What a view or a task gives is what its name says.
      else if (report.type === 'answer') resolve(joined(report.value, pieces) as Value)
      else if (report.type === 'done') resolve(report.outcome.value as Value)
      else if (report.type === 'broken') reject(new Error(report.message ?? report.error?.failure.message))
    })
  })
  return answer.finally(() => link.forget(id))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Of a task that asks no service. */
function startOf(request: TaskStart): TaskCommand {
  return { type: 'start', request, opened: null, limits: null }
}

function changesBy(report: TaskReport): Partial<Task> {
  switch (report.type) {
    case 'progress':
      return { phase: 'running', progress: report.progress }
    case 'running':
      return { phase: 'running' }
    case 'waiting':
      return { phase: 'waiting', waiting: { until: report.until, error: received(report.error) } }
    case 'held':
      return { phase: 'held', error: received(report.error) }
    case 'broken':
      return {
        phase: 'broken',
        message: report.message,
        error: report.error && received(report.error),
      }
    case 'done':
      return { phase: 'done', outcome: report.outcome }
    default:
      return {}
  }
}

/** For screen readers: when a task stops, continues or ends, but not for each page. */
function newsOf(before: Task, { phase, isPaused, outcome }: Task): string | null {
  if (phase === before.phase && isPaused === before.isPaused) return null
  if (outcome) return `${outcome.title}. ${outcome.short}.`
  if (phase === 'broken') return 'failed.'
  if (phase === 'held') return 'stopped, needs attention.'
  if (isPaused) return 'paused.'
  return phase === 'waiting' ? 'waiting, continues by itself.' : 'continues.'
}

const nameOf = ({ title, format }: Task) => [title, format].filter(Boolean).join(', ')

function received({ failure, at }: SentError): ApiError {
  return new ApiError(failure, at)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
