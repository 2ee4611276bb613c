/** One piece of long work: what it is asked for, how far it is, and what page and worker say to each other about it. */
import type { ApiError, ApiFailure } from '../api/api-error.ts'
import type { PackLabel } from '../api/pack-source.ts'
import type { RetryOptions, Waiting } from '../api/walk/retries.ts'
import type { Books } from '../books/books.ts'
import type { ActivityReport } from '../contract/activity.ts'

/** What somebody wants done. */
export interface TaskRequest<Input = unknown> {
  /** Which of the worker's tasks it is. */
  readonly kind: 'books' | 'kept-books' | 'check' | 'count' | 'export' | 'pack'
  /** "Transactions". */
  readonly title: string
  /** In small letters after the title: "CSV". */
  readonly format: string
  /** What it is about, in words: the filter of a list, the period of a pack. */
  readonly about: string
  /** The mark of the session to which it belongs. */
  readonly session: string
  /** What the gateway's audit log is told of a file that is made; null where none is. */
  readonly activity: Pick<ActivityReport, 'kind' | 'format' | 'filter'> | null
  /** Plain data for the worker. */
  readonly input: Input
}

/** How far it is, in words. */
export interface TaskProgress {
  /** "1,200 records, 2 pages". */
  readonly text: string
  /** How much of everything is done, from 0 to 1; null where nobody can tell. */
  readonly part: number | null
  /** Whether anything was read yet: before, a filter that the service refuses is refused for good. */
  readonly hasBegun: boolean
  /** Ways to get less of it sooner. */
  readonly cuts: readonly Cut[]
}

/** A way to go on without the rest: of everything, or of the dates alone. */
export interface Cut {
  readonly name: 'finish' | 'skip'
  /** What its button says. */
  readonly label: string
  /** Why something is missing then, in a sentence. */
  readonly reason: string
}

/** What it came to. */
export interface TaskOutcome<Value = unknown> {
  readonly tone: 'good' | 'warning'
  /** "Complete". */
  readonly title: string
  /** In one line, after the title, where the row is folded: "25,012 rows". */
  readonly short: string
  readonly text: string
  /** Why it is not complete, and what else there is to say. */
  readonly reasons: readonly string[]
  readonly remarks: readonly string[]
  /** Handed to the browser to save, in this order. */
  readonly files: readonly TaskFile[]
  readonly ended: Pick<Extract<ActivityReport, { state: 'ended' }>, 'outcome' | 'rows' | 'sha256'> | null
  /** For the page that asked. */
  readonly value: Value
}

/** What a task came to that makes no file. */
export function valueOutcome<Value>(title: string, short: string, value: Value): TaskOutcome<Value> {
  return { tone: 'good', title, short, text: '', reasons: [], remarks: [], files: [], ended: null, value }
}

/** Books that were read. */
export interface ReadBooks {
  readonly books: Books
  /** Under which name this browser keeps them; null where it does not. */
  readonly kept: string | null
}

/** A file that was made. */
export interface TaskFile {
  readonly name: string
  readonly content: Blob
  /** What the button says that hands it over once more. */
  readonly label: string
}

/** One task as it is shown. Each change makes a new object. */
export interface Task extends Omit<TaskRequest, 'input'> {
  readonly id: string
  /** `waiting` goes on by itself, `held` when somebody lets it. `broken` and `done` are over. */
  readonly phase: 'running' | 'waiting' | 'held' | 'broken' | 'done'
  /** Asked for by the reader. The request that is under way still brings its page. */
  readonly isPaused: boolean
  readonly progress: TaskProgress
  readonly waiting: Waiting | null
  /** Why it is held, or broke. */
  readonly error: ApiError | null
  /** Why it broke, where that is no failure of a request. */
  readonly message: string | null
  readonly outcome: TaskOutcome | null
  readonly pace: Pace
  /** As far as it can be told. */
  readonly secondsLeft: number | null
}

/** All tasks, newest first, and the books that were read. */
export interface WorkState {
  readonly tasks: readonly Task[]
  /** With the mark of the session whose they are. */
  readonly books: (ReadBooks & { readonly session: string }) | null
}

