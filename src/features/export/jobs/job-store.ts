/** The exports of a tab: which there are, and what can be done about each. They go on whatever page is shown. */
import { ApiError } from '../../../api/api-error.ts'
import type { SessionState } from '../../../contract/session.ts'
import { factsFileName, writeFacts } from '../../../files/facts.ts'
import {
  begunJob,
  changedJob,
  type ExportCommand,
  type ExportJob,
  type ExportReport,
  fileNameOf,
  isRunning,
  type JobRequest,
  type SentError,
} from './job.ts'
import { saveBlob, saveFile } from './save-file.ts'
import { aboutJob, ended, type TellActivity } from './tell-gateway.ts'
import { trayWords } from './words.ts'

/**
 * The store of a tab's exports, in the shape that `useSyncExternalStore` wants. Each export belongs to the session in which it was
 * begun. When that session expires it waits for the same key and account; when another one is signed in it ends without a file.
 */
export interface ExportJobs {
  subscribe(changed: () => void): () => void
  /** All exports, newest first; the same array as long as nothing changes. */
  getSnapshot(): readonly ExportJob[]
  /** Whether leaving the page would lose any. */
  hasRunning(): boolean
  /** Begins one, and gives its id. The files are saved when it ends. A pack has a worker of its own kind. */
  start(request: JobRequest, startOwn?: StartWorker): string
  pause(id: string): void
  resume(id: string): void
  /** After a failure: goes on from where it stopped. */
  retry(id: string): void
  /** Ends it with what was read so far, as a partial file. */
  finish(id: string): void
  /** While dates are found: goes on with those that were. */
  skipDates(id: string): void
  /**
   * Ends it without a file, or forgets one that has ended; the browser's room for it is given back, later where the browser may
   * still be saving the file.
   */
  dismiss(id: string): void
  /** All of them: whoever signs in next must not see them. */
  dismissAll(): void
  /**
   * Hands the file, or the facts, to the browser once more: it may have kept neither, and nothing tells. Only while the reader is
   * signed in.
   */
  save(id: string, what: 'file' | 'facts'): void
  /**
   * Tells who is signed in. What waited for the same key and account of the same service goes on, and what was read to its end
   * meanwhile is saved. What belongs to another one is dismissed.
   */
  sessionIs(session: Pick<SessionState, 'signedIn' | 'mark'>): void
}

