/** What a person can do about an error; decides the banner's tone and its action. */
export type ErrorRemedy =
  /** Nothing matches: a calm empty state, with "Clear filters" where there are any. */
  | 'clear-filters'
  /** A parameter was refused: its control is marked. */
  | 'correct-filter'
  | 'go-back'
  /** The key lacks permission, or the session ended. */
  | 'sign-in'
  /** Somebody else has signed in since: begin again. */
  | 'begin-again'
  /** Too many requests: wait, with a countdown. */
  | 'wait'
  | 'retry'

export interface ErrorEntry {
  /** Tell errors apart by their code, never by this. */
  readonly httpStatus: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 502 | 503 | 504
  readonly message: string
  /** `details` on the wire where the service has nothing more exact to say. */
  readonly details: string
  readonly title: string
  readonly explanation: string
  readonly advice: string
  readonly remedy: ErrorRemedy
  /** Query parameters that this code is about. */
  readonly parameters?: readonly string[]
}
