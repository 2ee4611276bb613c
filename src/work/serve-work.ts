/** The worker's side: does jobs, several at a time, and holds the books that they leave. */

import { packSource, type ReadAnswer, readFrom } from '../api/pack-source.ts'
import { type RunOptions, run } from '../api/retries.ts'
import {
  learnSessionProfile,
  onProfileLearned,
  profileOfSession,
  type SessionProfile,
} from '../api/service-profile.ts'
import { answerFromBooks } from '../books/answer.ts'
import { type Books, type HeldBooks, heldBooks } from '../books/books.ts'
import { consoleAnswer } from '../books/console-answer.ts'
import { dividedBooks } from '../books/edges.ts'
import { type OnPlaced, readEdges } from '../books/reading/read-edges.ts'
import type { Edge } from '../books/transaction-table.ts'
import { ApiError } from '../contract/api-error.ts'
import { counted, countText } from '../contract/count-text.ts'
import {
  type Job,
  type JobReport,
  type PackInPlace,
  type Question,
  type RunTask,
  type StartCommand,
  sentError,
  splitAnswer,
  type TaskControl,
  type TaskProgress,
  type WorkerMessage,
  type WorkerReport,
} from './task.ts'
import type { ViewControl, ViewLoaders } from './views.ts'

/** Only the requested task is loaded. */
export type TaskLoaders = Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: each task takes an input of its own, which the page that begins it hands over
  Record<Exclude<Job['kind'], 'view'>, () => Promise<RunTask<any, unknown>>>
>

export function serveWork(loaders: TaskLoaders, views: ViewLoaders): void {
  const running = new Map<string, RunningJob>()
  const shelf = new WorkerShelf()

  async function begin(id: string, { job, opened, profile }: StartCommand): Promise<void> {
    const task = new RunningJob(id, job.books ?? [])
    running.set(id, task)
    try {
      followProfile(profile)
      if (opened) shelf.readPack(opened)
      const value =
        job.kind === 'view'
          ? // What is asked by this name is a question.
            await viewed(views, job.input as Question, task, shelf)
          : await (await loaded(loaders[job.kind]))(job.input, controlOf(task, shelf))
      task.tell({ type: 'done', value })
    } catch (error) {
      const isApi = error instanceof ApiError
      task.tell({
        type: 'broken',
        message: isApi ? null : error instanceof Error ? error.message : String(error),
        error: isApi ? sentError(error) : null,
      })
    } finally {
      running.delete(id)
      if (task.signal.aborted) shelf.forget(id)
      forgetReleased()
    }
  }

  function forgetReleased(): void {
    shelf.forgetReleased(new Set([...running.values()].flatMap(({ books }) => books)))
  }

  self.addEventListener('message', ({ data: { id, command } }: MessageEvent<WorkerMessage>) => {
    switch (command.type) {
      case 'start':
        void begin(id, command)
        break
      case 'cancel':
        running.get(id)?.cancel()
        break
      case 'again':
        running.get(id)?.again()
        break
      case 'release':
        shelf.release(id)
        forgetReleased()
    }
  })
  void stayAlive()
}

/** Long lists of the answer are told before it, in pieces. */
async function viewed(
  views: ViewLoaders,
  { view, books, input }: Question,
  task: RunningJob,
  shelf: WorkerShelf,
): Promise<unknown> {
  const { signal } = task
  const options = {
    ...{ signal, onWait: waitTeller(task) },
    onPlaced: (...placed: Parameters<OnPlaced>) => task.tellProgress(placingProgress(...placed)),
  }
  await loaded<unknown>(views[view])
  // Whoever cancels it meanwhile is heard.
  await turn()
  signal.throwIfAborted()
  const control: ViewControl = {
    find: shelf.find,
    divide: (edges, wanted) => shelf.divide(books, edges, wanted, options),
    async ask(name, asked) {
      const load: () => Promise<(books: Books, input: never, control: ViewControl) => unknown> = views[name]
      // The page asks each view with its own input.
      return await (await load())(shelf.find(books), asked as never, control)
    },
  }
  const answer = await control.ask(view, input)
  const { head, pieces } = splitAnswer(answer)
  for (const piece of pieces) task.tell({ type: 'piece', piece })
  return head
}

function controlOf(task: RunningJob, shelf: WorkerShelf): TaskControl {
  const { id, signal } = task
  const options: RunOptions = { signal, retries, onWait: waitTeller(task) }
  return {
    ...options,
    find: shelf.find,
    divide: (books, edges, wanted) => shelf.divide(books, edges, wanted, options),
    hold: (books, session) => shelf.hold(id, books, session),
    onBooks: (books, session) =>
      task.tell({ type: 'books', books: shelf.hold(`${id} so far`, books, session) }),
    onProgress: (progress) => task.tellProgress(progress),
    async onFailure(error) {
      const again = task.untilAgain()
      task.tell({ type: 'held', error: sentError(error) })
      await again
      task.tell({ type: 'running' })
    },
  }
}

