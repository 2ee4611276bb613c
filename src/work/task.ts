/** A task, and the messages between page and worker about it. */
import { ApiError, type ApiFailure } from '../api/api-error.ts'
import type { PackLabel } from '../api/pack-source.ts'
import type { RunOptions, Waiting } from '../api/retries.ts'
import type { ServiceProfile } from '../api/service-profile.ts'
import type { Books, HeldBooks } from '../books/books.ts'
import type { Edge } from '../books/transaction-table.ts'
import type { ActivityReport } from '../contract/session-bodies.ts'
import type { Piece } from './pieces.ts'
import type { FindBooks, ViewName } from './views.ts'

export interface TaskRequest<Input = unknown> {
  readonly kind: 'books' | 'kept-books' | 'check' | 'open' | 'export' | 'evidence'
  /** "Transactions". */
  readonly title: string
  /** In small letters after the title: "CSV". */
  readonly format: string
  /** In words: the filter of a list, the period of a pack. */
  readonly about: string
  readonly session: string
  /** For the gateway's audit log; null if no file is made. */
  readonly activity: Pick<ActivityReport, 'kind' | 'format' | 'filter'> | null
  /** Ids of books that it needs beside those of the session. */
  readonly books?: readonly string[]
  /** Must be cloneable. */
  readonly input: Input
}

export interface TaskProgress {
  /** "1,200 records, 2 pages". */
  readonly text: string
  /** From 0 to 1; null if unknown. */
  readonly part: number | null
  /** False until something is read: a filter that the service refuses before that stays refused. */
  readonly hasBegun: boolean
}

export interface TaskOutcome<Value = unknown> {
  readonly tone: 'good' | 'warning'
  /** "Complete". */
  readonly title: string
  /** Shown when the row is folded: "25,012 rows". */
  readonly short: string
  readonly text: string
  /** Why it is not complete, and other remarks. */
  readonly reasons: readonly string[]
  readonly remarks: readonly string[]
  readonly file: TaskFile | null
  readonly ended: Pick<Extract<ActivityReport, { state: 'ended' }>, 'outcome' | 'rows' | 'sha256'> | null
  /** For the page that asked. */
  readonly value: Value
}

/** The outcome of a task that makes no file. */
export function valueOutcome<Value>(title: string, short: string, value: Value): TaskOutcome<Value> {
  return { tone: 'good', title, short, text: '', reasons: [], remarks: [], file: null, ended: null, value }
}

export interface SessionBooks {
  readonly books: HeldBooks
  /** The name under which this browser keeps them; null if it does not. */
  readonly kept: string | null
  /** The mark of the session that read them. */
  readonly session: string
}

/** The reading of a session's records. */
export interface ReadingState {
  /** `none` has nothing to do at present, `asked` waits for the reader, `waiting` goes on by itself, `held` after `again`. */
  readonly phase: 'none' | 'asked' | 'running' | 'waiting' | 'held' | 'broken'
  /** What waits for the reader: the installation's setting, an account that is too large, or a reading that was stopped. */
  readonly why: 'setting' | 'size' | 'stopped' | null
  /** Older records come from an earlier reading. */
  readonly isUpdate: boolean
  /** What this browser keeps is being opened. */
  readonly isOpening: boolean
  readonly progress: TaskProgress
  readonly waiting: Waiting | null
  readonly error: ApiError | null
  /** Why it is broken, if no request failed. */
  readonly message: string | null
}

const noProgress: TaskProgress = { text: '', part: null, hasBegun: false }

export const noReading: ReadingState = {
  phase: 'none',
  why: null,
  isUpdate: false,
  isOpening: false,
  progress: noProgress,
  waiting: null,
  error: null,
  message: null,
}

export interface TaskFile {
  readonly name: string
  readonly content: Blob
}

/** Immutable: each change makes a new object. */
export interface Task extends Omit<TaskRequest, 'input'> {
  readonly id: string
  /** `waiting` continues by itself, `held` when the reader lets it. `broken` and `done` are final. */
  readonly phase: 'running' | 'waiting' | 'held' | 'broken' | 'done'
  readonly progress: TaskProgress
  readonly waiting: Waiting | null
  readonly error: ApiError | null
  /** Why it is broken, if no request failed. */
  readonly message: string | null
  readonly outcome: TaskOutcome | null
  /** Files are saved only while their reader is signed in. */
  readonly isSaved: boolean
}

/** Newest task first. */
export interface WorkState {
  readonly tasks: readonly Task[]
  readonly books: SessionBooks | null
  readonly reading: ReadingState
  /** An audit pack to compare with, in the session in which it was opened. */
  readonly earlier: { readonly pack: HeldPack; readonly session: string } | null
}

export const noWork: WorkState = { tasks: [], books: null, reading: noReading, earlier: null }

