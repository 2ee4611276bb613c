/** The exports of this tab: which there are, how far each is, and what can be done about it. They go on whatever page is shown. */
import { ApiError } from '../../../api/api-error.ts'
import type { Waiting } from '../../../api/walk/patience.ts'
import { beforeFirstPage } from '../../../api/walk/walk.ts'
import { counted } from '../../../contract/count-text.ts'
import type { SessionState } from '../../../contract/session.ts'
import { type ExportFacts, factsFileName, writeFacts } from '../facts.ts'
import type { ExportCommand, ExportProgress, ExportReport, ExportRequest, SentError } from './messages.ts'
import { saveBlob, saveFile } from './save-file.ts'
import { startExportWorker } from './start-worker.ts'

/**
 * Where an export is. `waiting` goes on by itself; `paused`, `sign-in-needed` and `failed` when somebody lets it; `broken` not at
 * all. `whole` and `partial` have a file.
 */
export type ExportPhase =
  | 'reading'
  | 'waiting'
  | 'paused'
  | 'sign-in-needed'
  | 'failed'
  | 'broken'
  | 'whole'
  | 'partial'

/** One export as it is shown. Each change makes a new object. */
export interface ExportJob {
  readonly id: string
  readonly request: ExportRequest
  readonly phase: ExportPhase
  readonly progress: ExportProgress
  /** When it was begun and ended, in milliseconds of the reader's clock; null where it has not ended. */
  readonly begun: number
  readonly ended: number | null
  /** How long it waited for somebody so far, in milliseconds, and since when it does; null where it does not. */
  readonly held: number
  readonly heldSince: number | null
  /** In phase `waiting`: until when and why. */
  readonly waiting: Waiting | null
  /** In phases `failed` and `sign-in-needed`: what happened. */
  readonly error: ApiError | null
  /** In phase `broken`: what happened, in the words of the browser. */
  readonly message: string | null
  /** In phases `whole` and `partial`. */
  readonly facts: ExportFacts | null
}

/**
 * The store of a tab's exports, in the shape that `useSyncExternalStore` wants. Each export belongs to the session in which it was
 * begun: while somebody is signed in with another key or account nothing can be done about it and no file of it is saved. It is
 * kept for its own, so that a wrong key tried after an expired session does not cost an hour of reading.
 */
export interface ExportJobs {
  subscribe(changed: () => void): () => void
  /** All exports, whosesoever, the newest first; the same array as long as nothing changes. */
  getSnapshot(): readonly ExportJob[]
  /** The mark of the session that somebody was in last: whose exports may be seen. Null where nobody was in this tab. */
  reader(): string | null
  /** Begins one, and gives its id. The files are saved when it ends. */
  start(request: ExportRequest): string
  pause(id: string): void
  resume(id: string): void
  /** After a failure: goes on from where it stopped. */
  retry(id: string): void
  /** Ends it with what was read so far, as a partial file. */
  finish(id: string): void
  /**
   * Ends it without a file, or forgets one that has ended; the browser's room for it is given back, later where the browser may
   * still be saving the file.
   */
  dismiss(id: string): void
  /** Those that belong to another session than the reader's. */
  dismissOthers(): void
  /** All of them, whosesoever: whoever signs in next must not see them. */
  dismissAll(): void
  /**
   * Hands the file, or the facts, to the browser once more: it may have kept neither, and nothing tells. Only while the reader is
   * signed in.
   */
  save(id: string, what: 'file' | 'facts'): void
  /**
   * Tells who is signed in. What waited for the same key and account of the same service goes on, and what was read to its end
   * meanwhile is saved.
   */
  sessionIs(session: Pick<SessionState, 'signedIn' | 'mark'>): void
}

/** The exports of this tab. */
export const exportJobs: ExportJobs = createExportJobs(startExportWorker)

/** True while leaving the page would lose it. */
export function isRunning({ phase }: ExportJob): boolean {
  return phase !== 'whole' && phase !== 'partial' && phase !== 'broken'
}

/** Rows a second while it was not held up by a reader who paused it, was away, or signed out; 0 before the first row. */
export function rateOf(
  { progress: { rows }, begun, ended, held, heldSince }: ExportJob,
  now: number = Date.now(),
): number {
  const seconds = ((ended ?? heldSince ?? now) - begun - held) / 1000
  return seconds > 0 ? rows / seconds : 0
}

