/** Work that takes long, and the messages about it between page and worker. */

import type { PackLabel } from '../api/pack-source.ts'
import type { RunOptions, Waiting } from '../api/retries.ts'
import type { SessionProfile } from '../api/service-profile.ts'
import type { Books, HeldBooks } from '../books/books.ts'
import type { BookRow, Edge } from '../books/transaction-table.ts'
import { ApiError, type ApiFailure } from '../contract/api-error.ts'
import type { ActivityReport } from '../contract/session-bodies.ts'
import type { FindBooks, ViewName } from './views.ts'

/** What a worker does. The input of `view` is a `Question`. */
export interface Job<Input = unknown> {
  readonly kind: 'view' | 'books' | 'kept-books' | 'check' | 'open' | 'evidence'
  /** Must be cloneable. */
  readonly input: Input
  /** Ids of the books that it uses until it ends. */
  readonly books?: readonly string[]
}

/** A job with a row in the tray. */
export interface TaskRequest<Input = unknown> extends Job<Input> {
  readonly title: string
  /** In small letters after the title: "CSV". */
  readonly format: string
  /** In words: the filter of a list, the period of a pack. */
  readonly about: string
  readonly session: string
  /** For the gateway's audit log; null if no file is made. */
  readonly activity: Pick<ActivityReport, 'kind' | 'format' | 'filter'> | null
}

export interface TaskProgress {
  readonly text: string
  /** From 0 to 1; null if unknown. */
  readonly part: number | null
  /** False until something is read: a filter that the service refuses before that stays refused. */
  readonly hasBegun: boolean
}

export interface TaskOutcome {
  readonly tone: 'good' | 'warning'
  readonly title: string
  /** Shown when the row is folded: "25,012 rows". */
  readonly short: string
  readonly text: string
  /** Why it is not complete, and other remarks. */
  readonly reasons: readonly string[]
  readonly remarks: readonly string[]
  readonly file: TaskFile
  readonly ended: Pick<Extract<ActivityReport, { state: 'ended' }>, 'outcome' | 'rows' | 'sha256'>
}

export interface TaskFile {
  readonly name: string
  readonly content: Blob
}

export interface SessionBooks {
  readonly books: HeldBooks
  /** The name under which this browser keeps them; null if it does not. */
  readonly kept: string | null
  readonly session: string
}

/** How far a job is. `waiting` continues by itself, `held` when the reader lets it. `broken` and `done` are final. */
interface JobState<Phase> {
  readonly phase: 'running' | 'waiting' | 'held' | 'broken' | Phase
  readonly progress: TaskProgress
  readonly waiting: Waiting | null
  readonly error: ApiError | null
  /** Why it is broken, if no request failed. */
  readonly message: string | null
}

/** The reading of a session's records. `none` has nothing to do at present. */
export interface ReadingState extends JobState<'none'> {
  /** Older records come from an earlier reading. */
  readonly isUpdate: boolean
  readonly isOpening: boolean
}

export interface Task extends Omit<TaskRequest, 'input'>, JobState<'done'> {
  readonly id: string
  readonly outcome: TaskOutcome | null
  /** Files are saved only while their reader is signed in. */
  readonly isSaved: boolean
}

const begun = {
  progress: { text: '', part: null, hasBegun: false },
  waiting: null,
  error: null,
  message: null,
} as const

export const noReading: ReadingState = {
  ...begun,
  phase: 'none',
  isUpdate: false,
  isOpening: false,
}

export function begunTask(id: string, { input: _, ...request }: TaskRequest): Task {
  return { ...begun, ...request, id, phase: 'running', outcome: null, isSaved: false }
}

export interface WorkState {
  /** Newest first. */
  readonly tasks: readonly Task[]
  readonly books: SessionBooks | null
  readonly reading: ReadingState
  /** What the answer to a page's question waits for. */
  readonly dating: Dating | null
  /** An audit pack to compare with, in the session in which it was opened. */
  readonly earlier: { readonly pack: HeldPack; readonly session: string } | null
}

export const noWork: WorkState = {
  ...{ tasks: [], books: null, reading: noReading, dating: null, earlier: null },
}

/** The service is asked for dates. */
export type Dating = Pick<JobState<never>, 'progress' | 'waiting'>

export const noDating: Dating = begun

/** An audit pack whose books a worker holds. */
export interface HeldPack {
  readonly books: HeldBooks
  readonly about: PackLabel
}

/** The open pack, which replaces the gateway. `books` is their id. */
export interface PackInPlace {
  readonly books: string
  readonly about: PackLabel
}

export interface Question {
  readonly view: ViewName
  readonly input: unknown
  readonly books: string
  readonly others: readonly string[]
}

export interface StartCommand {
  readonly type: 'start'
  readonly job: Job
  readonly opened: PackInPlace | null
  readonly profile: SessionProfile
}

/** To the worker. `again` follows a failure or signing in. Books have the id of the job that made them; `release` forgets them. */
export interface WorkerMessage {
  readonly id: string
  readonly command: StartCommand | { readonly type: 'again' | 'cancel' | 'release' }
}

interface SentError {
  readonly failure: ApiFailure
  readonly at: number
}

export function sentError({ failure, at }: ApiError): SentError {
  return { failure, at }
}