/** An `ApiError` as plain data. */
export interface SentError {
  readonly failure: ApiFailure
  readonly at: number
}

export function received({ failure, at }: SentError): ApiError {
  return new ApiError(failure, at)
}

/** An audit pack whose books are open. */
export interface OpenedPack {
  readonly books: Books
  readonly about: PackLabel
}

/** The same where a worker holds the books. */
export interface HeldPack {
  readonly books: HeldBooks
  readonly about: PackLabel
}

export type TaskStart = Pick<TaskRequest, 'kind' | 'input' | 'session' | 'books'>

/** The open pack, which replaces the gateway. */
export interface PackInPlace {
  readonly books: string
  readonly about: PackLabel
}

/** What a page asks books. */
export interface Question {
  readonly view: ViewName
  readonly input: unknown
  /** Their id. */
  readonly books: string
  /** Ids of others that the view finds. */
  readonly others: readonly string[]
}

/** To the worker. `again` follows a failure or signing in. */
export type TaskCommand =
  | {
      readonly type: 'start'
      readonly request: TaskStart
      readonly opened: PackInPlace | null
      /** Null if it asks no service. */
      readonly profile: ServiceProfile | null
    }
  | {
      readonly type: 'ask'
      readonly question: Question
      readonly opened: PackInPlace | null
      readonly profile: ServiceProfile
    }
  | { readonly type: 'again' | 'cancel' }

/** `id` is that of a task or question. Released books are forgotten; they have the id of the task that made them. */
export type WorkerMessage =
  | { readonly id: string; readonly command: TaskCommand }
  | { readonly released: string }

/** The first message of a worker: the worker has this lock for as long as it lives. Null where the browser has no locks. */
export interface WorkerAlive {
  readonly lock: string | null
}

/** What a worker has found out about the service. */
export interface WorkerProfile {
  readonly profile: ServiceProfile
}

export interface WorkerReport<Value = unknown> {
  readonly id: string
  readonly report: TaskReport<Value>
}

/** From the worker. After `held` it waits for `again` or `cancel`; `broken`, `done` and `answer` are the last. */
export type TaskReport<Value = unknown> =
  | { readonly type: 'progress'; readonly progress: TaskProgress }
  | { readonly type: 'waiting'; readonly until: number; readonly error: SentError }
  | { readonly type: 'running' }
  /** Books that the reading has so far: each list was read once. */
  | { readonly type: 'books'; readonly books: HeldBooks }
  | { readonly type: 'held'; readonly error: SentError }
  | { readonly type: 'broken'; readonly message: string | null; readonly error: SentError | null }
  | { readonly type: 'done'; readonly outcome: TaskOutcome<Value> }
  | { readonly type: 'piece'; readonly piece: Piece }
  | { readonly type: 'answer'; readonly value: unknown }

/** `signal` cancels the task. */
export interface TaskControl extends RunOptions {
  readonly onProgress: (progress: TaskProgress) => void
  /** Replaces the gateway. */
  readonly opened: OpenedPack | null
  readonly find: FindBooks
  /** Books by their id, divided by edges, as `ViewControl` says. Nothing is asked once each transaction that is wanted has its place. */
  readonly divide: (books: string, edges: readonly Edge[], wanted?: ReadonlySet<string>) => Promise<Books>
  /** Keeps books in this worker after the task. In their session, if they have one, the service is asked for their edges. */
  readonly hold: (books: Books, session?: string) => HeldBooks
  /** Shows books before the task ends. */
  readonly onBooks: (books: Books, session: string) => void
}

export type RunTask<Input, Value = unknown> = (
  input: Input,
  control: TaskControl,
) => Promise<TaskOutcome<Value>>

export function begunTask(id: string, { input: _, ...request }: TaskRequest): Task {
  return {
    ...request,
    id,
    phase: 'running',
    progress: noProgress,
    waiting: null,
    error: null,
    message: null,
    outcome: null,
    isSaved: false,
  }
}

export function isRunning({ phase }: Task): boolean {
  return phase !== 'broken' && phase !== 'done'
}

/** True while leaving the page would lose its file. */
export function hasFileToLose({ activity, phase, isSaved }: Task): boolean {
  return activity !== null && phase !== 'broken' && !isSaved
}

/** The work continues when its reader signs in again. */
export function isSignInNeeded({ phase, error }: Pick<Task | ReadingState, 'phase' | 'error'>): boolean {
  return phase === 'held' && error?.remedy === 'sign-in' && error.failure.code !== 'ERR-02'
}

/** The service refused the first request because of its filter, and will refuse it again. */
export function isRefused({ phase, progress, error }: Task): boolean {
  return phase === 'held' && !progress.hasBegun && error?.remedy === 'correct-filter'
}
