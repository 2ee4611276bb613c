import { ApiError } from '../api/api-error.ts'
import { openSource } from '../api/pack-source.ts'
import { learnLimits, serviceLimits } from '../api/service-limits.ts'
import type { Books } from '../books/books.ts'
import { type SessionState, serviceName } from '../contract/session.ts'
import { announce } from '../ui/inline.tsx'
import type { BooksRequest, KeptBooksRequest } from './books-task.ts'
import { forgetKeptBooks, lastReading } from './last-reading.ts'
import { activityEnd, saveBlob, tellGateway } from './made-file.ts'
import {
  begunTask,
  changedTask,
  hasFileToLose,
  isRunning,
  isSignInNeeded,
  type ReadBooks,
  type SentError,
  type Task,
  type TaskCommand,
  type TaskControl,
  type TaskReport,
  type TaskRequest,
  type WorkState,
} from './task.ts'

export type TaskWorker = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>

/** A task belongs to one session. When that expires, it waits for the same key and account. When another session begins, it ends. */
export class WorkStore {
  readonly #workers = new Map<string, TaskWorker>()
  readonly #publish: (state: WorkState) => void
  readonly #startWorker: () => TaskWorker
  #state: WorkState = { tasks: [], books: null }
  /** Null while nobody is signed in, as far as this tab knows. */
  #session: SessionState | null = null
  #begun = 0
  /** Kept books that are being opened. */
  #opening: (KeptBooksRequest & { readonly leaving: AbortController }) | null = null

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
    this.#begun += 1
    // Pages over plain HTTP cannot make a UUID. This one only has to be unique in its session.
    const id = `${Date.now()}-${this.#begun}-${Math.random().toString(36).slice(2)}`
    const worker = this.#startWorker()
    this.#workers.set(id, worker)
    worker.onmessage = ({ data }: MessageEvent<TaskReport>) => this.#receive(id, data)
    // The script failed to load, so its own error text is not available.
    worker.onerror = ({ message }) =>
      this.#receive(id, { type: 'broken', message: message || notLoaded, error: null })
    const task = begunTask(id, request, Date.now())
    this.#set({ tasks: [task, ...this.#state.tasks] })
    const read = this.#state.books
    const source = openSource()
    const opened = source && read && { about: source.pack, books: read.books }
    this.#command(id, { type: 'start', request, opened, limits: serviceLimits() })
    if (task.activity) tellGateway(task.session, { state: 'begun', id, ...task.activity })
    announce(`${nameOf(task)}: started.`)
    return id
  }

  /** Runs a task for a page that waits for the answer: without a row or a session. The worker ends with the answer or the signal. */
  ask<Value>(
    kind: TaskRequest['kind'],
    input: unknown,
    { signal, onProgress }: Pick<TaskControl, 'signal' | 'onProgress'>,
  ): Promise<Value> {
    const worker = this.#startWorker()
    const answer = new Promise<Value>((resolve, reject) => {
      const fail = (message: string | null) => reject(new Error(message || notLoaded))
      worker.onmessage = ({ data }: MessageEvent<TaskReport<Value>>) => {
        if (data.type === 'progress') onProgress(data.progress)
        else if (data.type === 'done') resolve(data.outcome.value)
        else if (data.type === 'broken') fail(data.message)
      }
      worker.onerror = ({ message }) => fail(message)
      signal.addEventListener('abort', () => reject(signal.reason))
      post(worker, {
        type: 'start',
        request: { kind, input, session: '' },
        opened: null,
        limits: serviceLimits(),
      })
    })
    return answer.finally(() => post(worker, { type: 'cancel' }))
  }

  /** Updates the books of the open session, or reads everything. */
  readBooks(session: SessionState, { isEverything = false } = {}): void {
    this.sessionIs(session)
    const { tasks, books } = this.#state
    const earlier = tasks.filter(({ kind }) => kind === 'books')
    if (!this.#session || session.mark === null || earlier.some(isRunning)) return
    for (const { id } of earlier) this.dismiss(id)
    const input: BooksRequest = {
      session: session.mark,
      service: serviceName(session.service),
      account: session.accountId,
      before: !isEverything && books?.session === session.mark ? books.books : null,
    }
    const words = { title: 'Books', format: '', about: '' }
    this.begin({ kind: 'books', ...words, session: session.mark, activity: null, input })
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
    const control = { signal: leaving.signal, onProgress: () => {} }
    const books = await this.ask<Books>('kept-books', input, control).catch(() => null)
    if (this.#opening !== opening) return
    this.#opening = null
    // Other books may have been read.
    if (this.#session?.mark !== session || lastReading.load().kept !== kept) return
    if (books) this.#set({ books: { books, kept, session } })
    else forgetKeptBooks()
  }

  #stopOpening(): void {
    this.#opening?.leaving.abort()
    this.#opening = null
  }

  /** Shows the books of a pack; `session` is its reader. Other books leave this tab but stay in the browser. */
  openBooks(session: SessionState, books: Books): void {
    this.sessionIs(session)
    if (session.mark !== null) this.#set({ books: { books, kept: null, session: session.mark } })
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
    this.#endWorker(id)
    this.#set({ tasks: this.#state.tasks.filter((each) => each !== task) })
  }

  /** After this, whoever signs in next finds nothing. */
  forget(): void {
    forgetKeptBooks()
    this.#dismissAll()
    this.#stopOpening()
    this.#set({ books: null })
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
    if (report.type === 'broken' || report.type === 'done') this.#endWorker(id)
    if (report.type === 'broken') this.#tellEnd(task, activityEnd(null))
    if (report.type !== 'done') return
    this.#saveAll({ ...task, outcome: report.outcome })
    if (task.kind === 'books') this.#booksRead(task, report.outcome.value as ReadBooks)
  }

  #booksRead({ id, session, pace }: Task, read: ReadBooks): void {
    const isWhole = read.books.update === null
    const seconds = isWhole ? Math.ceil((pace.spent + 1) / 1000) : lastReading.load().seconds
    lastReading.set({ session, seconds, kept: read.kept })
    // There was no room for all of them.
    if (read.kept === null) forgetKeptBooks()
    this.#set({ books: { ...read, session } })
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
    const worker = this.#workers.get(id)
    if (worker) post(worker, command)
  }

  #endWorker(id: string): void {
    this.#command(id, { type: 'cancel' })
    this.#workers.delete(id)
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

function post(worker: TaskWorker, command: TaskCommand): void {
  worker.postMessage(command)
}

function changesBy(report: Exclude<TaskReport, { type: 'limits' }>): Partial<Task> {
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

const notLoaded = 'The part of the console that does this could not be loaded.'
