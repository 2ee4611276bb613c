/** The page's side of a worker: what is asked of it, and who hears what it reports. */
import { learnProfile } from '../api/service-profile.ts'
import { joined, type Piece } from './pieces.ts'
import type {
  TaskCommand,
  TaskControl,
  TaskReport,
  TaskStart,
  WorkerAlive,
  WorkerMessage,
  WorkerProfile,
  WorkerReport,
} from './task.ts'

export type TaskWorker = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'>

export class WorkerLink {
  readonly #worker: TaskWorker
  readonly #hearers = new Map<string, (report: TaskReport) => void>()
  readonly #onGone: () => void
  readonly #ended = new AbortController()

  /** `onGone` is called once if the worker ends by itself. */
  constructor(worker: TaskWorker, onGone: () => void) {
    this.#worker = worker
    this.#onGone = onGone
    worker.onmessage = ({ data }: MessageEvent<WorkerAlive | WorkerProfile | WorkerReport>) => {
      if ('lock' in data) this.#watch(data.lock)
      else if ('profile' in data) learnProfile(data.profile)
      else this.#hear(data)
    }
    // If its script failed to load, the event has no text.
    worker.onerror = ({ message }) => this.#fail(message || notLoaded)
  }

  /** Until the task or question ends, or is forgotten. */
  send(id: string, command: TaskCommand, hear: (report: TaskReport) => void): void {
    this.#hearers.set(id, hear)
    this.command(id, command)
  }

  command(id: string, command: TaskCommand): void {
    this.#post({ id, command })
  }

  forget(id: string): void {
    if (this.#hearers.delete(id)) this.command(id, { type: 'cancel' })
  }

  release(books: string): void {
    this.#post({ released: books })
  }

  end(): void {
    this.#hearers.clear()
    this.#ended.abort()
    this.#worker.terminate()
  }

  #hear({ id, report }: WorkerReport): void {
    const hear = this.#hearers.get(id)
    if (isLast(report)) this.#hearers.delete(id)
    hear?.(report)
  }

  #post(message: WorkerMessage): void {
    this.#worker.postMessage(message)
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

function isLast({ type }: TaskReport): boolean {
  return type === 'broken' || type === 'done' || type === 'answer'
}

const notLoaded = 'The part of the console that does this could not be loaded.'
const endedItself = 'The part of the console that does this has ended. The browser may be short of memory.'

/** Throws the signal's reason, or what broke as a sentence. */
export function answered<Value>(
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

/** Of a task that asks no service. */
export function startOf(request: TaskStart): TaskCommand {
  return { type: 'start', request, opened: null, profile: null }
}
