/** One export as it is shown: where it is, how far, and how fast it goes. */
import type { ApiError, ApiFailure } from '../../../api/api-error.ts'
import type { Waiting } from '../../../api/walk/retries.ts'
import { beforeFirstPage } from '../../../api/walk/walk.ts'
import type { ExportFacts } from '../../../files/facts.ts'
import { type PackRequest, packFileName } from '../../../files/pack.ts'
import type { ExportProgress, ExportRequest } from '../../../files/run.ts'

/** What a worker can be handed: a list to export, or a pack to make. */
export type JobRequest = ExportRequest | PackRequest

/**
 * Where an export is. `waiting` goes on by itself; `paused`, `sign-in-needed` and `failed` when somebody lets it; `broken` not at
 * all. `complete` and `incomplete` have a file, the latter one that is not proved complete.
 */
export type ExportPhase =
  | 'reading'
  | 'waiting'
  | 'paused'
  | 'sign-in-needed'
  | 'failed'
  | 'broken'
  | 'complete'
  | 'incomplete'

/** One export as it is shown. Each change makes a new object. */
export interface ExportJob {
  readonly id: string
  readonly request: JobRequest
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
  /** In phases `complete` and `incomplete`; of a pack those of its manifest. */
  readonly facts: ExportFacts | null
}

/** True while leaving the page would lose it. */
export function isRunning({ phase }: ExportJob): boolean {
  return phase !== 'complete' && phase !== 'incomplete' && phase !== 'broken'
}

/** Rows a second while it was not held up by a reader who paused it, was away, or signed out; 0 before the first row. */
export function rateOf(
  { progress: { rows }, begun, ended, held, heldSince }: ExportJob,
  now: number = Date.now(),
): number {
  const seconds = ((ended ?? heldSince ?? now) - begun - held) / 1000
  return seconds > 0 ? rows / seconds : 0
}

/** What the file of an ended job is called. */
export function fileNameOf({ format }: JobRequest, facts: ExportFacts): string {
  return format === 'zip' ? packFileName(facts) : facts.file.name
}

/** An export before its first page. */
export function begunJob(id: string, request: JobRequest): ExportJob {
  return {
    id,
    request,
    phase: 'reading',
    progress: { ...beforeFirstPage, bytes: 0, dates: null },
    begun: Date.now(),
    ended: null,
    held: 0,
    heldSince: null,
    waiting: null,
    error: null,
    message: null,
    facts: null,
  }
}

/** A job after a change, with the time that it is held up by somebody. */
export function changedJob(before: ExportJob, changes: Partial<ExportJob>): ExportJob {
  const { held, heldSince } = before
  const after = { ...before, ...changes }
  const { phase } = after
  const isHeld = phase === 'paused' || phase === 'failed' || phase === 'sign-in-needed'
  if (isHeld === (heldSince !== null)) return after
  const now = Date.now()
  return heldSince === null
    ? { ...after, heldSince: now }
    : { ...after, heldSince: null, held: held + now - heldSince }
}

/** From the page. `finish` ends with what was read, for the reason given; `skip-dates` goes on without the dates not found yet; `again` is after a failure or after signing in. */
export type ExportCommand<R extends JobRequest = JobRequest> =
  | { readonly type: 'start'; readonly id: string; readonly request: R }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'again' }
  | { readonly type: 'finish'; readonly reason: string }
  | { readonly type: 'skip-dates' }
  | { readonly type: 'cancel' }

/** An `ApiError` as data. */
export interface SentError {
  readonly failure: ApiFailure
  readonly at: number
}

/** From the worker. After `failed` it waits for `again`, `finish` or `cancel`; after `broken` and `done` it does nothing more. */
export type ExportReport =
  | { readonly type: 'progress'; readonly progress: ExportProgress }
  | { readonly type: 'waiting'; readonly until: number; readonly error: SentError }
  | { readonly type: 'reading' }
  | { readonly type: 'sign-in-needed'; readonly error: SentError }
  | { readonly type: 'failed'; readonly error: SentError }
  | { readonly type: 'broken'; readonly message: string }
  | { readonly type: 'done'; readonly file: Blob; readonly facts: ExportFacts }