/** Time that was spent on it, in milliseconds; what it waits for somebody is not counted. */
interface Pace {
  readonly spent: number
  /** Since when it is not held up, by the reader's clock; null while it is. */
  readonly since: number | null
  /** Where it was when `part` was first heard of, or began anew. */
  readonly from: { readonly part: number; readonly spent: number }
}

/** What a failure is as data. */
export interface SentError {
  readonly failure: ApiFailure
  readonly at: number
}

/** Books of a pack that is open in the page, which a worker reads from too. */
export interface OpenedBooks {
  readonly books: Books
  readonly pack: PackLabel
}

/** What a worker needs of a request. */
export type TaskStart = Pick<TaskRequest, 'kind' | 'input' | 'session'>

/** From the page. `again` is after a failure, or after signing in. */
export type TaskCommand =
  | { readonly type: 'start'; readonly request: TaskStart; readonly opened: OpenedBooks | null }
  | { readonly type: 'pause' | 'resume' | 'again' | 'cancel' }
  | { readonly type: 'cut'; readonly name: Cut['name']; readonly reason: string }

/** From the worker. After `held` it waits for `again`, a cut or `cancel`; after `broken` and `done` it does nothing more. */
export type TaskReport<Value = unknown> =
  | { readonly type: 'progress'; readonly progress: TaskProgress }
  | { readonly type: 'waiting'; readonly until: number; readonly error: SentError }
  | { readonly type: 'running' }
  | { readonly type: 'held'; readonly error: SentError }
  | { readonly type: 'broken'; readonly message: string | null; readonly error: SentError | null }
  | { readonly type: 'done'; readonly outcome: TaskOutcome<Value> }

/** How a task is watched, held up and ended, in its worker. The `signal` cancels it. */
export interface TaskControl extends RetryOptions {
  readonly onProgress: (progress: TaskProgress) => void
  /** What is read from in place of the gateway. */
  readonly opened: OpenedBooks | null
  /** The signal of each cut; its reason is the sentence that says why. */
  readonly cut: Readonly<Record<Cut['name'], AbortSignal>>
}

/** What a worker does. */
export type RunTask<Input, Value = unknown> = (
  input: Input,
  control: TaskControl,
) => Promise<TaskOutcome<Value>>

/** A task before its first page. */
export function begunTask(id: string, { input: _, ...request }: TaskRequest, now: number): Task {
  return {
    ...request,
    id,
    phase: 'running',
    isPaused: false,
    progress: { text: '', part: null, hasBegun: false, cuts: [] },
    waiting: null,
    error: null,
    message: null,
    outcome: null,
    pace: { spent: 0, since: now, from: { part: 0, spent: 0 } },
    secondsLeft: null,
  }
}

/** True while leaving the page would lose it. */
export function isRunning({ phase }: Task): boolean {
  return phase !== 'broken' && phase !== 'done'
}

/** True where only the session is missing; the task goes on once its reader has signed in again. */
export function isSignInNeeded({ phase, error }: Task): boolean {
  return phase === 'held' && error?.remedy === 'sign-in' && error.failure.code !== 'ERR-02'
}

/** The service refuses the very first request because of its filter, and will again. */
export function isRefused({ phase, progress, error }: Task): boolean {
  return phase === 'held' && !progress.hasBegun && error?.remedy === 'correct-filter'
}

/** A task after a change, with the time that is left by how long it took so far. */
export function changedTask(before: Task, changes: Partial<Task>, now: number): Task {
  const after = { ...before, waiting: null, error: null, ...changes }
  const isHeldUp = after.isPaused || after.phase === 'held' || !isRunning(after)
  const { since, from } = before.pace
  const spent = before.pace.spent + (since === null ? 0 : now - since)
  const pace = { spent, since: isHeldUp ? null : now, from }
  const { part } = after.progress
  // Everything is read once more, or it is the first that is heard of it.
  if (part === null || before.progress.part === null || part < before.progress.part)
    return { ...after, pace: { ...pace, from: { part: part ?? 0, spent } }, secondsLeft: null }
  const gained = part - from.part
  const isKnown = spent - from.spent >= leastMilliseconds && gained >= leastPart
  const secondsLeft = isKnown ? Math.ceil(((spent - from.spent) * (1 - part)) / gained / 1000) : null
  return { ...after, pace, secondsLeft }
}

/** What is said sooner would jump. */
const leastMilliseconds = 3000
const leastPart = 0.02
