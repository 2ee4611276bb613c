import { openSource } from '../api/pack-source.ts'
import type { HeldBooks } from '../books/books.ts'
import type { SessionState } from '../contract/session.ts'
import { announce } from '../ui/inline.tsx'
import { forgetKeptBooks } from './last-reading.ts'
import { activityEnd, saveBlob, tellGateway } from './made-file.ts'
import { RecordsReading } from './records-reading.ts'
import {
  begunTask,
  changesBy,
  type HeldPack,
  hasEnded,
  hasFileToLose,
  isSignInNeeded,
  type Job,
  type JobReport,
  noDating,
  noWork,
  type PackInPlace,
  type Question,
  type SessionBooks,
  type Task,
  type TaskFile,
  type TaskOutcome,
  type TaskRequest,
  type WorkState,
} from './task.ts'
import { BookShelf, type TaskWorker, WorkerLink } from './workers.ts'

/**
 * A task belongs to one session. When that expires, it waits for the same key and account. When another session begins, it ends.
 * One worker holds books, and does and answers what needs them; each other task has a worker to itself.
 */
export class WorkStore {
  readonly #links = new Map<string, WorkerLink>()
  readonly #onSaved = new Map<string, (file: TaskFile) => void>()
  readonly #publish: (state: WorkState) => void
  readonly #startWorker: () => TaskWorker
  #state: WorkState = noWork
  /** Null while nobody is signed in, as far as this tab knows. */
  #session: SessionState | null = null
  #begun = 0
  readonly #shelf: BookShelf
  readonly #reading: RecordsReading

  constructor(startWorker: () => TaskWorker, publish: (state: WorkState) => void) {
    this.#publish = publish
    this.#startWorker = startWorker
    this.#shelf = new BookShelf(startWorker, (books) => this.#lost(books))
    this.#reading = new RecordsReading({
      shelf: this.#shelf,
      newId: () => this.#newId(),
      books: () => (this.#state.books?.session === this.#session?.mark ? this.#state.books : null),
      show: (books, again) => this.#show(books, again),
      publish: (reading) => this.#set({ reading }),
    })
    window.addEventListener('pagehide', this.#leave)
  }

  hasFilesToLose(): boolean {
    return this.#state.tasks.some(hasFileToLose)
  }

  /** Returns the task's id. Its files are saved when it ends, and `onSaved` hears of that. */
  begin(request: TaskRequest, onSaved?: (file: TaskFile) => void): string {
    const id = this.#newId()
    if (onSaved) this.#onSaved.set(id, onSaved)
    const task = begunTask(id, request)
    this.#set({ tasks: [task, ...this.#state.tasks] })
    void this.#start(id, request)
    if (task.activity) tellGateway(task.session, { state: 'begun', id, ...task.activity })
    announce(`${nameOf(task)}: started.`)
    return id
  }