function waitTeller(task: RunningJob): NonNullable<RunOptions['onWait']> {
  return (waiting) =>
    task.tell(
      waiting
        ? { type: 'waiting', until: waiting.until, error: sentError(waiting.error) }
        : { type: 'running' },
    )
}

function placingProgress(placed: number, all: number | null): TaskProgress {
  const text =
    all === null
      ? `${counted(placed, 'transaction')} so far`
      : `${countText(placed)} of ${counted(all, 'transaction')}`
  return { text: `Finding dates: ${text}`, part: null, hasBegun: true }
}

/** Retries for about a quarter of an hour before the reader has to ask. */
const retries = 20

export class RunningJob {
  readonly id: string
  readonly books: readonly string[]
  readonly #cancelled = new AbortController()
  #goOn = () => {}
  /** One promise for all requests that failed meanwhile. */
  #again: Promise<void> | null = null
  #progress: TaskProgress | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(id: string, books: readonly string[]) {
    this.id = id
    this.books = books
  }

  get signal(): AbortSignal {
    return this.#cancelled.signal
  }

  cancel(): void {
    this.#cancelled.abort()
  }

  again(): void {
    this.#again = null
    this.#goOn()
  }

  untilAgain(): Promise<void> {
    this.#again ??= new Promise((resolve) => {
      this.#goOn = resolve
    })
    return this.#again
  }

  /** Nothing is told of a job that was cancelled. */
  tell(report: JobReport): void {
    this.#tellLatest()
    if (!this.signal.aborted) post({ id: this.id, report })
  }

  /** The first is told at once, then one a second: each interrupts the page while it draws, and a slow computer would never come to its end. */
  tellProgress(progress: TaskProgress): void {
    this.#progress = progress
    if (this.#timer === undefined) this.#tellInTurn()
  }

  #tellInTurn(): void {
    const isAny = this.#progress !== null
    this.#tellLatest()
    if (isAny) this.#timer = setTimeout(() => this.#tellInTurn(), 1000)
  }

  #tellLatest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const progress = this.#progress
    this.#progress = null
    if (progress) this.tell({ type: 'progress', progress })
  }
}

class WorkerShelf {
  /** By id. An open pack has no session, and nobody is asked about its books. */
  readonly #books = new Map<string, { readonly books: Books; readonly session: string | undefined }>()
  /** Books that are forgotten once no job uses them: an update may have replaced them. */
  readonly #released = new Set<string>()
  #dating: Promise<unknown> = Promise.resolve()

  readonly find = (id: string): Books => {
    const held = this.#books.get(id)
    if (!held) throw new Error('These records are no longer in memory.')
    return held.books
  }

  hold(id: string, books: Books, session?: string): HeldBooks {
    this.#books.set(id, { books, session })
    return heldBooks(id, books)
  }

  /** One after the other, so that none asks for what another is about to know. */
  async divide(
    id: string,
    edges: readonly Edge[],
    wanted: ReadonlySet<string> | undefined,
    { onPlaced, ...options }: RunOptions & { readonly onPlaced?: OnPlaced },
  ): Promise<Books> {
    const session = this.#books.get(id)?.session
    if (session === undefined) return dividedBooks(this.find(id), edges)
    const reading = this.#dating.then(async () => {
      const read = await run(readEdges(this.find(id), edges, wanted, onPlaced), { ...options, session })
      if (this.#books.has(id)) this.hold(id, read, session)
      return read
    })
    this.#dating = reading.catch(() => {})
    return dividedBooks(await reading, edges)
  }

  readPack({ books, about }: PackInPlace): void {
    const read = this.find(books)
    const answerBy = (answer: (books: Books, target: string) => ReadAnswer) => async (target: string) => {
      await turn()
      return answer(read, target)
    }
    readFrom(
      packSource(read, about, '', {
        answer: answerBy(answerFromBooks),
        answerConsole: answerBy(consoleAnswer),
      }),
    )
  }

  release(id: string): void {
    this.#released.add(id)
  }

  forgetReleased(used: ReadonlySet<string>): void {
    for (const id of this.#released) if (!used.has(id)) this.forget(id)
  }

  forget(id: string): void {
    this.#released.delete(id)
    this.#books.delete(id)
  }
}

/** What the page knows of the service, and the other way round. Sessions may follow each other in one worker. */
function followProfile(profile: SessionProfile): void {
  profileOfSession(profile.session)
  learnSessionProfile(profile)
  onProfileLearned((learned) => post({ profile: learned }))
}

/** Lets messages in: a question that waits, or a cancellation. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new Error('The part of the console that does this could not be loaded.', { cause })
  }
}

/** A worker that ends tells nobody, but it gives up its lock. */
async function stayAlive(): Promise<void> {
  if (!navigator.locks) return post({ lock: null })
  const lock = `custody-console.worker ${crypto.randomUUID()}`
  await navigator.locks.request(lock, () => {
    post({ lock })
    return new Promise(() => {})
  })
}

function post(report: WorkerReport): void {
  self.postMessage(report)
}
