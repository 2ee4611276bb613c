/** What a page and the worker that runs an export for it say to each other. */
import type { ApiFailure } from '../../../api/api-error.ts'
import type { WalkProgress } from '../../../api/walk/walk.ts'
import type { ExportFacts, ExportFormat } from '../facts.ts'
import type { ListQuery } from '../list-export.ts'

/** What somebody wants to have exported, as plain data that a worker can be handed. */
export interface ExportRequest extends ListQuery {
  /** What the list is called: "Transactions". */
  readonly title: string
  readonly format: ExportFormat
  /** The file's columns, from `columnsFor`. JSON has none and holds whole records. */
  readonly columns: readonly string[]
  /** The view of the console that shows the same, as a path with its query. */
  readonly link: string
  /** The mark of the session in which it is read, and in no other. */
  readonly session: string
  readonly service: { readonly address: string; readonly account: string | null }
}

/** How far an export is. */
export interface ExportProgress extends WalkProgress {
  readonly bytes: number
}

/** From the page. `finish` ends with what was read, for the reason given; `again` is after a failure or after signing in. */
export type ExportCommand =
  | { readonly type: 'start'; readonly id: string; readonly request: ExportRequest }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'again' }
  | { readonly type: 'finish'; readonly reason: string }
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