/** Starts what does one job. */
export type StartWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** Makes a store over workers from `startWorker`, which tells of what begins and ends. */
export function createExportJobs(startWorker: StartWorker, tell: TellActivity): ExportJobs {
  const entries = new Map<
    string,
    { worker: ReturnType<StartWorker>; file: Blob | null; savedAt: number | null }
  >()
  const listeners = new Set<() => void>()
  let snapshot: readonly ExportJob[] = []
  let reader: string | null = null
  /** Whether the reader is signed in now, as far as this tab knows. */
  let isPresent = false

  const hasRunning = () => snapshot.some(isRunning)
  const publish = (next: readonly ExportJob[]) => {
    snapshot = next
    if (hasRunning()) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
    for (const changed of listeners) changed()
  }
  const find = (id: string) => snapshot.find((each) => each.id === id)
  const change = (id: string, changes: Partial<ExportJob>) =>
    publish(snapshot.map((each) => (each.id === id ? changedJob(each, changes) : each)))
  const command = (id: string, message: ExportCommand) => entries.get(id)?.worker.postMessage(message)
  const save = (id: string, what: 'file' | 'facts') => {
    const entry = entries.get(id)
    const { request, facts } = find(id) ?? {}
    if (!isPresent || !entry?.file || !request || !facts) return
    if (what === 'facts')
      return saveFile(factsFileName(facts.file.name), 'application/json', writeFacts(facts))
    entry.savedAt = Date.now()
    saveBlob(fileNameOf(request, facts), entry.file)
  }
  const tellEnd = (id: string, end?: 'failed' | 'cancelled') => {
    const { request, facts } = find(id) ?? {}
    const how = end ?? facts
    // In no other session than its own.
    if (isPresent && request?.session === reader && how)
      tell(request.session, ended(aboutJob(id, request), how))
  }
  const saveBoth = (id: string) => {
    tellEnd(id)
    save(id, 'file')
    // A pack has all facts within.
    if (find(id)?.request.format !== 'zip') save(id, 'facts')
  }

  const giveUp = (id: string) => {
    const running = find(id)
    if (running && isRunning(running)) tellEnd(id, 'cancelled')
    command(id, { type: 'cancel' })
    entries.delete(id)
  }
  const dismiss = (id: string, takes = savingTakes) => {
    const entry = entries.get(id)
    if (!entry) return
    const wait = stillSaving(entry, takes)
    if (wait > 0) setTimeout(() => giveUp(id), wait)
    else giveUp(id)
    publish(snapshot.filter((each) => each.id !== id))
  }
  /** What runs ends with the page, and what is there is let go, but for what the browser may be saving. */
  const leave = ({ persisted }: PageTransitionEvent) => {
    if (persisted) return
    for (const [id, entry] of entries) if (stillSaving(entry, leavingTakes(entry)) === 0) giveUp(id)
  }

  /** Somebody is signed in: nothing of another session is left for them to see. */
  const readerIs = (mark: string) => {
    reader = mark
    isPresent = true
    for (const { id, request } of snapshot) {
      const entry = entries.get(id)
      if (entry && request.session !== mark) dismiss(id, leavingTakes(entry))
    }
  }

  const receive = (id: string, report: ExportReport) => {
    const before = find(id)
    if (!before) return
    // A pause that was asked for is shown until it ends, although the request under way still brings its page.
    const phase = before.phase === 'paused' ? 'paused' : 'reading'
    const goesOn = { waiting: null, error: null } as const
    switch (report.type) {
      case 'progress':
        return change(id, { ...goesOn, phase, progress: report.progress })
      case 'reading':
        return change(id, { ...goesOn, phase })
      case 'waiting':
        return change(id, {
          phase: phase === 'paused' ? phase : 'waiting',
          waiting: { until: report.until, error: received(report.error) },
        })
      case 'failed':
      case 'sign-in-needed':
        return change(id, { phase: report.type, waiting: null, error: received(report.error) })
      case 'broken':
        change(id, { ...goesOn, phase: 'broken', message: report.message, ended: Date.now() })
        return tellEnd(id, 'failed')
      case 'done': {
        const entry = entries.get(id)
        if (entry) entry.file = report.file
        const phase = report.facts.completeness === 'complete' ? 'complete' : 'incomplete'
        change(id, { ...goesOn, phase, facts: report.facts, ended: Date.now() })
        saveBoth(id)
      }
    }
  }

  return {
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    getSnapshot: () => snapshot,
    hasRunning,
    start(request, startOwn = startWorker) {
      window.addEventListener('pagehide', leave)
      const id = crypto.randomUUID()
      const worker = startOwn()
      readerIs(request.session)
      entries.set(id, { worker, file: null, savedAt: null })
      worker.onmessage = ({ data }: MessageEvent<ExportReport>) => receive(id, data)
      // A script that could not be fetched has no words for it.
      worker.onerror = ({ message }) =>
        receive(id, { type: 'broken', message: message || trayWords.workerNotLoaded })
      publish([begunJob(id, request), ...snapshot])
      command(id, { type: 'start', id, request })
      tell(request.session, { state: 'begun', ...aboutJob(id, request) })
      return id
    },
    pause(id) {
      const phase = find(id)?.phase
      if (phase !== 'reading' && phase !== 'waiting') return
      command(id, { type: 'pause' })
      change(id, { phase: 'paused' })
    },
    resume(id) {
      const running = find(id)
      if (running?.phase !== 'paused') return
      command(id, { type: 'resume' })
      // What it waits for is not over because somebody paused it meanwhile.
      change(id, { phase: running.waiting ? 'waiting' : 'reading' })
    },
    retry(id) {
      const phase = find(id)?.phase
      if (phase !== 'failed' && phase !== 'sign-in-needed') return
      command(id, { type: 'again' })
      change(id, { phase: 'reading', error: null })
    },
    finish(id) {
      const running = find(id)
      if (!running || !isRunning(running)) return
      const { progress, error } = running
      const rows = progress.part ? null : progress.rows
      command(id, { type: 'finish', reason: trayWords.finished(rows, error?.message ?? null) })
    },
    skipDates(id) {
      const running = find(id)
      if (running && isRunning(running)) command(id, { type: 'skip-dates' })
    },
    dismiss: (id) => dismiss(id),
    dismissAll() {
      for (const [id, entry] of entries) dismiss(id, leavingTakes(entry))
    },
    save,
    sessionIs({ signedIn, mark }) {
      // Once a session has ended, what was begun in it is still its reader's, and waits.
      isPresent = false
      if (!signedIn || mark === null) return
      readerIs(mark)
      for (const { id, phase } of snapshot) {
        if (phase === 'sign-in-needed') this.retry(id)
        if (entries.get(id)?.savedAt === null) saveBoth(id)
      }
    },
  }
}

/**
 * How long a browser is given to save a file that was handed to it, in milliseconds: it may be asking where to. Nothing tells when
 * it is done.
 */
const savingTakes = 60_000

/** The same for who leaves and wants nothing left behind: at five megabytes a second, and a little for the browser to begin. */
function leavingTakes({ file }: { readonly file: Blob | null }): number {
  return 3_000 + (file?.size ?? 0) / 5_000
}

function stillSaving({ savedAt }: { readonly savedAt: number | null }, takes: number): number {
  return savedAt === null ? 0 : Math.max(0, savedAt + takes - Date.now())
}

function received({ failure, at }: SentError): ApiError {
  return new ApiError(failure, at)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
