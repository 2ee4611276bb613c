/** The worker's side: does tasks and answers questions, several at a time, and holds the books that they leave. */
import { ApiError } from '../api/api-error.ts'
import { readFrom } from '../api/pack-source.ts'
import { type RunOptions, run, type Waiting } from '../api/retries.ts'
import {
  learnProfile,
  onProfileLearned,
  profileOfSession,
  type ServiceProfile,
} from '../api/service-profile.ts'
import { answerFromBooks } from '../books/answer.ts'
import { type Books, type HeldBooks, heldBooks } from '../books/books.ts'
import { dividedBooks } from '../books/edges.ts'
import { readEdges } from '../books/reading/read-edges.ts'
import type { Edge } from '../books/transaction-table.ts'
import { createHold } from './hold.ts'
import { packSource } from './pack-session.ts'
import { inPieces } from './pieces.ts'
import type {
  PackInPlace,
  Question,
  RunTask,
  SentError,
  TaskCommand,
  TaskControl,
  TaskProgress,
  TaskReport,
  TaskRequest,
  TaskStart,
  WorkerAlive,
  WorkerMessage,
  WorkerProfile,
  WorkerReport,
} from './task.ts'
import { askView, type ViewLoaders } from './views.ts'

/** Only the requested task is loaded. */
export type TaskLoaders = Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: each task takes an input of its own, which the page that begins it hands over
  Record<TaskRequest['kind'], () => Promise<RunTask<any>>>
>

/** What of a task or question can be told while it runs. */
interface Running {
  readonly cancelled: AbortController
  readonly hold: ReturnType<typeof createHold>
  /** Ids of the books that it uses until it ends. */
  readonly books: readonly string[]
}