/** Makes a store over workers from `startWorker`. */
export function createExportJobs(
  startWorker: () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>,
): ExportJobs {
  const entries = new Map<
    string,
    { worker: ReturnType<typeof startWorker>; file: Blob | null; savedAt: number | null }
  >()
  const listeners = new Set<() => void>()
  let snapshot: readonly ExportJob[] = []
  let reader: string | null = null
  /** Whether the reader is signed in now, as far as this tab knows. */
  let isPresent = false

  const publish = (next: readonly ExportJob[]) => {
    snapshot = next
    const hasRunning = snapshot.some(isRunning)
    if (hasRunning) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
    for (const changed of listeners) changed()
  }
  /** Only the reader's own. */
  const find = (id: string) => snapshot.find((each) => each.id === id && each.request.session === reader)
  const change = (id: string, changes: Partial<ExportJob>) =>
    publish(snapshot.map((each) => (each.id === id ? timed(each, { ...each, ...changes }) : each)))
  const command = (id: string, message: ExportCommand) => entries.get(id)?.worker.postMessage(message)
  const save = (id: string, what: 'file' | 'facts') => {
    const entry = entries.get(id)
    const facts = find(id)?.facts
    if (!isPresent || !entry?.file || !facts) return
    if (what === 'facts')
      return saveFile(factsFileName(facts.file.name), 'application/json', writeFacts(facts))
    entry.savedAt = Date.now()
    saveBlob(facts.file.name, entry.file)
  }
  const saveBoth = (id: string) => {
    save(id, 'file')
    save(id, 'facts')
  }

  const giveUp = (id: string) => {
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
  /** What is on the disk goes with the page, but for what the browser may be saving: the console clears that when it begins again. */
  const leave = ({ persisted }: PageTransitionEvent) => {
    if (persisted) return
    for (const [id, entry] of entries) if (stillSaving(entry, leavingTakes(entry)) === 0) giveUp(id)
  }

  const receive = (id: string, report: ExportReport) => {
    const before = snapshot.find((each) => each.id === id)
    if (!before) return
    // A pause that was asked for is shown until it ends, although the request under way still brings its page.
    const phase = before.phase === 'paused' ? 'paused' : 'reading'
    switch (report.type) {
      case 'progress':
        change(id, {
          phase,
          progress: report.progress,
          waiting: null,
          error: null,
        })
        break
      case 'reading':
        change(id, { phase, waiting: null, error: null })
        break
      case 'waiting':
        change(id, {
          phase: before.phase === 'paused' ? 'paused' : 'waiting',
          waiting: { until: report.until, error: received(report.error) },
        })
        break
      case 'failed':
      case 'sign-in-needed':
        change(id, { phase: report.type, waiting: null, error: received(report.error) })
        break
      case 'broken':
        change(id, {
          phase: 'broken',
          waiting: null,
          error: null,
          message: report.message,
          ended: Date.now(),
        })
        break
      case 'done': {
        const entry = entries.get(id)
        if (entry) entry.file = report.file
        change(id, {
          phase: report.facts.completeness === 'complete' ? 'whole' : 'partial',
          facts: report.facts,
          waiting: null,
          error: null,
          ended: Date.now(),
        })
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
    reader: () => reader,
    start(request) {
      window.addEventListener('pagehide', leave)
      const id = crypto.randomUUID()
      const worker = startWorker()
      reader = request.session
      isPresent = true
      entries.set(id, { worker, file: null, savedAt: null })
      worker.onmessage = ({ data }: MessageEvent<ExportReport>) => receive(id, data)
      // A script that could not be fetched has no words for it.
      worker.onerror = ({ message }) => receive(id, { type: 'broken', message: message || notLoaded })
      publish([{ ...begun(), id, request }, ...snapshot])
      command(id, { type: 'start', id, request })
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
      const rows = counted(running.progress.rows, 'record')
      const why = running.error ? ` after a failure (${running.error.message})` : ''
      command(id, { type: 'finish', reason: `The reader ended it${why} when ${rows} had been read.` })
    },
    dismiss: (id) => dismiss(id),
    dismissOthers() {
      for (const { id, request } of snapshot) if (request.session !== reader) dismiss(id)
    },
    dismissAll() {
      for (const [id, entry] of entries) dismiss(id, leavingTakes(entry))
    },
    save,
    sessionIs({ signedIn, mark }) {
      isPresent = signedIn && mark !== null
      // Once a session has ended, what was begun in it is still its reader's, and waits.
      if (!signedIn || mark === null) return
      reader = mark
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

/** What changed, with the time that it is held up. */
function timed({ held, heldSince }: ExportJob, after: ExportJob): ExportJob {
  const { phase } = after
  const isHeld = phase === 'paused' || phase === 'failed' || phase === 'sign-in-needed'
  if (isHeld === (heldSince !== null)) return after
  const now = Date.now()
  return heldSince === null
    ? { ...after, heldSince: now }
    : { ...after, heldSince: null, held: held + now - heldSince }
}

const notLoaded = 'The part of the console that writes exports could not be loaded.'

function begun() {
  return {
    phase: 'reading',
    progress: { ...beforeFirstPage, bytes: 0 },
    begun: Date.now(),
    ended: null,
    held: 0,
    heldSince: null,
    waiting: null,
    error: null,
    message: null,
    facts: null,
  } as const
}

function received({ failure, at }: SentError): ApiError {
  return new ApiError(failure, at)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
