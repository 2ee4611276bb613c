import { ApiError } from '../api/api-error.ts'
import { openSource } from '../api/pack-source.ts'
import type { Books } from '../books/books.ts'
import { type SessionState, serviceName } from '../contract/session.ts'
import { announce } from '../ui/inline.tsx'
import { forgetKeptBooks, lastReading } from './last-reading.ts'
import { activityEnd, saveBlob, tellGateway } from './made-file.ts'
import {
  begunTask,
  changedTask,
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

/** A worker, as far as it is used here. */
export type TaskWorker = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>

/** What there is of a task beside what is shown. */
interface Entry {
  readonly worker: TaskWorker
  /** When its files were handed to the browser; null where they were not. */
  savedAt: number | null
}

/**
 * The tasks of a tab, each in a worker of its own. A task belongs to the session in which it was begun: when that expires it waits for
 * the same key and account, and when another one is signed in it ends.
 */
export class WorkStore {
  readonly #entries = new Map<string, Entry>()
  readonly #publish: (state: WorkState) => void
  readonly #startWorker: () => TaskWorker
  #state: WorkState = { tasks: [], books: null }
  /** Null while nobody is signed in, as far as this tab knows. */
  #session: SessionState | null = null
  #begun = 0

  constructor(startWorker: () => TaskWorker, publish: (state: WorkState) => void) {
    this.#publish = publish
    this.#startWorker = startWorker
    window.addEventListener('pagehide', this.#leave)
  }

  /** Whether signing out would lose a file. */
  hasFilesToLose(): boolean {
    return this.#state.tasks.some(losesFile)
  }

  /** Begins a task, and gives its id. Its files are saved when it ends. */
  begin(request: TaskRequest): string {
    this.#begun += 1
    // Not a UUID, which pages of plain http cannot make: it only has to tell this one from others of the same session.
    const id = `${Date.now()}-${this.#begun}-${Math.random().toString(36).slice(2)}`
    const worker = this.#startWorker()
    this.#entries.set(id, { worker, savedAt: null })
    worker.onmessage = ({ data }: MessageEvent<TaskReport>) => this.#receive(id, data)
    // A script that could not be fetched has no text of its own.
    worker.onerror = ({ message }) =>
      this.#receive(id, { type: 'broken', message: message || notLoaded, error: null })
    const task = begunTask(id, request, Date.now())
    this.#set({ tasks: [task, ...this.#state.tasks] })
    const read = this.#state.books
    const source = openSource()
    const opened = source && read && { pack: source.pack, books: read.books }
    this.#command(id, { type: 'start', request, opened })
    if (task.activity) tellGateway(task.session, { state: 'begun', id, ...task.activity })
    if (task.kind !== 'kept-books') announce(`${nameOf(task)}: started.`)
    return id
  }

  /**
   * Has a worker do something for a page that waits for the answer. It has no row, and belongs to no session. The worker ends with the answer,
   * or when the signal is aborted.
   */
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
      post(worker, { type: 'start', request: { kind, input, session: '' }, opened: null })
    })
    return answer.finally(() => post(worker, { type: 'cancel' }))
  }

  /** Reads the books of the session that is open: what is new since they were read, or everything. */
  readBooks(session: SessionState, { isEverything = false } = {}): void {
    this.sessionIs(session)
    const { tasks, books } = this.#state
    const earlier = tasks.filter(({ kind }) => kind === 'books')
    if (!this.#session || session.mark === null || earlier.some(isRunning)) return
    for (const { id } of earlier) this.dismiss(id)
    this.begin({
      kind: 'books',
      title: 'Books',
      format: '',
      about: '',
      session: session.mark,
      activity: null,
      input: {
        session: session.mark,
        service: serviceName(session.service),
        account: session.accountId,
        before: !isEverything && books?.session === session.mark ? books.books : null,
      },
    })
  }

  /** Opens the books that a tab of this session has read and this browser keeps. */
  openKeptBooks(): void {
    const { session, kept } = lastReading.load()
    const { tasks, books } = this.#state
    const isKnown = books?.kept === kept || tasks.some(({ kind }) => kind === 'kept-books')
    if (session === null || session !== this.#session?.mark || kept === null || isKnown) return
    this.begin({
      kind: 'kept-books',
      title: 'Books',
      format: '',
      about: '',
      session,
      activity: null,
      input: { session, kept },
    })
  }

  /** Books of a pack that is open from now on; `session` stands for its reader. What belongs to others is forgotten here, and stays in the browser. */
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

  /** After a failure: goes on from where it stopped. */
  again(id: string): void {
    if (this.#find(id)?.phase !== 'held') return
    this.#command(id, { type: 'again' })
    this.#change(id, { phase: 'running', isPaused: false })
  }

  /** Goes on without the rest. */
  cut(id: string, { name, reason }: Task['progress']['cuts'][number]): void {
    const { error } = this.#find(id) ?? {}
    const why = error ? ` It had stopped because of an error: ${error.message}.` : ''
    this.#command(id, { type: 'cut', name, reason: `${reason}${why}` })
  }

  /** Hands one of its files to the browser again: it may have kept none, and nothing tells. */
  save(id: string, name: string): void {
    const entry = this.#entries.get(id)
    const task = this.#find(id)
    const file = task?.outcome?.files.find((each) => each.name === name)
    if (!entry || !file || task?.session !== this.#session?.mark) return
    entry.savedAt = Date.now()
    saveBlob(file.name, file.content)
  }

  /** Ends it without a file, or forgets one that has ended. */
  dismiss(id: string, savingTakes = savingMilliseconds): void {
    const task = this.#find(id)
    if (!task) return
    if (isRunning(task)) this.#tellEnd(task, activityEnd(null, 'cancelled'))
    // The browser may still be saving a file.
    const savedAt = this.#entries.get(id)?.savedAt ?? null
    const wait = savedAt === null ? 0 : Math.max(0, savedAt + savingTakes - Date.now())
    if (wait > 0) setTimeout(() => this.#end(id), wait)
    else this.#end(id)
    this.#set({ tasks: this.#state.tasks.filter((each) => each.id !== id) })
  }

  /** Nothing of it is left, whoever signs in next. */
  forget(): void {
    forgetKeptBooks()
    for (const task of this.#state.tasks) this.dismiss(task.id, leavingTakes(task))
    this.#set({ books: null })
  }

  /** Who is signed in. What waited for the same key and account goes on; what belongs to others is forgotten. */
  sessionIs(session: SessionState): void {
    const { mark } = session
    this.#session = session.signedIn && mark !== null ? session : null
    if (!this.#session) return
    if (this.#state.books && this.#state.books.session !== mark) this.#set({ books: null })
    const last = lastReading.load()
    if (last.kept !== null && last.session !== mark && !openSource()) forgetKeptBooks()
    for (const task of this.#state.tasks) {
      if (task.session !== mark) this.dismiss(task.id, leavingTakes(task))
      else if (isSignInNeeded(task)) this.again(task.id)
      else if (task.outcome && this.#entries.get(task.id)?.savedAt === null) this.#saveAll(task)
    }
  }

  #receive(id: string, report: TaskReport): void {
    const task = this.#find(id)
    if (!task) return
    this.#change(id, changesBy(report))
    // Nobody asked for kept books, so nobody is told that they cannot be opened.
    if (report.type === 'broken' && task.kind === 'kept-books') this.#booksRead(task, null)
    else if (report.type === 'broken') this.#tellEnd(task, activityEnd(null))
    if (report.type !== 'done') return
    this.#saveAll({ ...task, outcome: report.outcome })
    if (task.kind === 'books' || task.kind === 'kept-books')
      this.#booksRead(task, report.outcome.value as ReadBooks | null)
    // Nothing is left that needs its worker.
    else if (report.outcome.files.length === 0) this.#end(id)
  }

  #booksRead({ id, kind, session, pace }: Task, read: ReadBooks | null): void {
    const known = lastReading.load()
    if (kind === 'books' && read) {
      const isWhole = read.books.update === null
      const seconds = isWhole ? Math.ceil((pace.spent + 1) / 1000) : known.seconds
      lastReading.set({ session, seconds, kept: read.kept })
    }
    // There was no room for all of them, or an earlier session of the same reader kept them.
    if (!read?.kept) forgetKeptBooks()
    if (read && (kind === 'books' || read.kept === known.kept)) this.#set({ books: { ...read, session } })
    this.dismiss(id)
  }

  #saveAll(task: Task): void {
    if (task.session !== this.#session?.mark || !task.outcome) return
    if (task.outcome.ended) this.#tellEnd(task, task.outcome.ended)
    for (const { name } of task.outcome.files) this.save(task.id, name)
  }

  #tellEnd({ id, session, activity }: Task, end: NonNullable<NonNullable<Task['outcome']>['ended']>): void {
    // In no other session than its own.
    if (activity && session === this.#session?.mark)
      tellGateway(session, { state: 'ended', id, ...activity, ...end })
  }

  #change(id: string, changes: Partial<Task>): void {
    const before = this.#find(id)
    if (!before) return
    const after = changedTask(before, changes, Date.now())
    this.#set({ tasks: this.#state.tasks.map((each) => (each === before ? after : each)) })
    const words = after.kind === 'kept-books' ? null : newsOf(before, after)
    if (words !== null) announce(`${nameOf(after)}: ${words}`)
  }

  #find(id: string): Task | undefined {
    return this.#state.tasks.find((each) => each.id === id)
  }

  #command(id: string, command: TaskCommand): void {
    const { worker } = this.#entries.get(id) ?? {}
    if (worker) post(worker, command)
  }

  #end(id: string): void {
    this.#command(id, { type: 'cancel' })
    this.#entries.delete(id)
  }

  #set(changes: Partial<WorkState>): void {
    this.#state = { ...this.#state, ...changes }
    if (this.hasFilesToLose()) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
    this.#publish(this.#state)
  }

  /** What runs ends with the page, and what is there is let go, but for what the browser may be saving. */
  readonly #leave = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) for (const task of this.#state.tasks) this.dismiss(task.id, leavingTakes(task))
  }
}