  async #start(id: string, request: TaskRequest): Promise<void> {
    const hear = (report: JobReport) => this.#receive(id, report)
    const opened = this.#packInPlace()
    const start = (link: WorkerLink) => {
      this.#links.set(id, link)
      link.start(id, request, opened, hear)
    }
    if (!opened && request.books === undefined) return start(new WorkerLink(this.#startWorker()))
    const needed = [...(opened ? [opened.books] : []), ...(request.books ?? [])]
    try {
      // Not even for a moment where they are there: what is told next finds the task begun.
      if (!needed.every((books) => this.#shelf.has(books))) await this.#shelf.bring(needed)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return hear({ type: 'broken', message, error: null })
    }
    if (this.#find(id)) start(this.#shelf.link())
  }

  async askBooks(question: Question, signal: AbortSignal): Promise<unknown> {
    let isDating = false
    const onReport = (report: JobReport) => {
      isDating ||= report.type === 'progress'
      if (isDating && report.type !== 'done')
        this.#set({ dating: { ...noDating, ...this.#state.dating, ...changesBy(report) } })
    }
    try {
      return await this.#shelf.ask(this.#newId(), question, this.#packInPlace(), { signal, onReport })
    } finally {
      if (isDating) this.#set({ dating: null })
    }
  }

  /** Opens the books of a checked pack in their worker; `release` forgets them. */
  async openPack(checked: unknown, session: string, signal: AbortSignal): Promise<HeldPack> {
    const again: Job = { kind: 'open', input: checked }
    const id = this.#newId()
    const pack = await this.#shelf.hold<HeldPack>(id, again, signal)
    this.#shelf.keep(id, { session, again })
    return pack
  }

  release(books: string): void {
    this.#shelf.release(books)
  }

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

  #lost(books: string): void {
    if (this.#state.earlier?.pack.books.id === books) this.#set({ earlier: null })
    if (this.#state.books?.books.id !== books) return
    this.#set({ books: null })
    void this.#reading.openKept()
  }

  #newId(): string {
    this.#begun += 1
    // Pages over plain HTTP cannot make a UUID. This one only has to be unique in its session.
    return `${Date.now()}-${this.#begun}-${Math.random().toString(36).slice(2)}`
  }

  get reading(): Pick<RecordsReading, 'read' | 'again' | 'wake' | 'need'> {
    return this.#reading
  }

  /** Shows the books of a pack; `session` is its reader. Other books leave this tab but stay in the browser. */
  openBooks(session: SessionState, books: HeldBooks): void {
    const { mark } = session
    if (mark === null) return
    // So that they outlive the session before.
    this.#shelf.hand(books.id, mark)
    this.sessionIs(session)
    this.#show({ books, kept: null, session: mark })
  }

  /** By default, how to have them again is known. */
  #show(read: SessionBooks, again?: Job | null): void {
    const before = this.#state.books?.books.id
    if (again !== undefined) this.#shelf.keep(read.books.id, { session: read.session, again })
    this.#set({ books: read })
    if (before !== undefined && before !== read.books.id) this.release(before)
  }

  again(id: string): void {
    if (this.#find(id)?.phase !== 'held') return
    this.#links.get(id)?.tell(id, { type: 'again' })
    this.#change(id, changesBy({ type: 'running' }))
  }

  /** Saves its file again. The browser may not have kept it, and no event says so. */
  save(id: string): void {
    const { session, outcome } = this.#find(id) ?? {}
    if (outcome && session === this.#session?.mark) saveBlob(outcome.file.name, outcome.file.content)
  }

  /** Ends a task without a file, or removes a finished one. */
  dismiss(id: string): void {
    const task = this.#find(id)
    if (!task) return
    if (!hasEnded(task)) this.#tellEnd(task, activityEnd(null, 'cancelled'))
    this.#endWork(id)
    this.#onSaved.delete(id)
    this.#set({ tasks: this.#state.tasks.filter((each) => each !== task) })
  }

  /** After this, whoever signs in next finds nothing. */
  forget(): void {
    forgetKeptBooks()
    this.#dismissAll()
    this.#reading.end()
    this.#shelf.end()
    this.#set({ books: null, earlier: null })
  }

  #dismissAll(): void {
    for (const { id } of this.#state.tasks) this.dismiss(id)
  }

  /** Continues tasks that wait for this key and account, and ends those of others. */
  sessionIs(session: SessionState): void {
    const { mark } = session
    this.#session = session.signedIn && mark !== null ? session : null
    this.#reading.follow(this.#session)
    if (!this.#session) return
    if (this.#state.books && this.#state.books.session !== mark) this.#set({ books: null })
    if (this.#state.earlier && this.#state.earlier.session !== mark) this.#set({ earlier: null })
    this.#shelf.releaseOthers(mark ?? '')
    for (const task of this.#state.tasks) {
      if (task.session !== mark) this.dismiss(task.id)
      else if (isSignInNeeded(task)) this.again(task.id)
      else this.#saveAll(task)
    }
  }

  #receive(id: string, report: JobReport): void {
    const task = this.#find(id)
    if (!task) return
    if (report.type === 'done') {
      // What has a row gives an outcome.
      const outcome = report.value as TaskOutcome
      this.#change(id, { phase: 'done', waiting: null, error: null, outcome })
      this.#endWork(id)
      this.#saveAll({ ...task, outcome })
      return
    }
    this.#change(id, changesBy(report))
    if (report.type !== 'broken') return
    this.#endWork(id)
    this.#tellEnd(task, activityEnd(null))
  }

  #saveAll(task: Task): void {
    if (!task.outcome || task.isSaved || task.session !== this.#session?.mark) return
    this.#tellEnd(task, task.outcome.ended)
    this.save(task.id)
    this.#change(task.id, { isSaved: true })
    this.#onSaved.get(task.id)?.(task.outcome.file)
    this.#onSaved.delete(task.id)
  }

  #tellEnd({ id, session, activity }: Task, end: TaskOutcome['ended']): void {
    // Only in its own session.
    if (activity && session === this.#session?.mark)
      tellGateway(session, { state: 'ended', id, ...activity, ...end })
  }

  #change(id: string, changes: Partial<Task>): void {
    const before = this.#find(id)
    if (!before) return
    const after = { ...before, ...changes }
    this.#set({ tasks: this.#state.tasks.map((each) => (each === before ? after : each)) })
    const words = newsOf(before, after)
    if (words !== null) announce(`${nameOf(after)}: ${words}`)
  }

  #find(id: string): Task | undefined {
    return this.#state.tasks.find((each) => each.id === id)
  }

  #endWork(id: string): void {
    const link = this.#links.get(id)
    this.#links.delete(id)
    if (this.#shelf.isLink(link)) link?.forget(id)
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

/** For screen readers: when a task stops, continues or ends, but not for each page. */
function newsOf(before: Task, { phase, outcome }: Task): string | null {
  if (phase === before.phase) return null
  if (outcome) return `${outcome.title}. ${outcome.short}.`
  if (phase === 'broken') return 'failed.'
  if (phase === 'held') return 'stopped, needs attention.'
  return phase === 'waiting' ? 'waiting, continues by itself.' : 'continues.'
}

const nameOf = ({ title, format }: Task) => [title, format].filter(Boolean).join(', ')

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
