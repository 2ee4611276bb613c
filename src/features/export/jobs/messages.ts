/** What a page and the worker that runs an export for it say to each other. */
import type { ApiFailure } from '../../../api/api-error.ts'
import type { ExportFacts } from '../facts.ts'
import type { ExportProgress } from '../write/run.ts'
import type { JobRequest } from './job.ts'

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
