import type { UseQueryResult } from '@tanstack/react-query'
import { errorEntry } from '../contract/errors.ts'
import { type ErrorRemedy, type GatewayErrorCode, gatewayErrors } from '../contract/gateway-errors.ts'

/**
 * How a request failed: with an error body of the service or the gateway; or with no connection, no answer in time, an answer that cannot be
 * read, a body of another form than the endpoint's, or a bare HTTP status.
 */
export type FailureKind =
  | 'error-body'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'unexpected-body'
  | 'http-status'

/** What an `ApiError` is made of. Texts are empty, and figures null, where the answer had none. */
export interface ApiFailure {
  readonly kind: FailureKind
  readonly code: string
  readonly message: string
  readonly details: string
  readonly help: string
  readonly httpStatus: number | null
  /** Path and query that were asked for, without the gateway's prefix. */
  readonly requestPath: string
  readonly retryAfter: number | null
  readonly requestId: string
}

/** A failure of which only the kind is known. */
export const noFailure = {
  code: '',
  message: '',
  details: '',
  help: '',
  httpStatus: null,
  requestPath: '',
  retryAfter: null,
  requestId: '',
} as const satisfies Omit<ApiFailure, 'kind'>

/** Every failure of a read, in one form (specification, "Error body"). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: ApiFailure
  /** When it was received, in milliseconds of the reader's clock. */
  readonly at: number

  constructor(failure: ApiFailure, at: number = Date.now()) {
    super(failure.message || failure.code || failure.kind)
    this.failure = failure
    this.at = at
  }

  get remedy(): ErrorRemedy {
    return errorEntry(this.failure.code)?.remedy ?? 'retry'
  }

  /** The instant, in milliseconds, before which asking again is pointless; null where there is none. */
  get retryAt(): number | null {
    if (this.remedy !== 'wait') return null
    return this.at + (this.failure.retryAfter ?? fallbackWaitSeconds) * 1000
  }
}

/** To catch a request with: null where the service refuses a parameter, such as a date in this form. Throws every other error on. */
export function noneWhereRefused(error: unknown): null {
  if (error instanceof ApiError && error.remedy === 'correct-filter') return null
  throw error
}

/** A refusal of the gateway that the console foresees, and so does not ask for. */
export function gatewayRefusal(code: GatewayErrorCode, requestPath: string): ApiError {
  const { httpStatus, message, details } = gatewayErrors[code]
  return new ApiError({ ...noFailure, kind: 'error-body', code, message, details, httpStatus, requestPath })
}

/** The wait after ERR-03 where the service names none. */
const fallbackWaitSeconds = 10

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.failure.code === 'GTW-04'
}

/**
 * What the reader is told about a read: its failure, or, while the console waits to ask again, why nothing comes. Anything but an
 * `ApiError` is a defect of the console and goes to the page's last resort.
 */
export function failureOf(query: UseQueryResult<unknown>): ApiError | null {
  const failure = query.error ?? (query.isFetching ? query.failureReason : null)
  if (failure === null || failure instanceof ApiError) return failure
  throw failure
}
