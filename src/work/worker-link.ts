/** The page's side of a worker: what is asked of it, and who hears what it reports. */
import { learnProfile, serviceProfile } from '../api/service-profile.ts'
import { joinPieces, type Piece } from './pieces.ts'
import type { Job, JobReport, PackInPlace, WorkerMessage, WorkerReport } from './task.ts'

export type TaskWorker = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'>

export class WorkerLink {
  readonly #worker: TaskWorker
  readonly #hearers = new Map<string, (report: JobReport) => void>()
  readonly #onGone: () => void
  readonly #ended = new AbortController()

  constructor(worker: TaskWorker, onGone: () => void = () => {}) {
    this.#worker = worker
    this.#onGone = onGone
    worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => {
      if ('lock' in data) this.#watch(data.lock)
      else if ('profile' in data) learnProfile(data.profile)
      else this.#hear(data.id, data.report)
    }
    // If its script failed to load, the event has no text.
    worker.onerror = ({ message }) => this.#fail(message || notLoaded)
  }

  start(id: string, job: Job, opened: PackInPlace | null, hear: (report: JobReport) => void): void {
    this.#hearers.set(id, hear)
    const { kind, input, books = [] } = job
    this.tell(id, { type: 'start', job: { kind, input, books }, opened, profile: serviceProfile() })
  }

  /** The value of a job. Throws the signal's reason, or what broke as a sentence. */
  async value<Value>(
    id: string,
    job: Job,
    opened: PackInPlace | null,
    { signal, onReport }: { readonly signal: AbortSignal; readonly onReport?: (report: JobReport) => void },
  ): Promise<Value> {
    const pieces: Piece[] = []
    try {
      return await new Promise<Value>((resolve, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        this.start(id, job, opened, (report) => {
          onReport?.(report)
          if (report.type === 'piece') pieces.push(report.piece)
          // What a view or a task gives is what its name says.
          else if (report.type === 'done') resolve(joinPieces(report.value, pieces) as Value)
          else if (report.type === 'broken')
            reject(new Error(report.message ?? report.error?.failure.message))
        })
      })
    } finally {
      this.forget(id)
    }
  }

  tell(id: string, command: WorkerMessage['command']): void {
    this.#worker.postMessage({ id, command } satisfies WorkerMessage)
  }

  forget(id: string): void {
    if (this.#hearers.delete(id)) this.tell(id, { type: 'cancel' })
  }

  end(): void {
    this.#hearers.clear()
    this.#ended.abort()
    this.#worker.terminate()
  }

  #hear(id: string, report: JobReport): void {
    const hear = this.#hearers.get(id)
    if (report.type === 'broken' || report.type === 'done') this.#hearers.delete(id)
    hear?.(report)
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

const notLoaded = 'The part of the console that does this could not be loaded.'
const endedItself = 'The part of the console that does this has ended. The browser may be short of memory.'