/**
 * What starts the worker at this address. The policy, which the Content-Security-Policy names, admits that one script and nothing else,
 * so that no text ever becomes one.
 */
export function workerStarter(workerUrl: string): () => TaskWorker {
  const policy = window.trustedTypes?.createPolicy('worker', {
    createScriptURL(url) {
      if (url === workerUrl) return url
      throw new TypeError('No other script than this worker is started.')
    },
  })
  return () => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
}

/** What browsers with trusted types have, as far as it is used here; the types of TypeScript do not know it yet. */
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
  }
}

/** What those who listen are told: when a task is held up, goes on, and ends; not of each page. */
function newsOf(before: Task, { phase, isPaused, outcome }: Task): string | null {
  if (phase === before.phase && isPaused === before.isPaused) return null
  if (outcome) return `${outcome.title}. ${outcome.short}.`
  if (phase === 'broken') return 'failed.'
  if (phase === 'held') return 'stopped, and needs you.'
  if (isPaused) return 'paused.'
  return phase === 'waiting' ? 'waiting, continues by itself.' : 'continues.'
}

const nameOf = ({ title, format }: Task) => [title, format].filter(Boolean).join(', ')

/** How long a browser is given to save a file: it may be asking where to. Nothing tells when it is done. */
const savingMilliseconds = 60_000

/** The same for who leaves and wants nothing left behind: at five megabytes a second, and a little for the browser to begin. */
function leavingTakes({ outcome }: Task): number {
  const bytes = outcome?.files.reduce((sum, { content }) => sum + content.size, 0) ?? 0
  return 3_000 + bytes / 5_000
}

function losesFile(task: Task): boolean {
  return task.activity !== null && isRunning(task)
}

function received({ failure, at }: SentError): ApiError {
  return new ApiError(failure, at)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

const notLoaded = 'The part of the console that does this could not be loaded.'