function receivedError({ failure, at }: SentError): ApiError {
  return new ApiError(failure, at)
}

/** About a job. After `held` it waits for `again` or `cancel`; `broken` and `done` are the last. */
export type JobReport =
  | { readonly type: 'progress'; readonly progress: TaskProgress }
  | { readonly type: 'waiting'; readonly until: number; readonly error: SentError }
  | { readonly type: 'running' }
  /** Books that the reading has so far: each list was read once. */
  | { readonly type: 'books'; readonly books: HeldBooks }
  | { readonly type: 'held'; readonly error: SentError }
  | { readonly type: 'broken'; readonly message: string | null; readonly error: SentError | null }
  /** Of the value, before it. */
  | { readonly type: 'piece'; readonly piece: Piece }
  | { readonly type: 'done'; readonly value: unknown }

/**
 * From the worker. First comes its lock, which it has for as long as it lives; null where the browser has no locks. A profile is what it has
 * found out about the service.
 */
export type WorkerReport =
  | { readonly lock: string | null }
  | { readonly profile: SessionProfile }
  | { readonly id: string; readonly report: JobReport }

/** How a report changes the state of its job, which goes on or is broken. */
export function changesBy(report: Exclude<JobReport, { type: 'done' }>): Partial<JobState<never>> {
  const running = { phase: 'running', waiting: null, error: null } as const
  switch (report.type) {
    case 'progress':
      return { ...running, progress: report.progress }
    case 'running':
      return running
    case 'waiting':
      return {
        ...{ phase: 'waiting', error: null },
        waiting: { until: report.until, error: receivedError(report.error) },
      }
    case 'held':
      return { phase: 'held', waiting: null, error: receivedError(report.error) }
    case 'broken': {
      const { message, error } = report
      return { phase: 'broken', waiting: null, message, error: error && receivedError(error) }
    }
    default:
      return {}
  }
}

export interface TaskControl extends RunOptions {
  readonly onProgress: (progress: TaskProgress) => void
  readonly find: FindBooks
  /** Books by their id, divided by edges, as `ViewControl` says. Nothing is asked once each transaction that is wanted has its place. */
  readonly divide: (books: string, edges: readonly Edge[], wanted?: ReadonlySet<string>) => Promise<Books>
  /** Keeps books in this worker after the task. In their session, if they have one, the service is asked for their edges. */
  readonly hold: (books: Books, session?: string) => HeldBooks
  readonly onBooks: (books: Books, session: string) => void
}

/** What has a row gives a `TaskOutcome`. */
export type RunTask<Input, Value = TaskOutcome> = (input: Input, control: TaskControl) => Promise<Value>

export function hasEnded({ phase }: Pick<Task, 'phase'>): boolean {
  return phase === 'broken' || phase === 'done'
}

/** True while leaving the page would lose its file. */
export function hasFileToLose({ activity, phase, isSaved }: Task): boolean {
  return activity !== null && phase !== 'broken' && !isSaved
}

/** The work continues when its reader signs in again. */
export function isSignInNeeded({ phase, error }: Pick<Task | ReadingState, 'phase' | 'error'>): boolean {
  return phase === 'held' && error?.remedy === 'sign-in' && error.failure.code !== 'ERR-02'
}

/** A failure that only the reader can answer, other than by signing in. */
export function isHeldUp(reading: Pick<ReadingState, 'phase' | 'error'>): boolean {
  return reading.phase === 'held' && reading.error !== null && !isSignInNeeded(reading)
}

/** The service refused the first request because of its filter, and will refuse it again. */
export function isRefused({ phase, progress, error }: Task): boolean {
  return phase === 'held' && !progress.hasBegun && error?.remedy === 'correct-filter'
}

// Long lists of an answer travel one piece after the other: a page that takes in a whole report at once cannot draw meanwhile.
type Path = readonly (string | number)[]

/** More of the list that is at this place of the answer. */
export interface Piece {
  readonly path: Path
  readonly rows: readonly unknown[]
}

const rowsOfPiece = 250

/** A copy that can be cloned, with the beginnings of long lists, and the rest of them. Rows of the books' table become whole. */
export function splitAnswer(answer: unknown): { readonly head: unknown; readonly pieces: readonly Piece[] } {
  const pieces: Piece[] = []
  const copy = (value: unknown, path: Path): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const first = pieces.length
      const rows = value.map((row, index) => copy(row, [...path, index]))
      const rest: Piece[] = []
      for (let at = rowsOfPiece; at < rows.length; at += rowsOfPiece)
        rest.push({ path, rows: rows.slice(at, at + rowsOfPiece) })
      // Before the pieces of these rows themselves.
      pieces.splice(first, 0, ...rest)
      return rows.slice(0, rowsOfPiece)
    }
    if (isBookRow(value)) return value.whole()
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, copy(part, [...path, name])]),
    )
  }
  return { head: copy(answer, []), pieces }
}

function isBookRow(value: object): value is BookRow {
  return 'whole' in value
}

export function joinPieces(head: unknown, pieces: readonly Piece[]): unknown {
  for (const { path, rows } of pieces) {
    const list = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), head)
    if (Array.isArray(list)) for (const row of rows) list.push(row)
  }
  return head
}
