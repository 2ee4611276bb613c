import type { Database } from './database/database.ts'

/** What a service is made of. */
export interface ServiceOptions {
  readonly database: Database
  readonly rateLimitPerMinute: number
  /** Whether the records are the demonstration data: then the reserved transaction ids ask for failures. */
  readonly demonstration: boolean
  /** Where callers find the service, for links; otherwise what their request names as its host. */
  readonly publicUrl?: string
  /** Milliseconds that never go back, for the rate limit. */
  readonly clock?: () => number
  /** The time of day, for the records' `timestamp`. */
  readonly now?: () => Date
  readonly logLevel?: string
  /** Where log lines go, if not to the standard output. */
  readonly logTo?: { write(line: string): void }
}