export function serveWork(loaders: TaskLoaders, views: ViewLoaders): void {
  const running = new Map<string, Running>()
  const shelf = new Map<string, Books>()
  /** By id, the session in which books of the account may be asked about. An open pack has none. */
  const sessions = new Map<string, string>()
  /** Books that are forgotten once no task uses them: an update may have replaced them. */
  const released = new Set<string>()
  let dating: Promise<unknown> = Promise.resolve()

  self.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if ('released' in data) {
      released.add(data.released)
      forgetReleased()
    } else obey(data.id, data.command)
  })
  void stayAlive()

  function obey(id: string, command: TaskCommand): void {
    const task = running.get(id)
    switch (command.type) {
      case 'start':
        if (command.profile) knowProfile(command.profile)
        void begin(id, command.request.books, (task) => done(id, command.request, command.opened, task))
        break
      case 'ask':
        knowProfile(command.profile)
        void begin(id, [], (task) => answer(id, command.question, command.opened, task))
        break
      case 'cancel':
        task?.cancelled.abort()
        break
      case 'again':
        task?.hold.again()
    }
  }

  async function begin(
    id: string,
    books: readonly string[] | undefined,
    work: (task: Running) => Promise<void>,
  ): Promise<void> {
    const task: Running = { cancelled: new AbortController(), hold: createHold(), books: books ?? [] }
    running.set(id, task)
    try {
      await work(task)
    } catch (error) {
      if (task.cancelled.signal.aborted) return
      const isApi = error instanceof ApiError
      tell(id, {
        type: 'broken',
        message: isApi ? null : error instanceof Error ? error.message : String(error),
        error: isApi ? sentError(error) : null,
      })
    } finally {
      running.delete(id)
      if (task.cancelled.signal.aborted) forget(id)
      forgetReleased()
    }
  }

  async function answer(
    id: string,
    { view, books, input }: Question,
    opened: PackInPlace | null,
    { cancelled: { signal } }: Running,
  ): Promise<void> {
    if (opened) readPack(opened)
    await loaded<unknown>(views[view])
    // Whoever cancels it meanwhile is heard.
    await turn()
    signal.throwIfAborted()
    const { head, pieces } = inPieces(
      await askView(views, view, found(books), input, {
        find: found,
        divide: (edges, wanted) => divide(books, edges, wanted, { signal }),
      }),
    )
    signal.throwIfAborted()
    for (const piece of pieces) tell(id, { type: 'piece', piece })
    tell(id, { type: 'answer', value: head })
  }

  async function done(
    id: string,
    { kind, input }: TaskStart,
    opened: PackInPlace | null,
    { cancelled, hold }: Running,
  ): Promise<void> {
    if (opened) readPack(opened)
    const perform = await loaded(loaders[kind])
    const progress = progressTeller(id)
    const onWait = (waiting: Waiting | null) =>
      tellInOrder(
        waiting
          ? { type: 'waiting', until: waiting.until, error: sentError(waiting.error) }
          : { type: 'running' },
      )
    const control: TaskControl = {
      signal: cancelled.signal,
      opened: opened && { books: found(opened.books), about: opened.about },
      find: found,
      divide: (books, edges, wanted) =>
        divide(books, edges, wanted, { signal: cancelled.signal, retries, onWait }),
      hold: (books, session) => held(id, books, session),
      onBooks: (books, session) =>
        tellInOrder({ type: 'books', books: held(`${id} so far`, books, session) }),
      retries,
      onProgress: progress.tell,
      onWait,
      async onFailure(error) {
        const again = hold.untilAgain()
        tellInOrder({ type: 'held', error: sentError(error) })
        await again
        tellInOrder({ type: 'running' })
      },
    }
    const tellInOrder = (report: TaskReport) => {
      progress.flush()
      if (!cancelled.signal.aborted) tell(id, report)
    }
    try {
      tellInOrder({ type: 'done', outcome: await perform(input, control) })
    } finally {
      progress.flush()
    }
  }

  function held(id: string, books: Books, session?: string): HeldBooks {
    shelf.set(id, books)
    if (session !== undefined) sessions.set(id, session)
    return heldBooks(id, books)
  }

  /** In place of the gateway, for whatever this worker asks. */
  function readPack({ books, about }: PackInPlace): void {
    const read = found(books)
    readFrom(
      packSource(read, about, '', async (path) => {
        await turn()
        return answerFromBooks(read, path)
      }),
    )
  }

  function forgetReleased(): void {
    const used = new Set([...running.values()].flatMap(({ books }) => books))
    for (const id of released) {
      if (used.has(id)) continue
      released.delete(id)
      forget(id)
    }
  }

  function forget(id: string): void {
    shelf.delete(id)
    sessions.delete(id)
  }

  /** One after the other, so that none asks for what another is about to know. */
  async function divide(
    id: string,
    edges: readonly Edge[],
    wanted: ReadonlySet<string> | undefined,
    options: RunOptions,
  ): Promise<Books> {
    const session = sessions.get(id)
    if (session === undefined) return dividedBooks(found(id), edges)
    const reading = dating.then(async () => {
      const read = await run(readEdges(found(id), edges, wanted), { ...options, session })
      if (shelf.has(id)) shelf.set(id, read)
      return read
    })
    dating = reading.catch(() => {})
    return dividedBooks(await reading, edges)
  }

  function found(id: string): Books {
    const books = shelf.get(id)
    if (!books) throw new Error('These books are no longer in memory.')
    return books
  }
}

/** What the page knows of the service, and the other way round. Sessions may follow each other in one worker. */
function knowProfile(profile: ServiceProfile): void {
  profileOfSession(profile.session)
  learnProfile(profile)
  onProfileLearned((learned) => self.postMessage({ profile: learned } satisfies WorkerProfile))
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
  const tellAlive = (lock: string | null) => self.postMessage({ lock } satisfies WorkerAlive)
  if (!navigator.locks) return tellAlive(null)
  const lock = `custody-console.worker ${crypto.randomUUID()}`
  await navigator.locks.request(lock, () => {
    tellAlive(lock)
    return new Promise(() => {})
  })
}

/** Retries for about a quarter of an hour before the reader has to ask. */
const retries = 20

function sentError({ failure, at }: ApiError): SentError {
  return { failure, at }
}

/** The first is told at once, then one a second: each interrupts the page while it draws, and a slow computer would never come to its end. */
function progressTeller(id: string) {
  let untold: TaskProgress | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (untold) tell(id, { type: 'progress', progress: untold })
    untold = null
  }
  const tellSome = () => {
    const isAny = untold !== null
    flush()
    if (isAny) timer = setTimeout(tellSome, pause)
  }
  return {
    flush,
    tell(progress: TaskProgress) {
      untold = progress
      if (timer === undefined) tellSome()
    },
  }
}

/** Milliseconds. */
const pause = 1000

function tell(id: string, report: TaskReport): void {
  self.postMessage({ id, report } satisfies WorkerReport)
}
