import type { UseQueryResult } from '@tanstack/react-query'
import type { ErrorRemedy } from '../contract/error-entry.ts'
import { errorEntry } from '../contract/errors.ts'
import { type GatewayErrorCode, gatewayErrors } from '../contract/gateway-errors.ts'

/**
 * How a request failed: the service (or gateway) answered with an error body, or, where there was none: no connection,
 * no answer in time, an answer that cannot be read, a body of another shape than the endpoint's, or a bare HTTP status.
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
  /** `error_code` of the error body. */
  readonly code: string
  /** `error_message` of the error body, as the service sent it. */
  readonly message: string
  readonly details: string
  readonly help: string
  readonly httpStatus: number | null
  /** Path and query that were asked for, without the gateway's prefix. */
  readonly requestPath: string
  /** Seconds that the service asks to wait. */
  readonly retryAfter: number | null
  readonly requestId: string
}

/** Of a failure about which nothing more is known than its kind. */
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

/** Every way in which a read can fail, in one form (specification, "Error body"). */
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

  /** What a person can do about it; an unknown code or a failed transport is worth another try. */
  get remedy(): ErrorRemedy {
    return errorEntry(this.failure.code)?.remedy ?? 'retry'
  }

  /** The moment, in milliseconds, before which asking again is pointless; null where nothing was asked of us. */
  get retryAt(): number | null {
    if (this.remedy !== 'wait') return null
    return this.at + (this.failure.retryAfter ?? fallbackWaitSeconds) * 1000
  }
}

/** Whether a service does not take what it was asked with, such as a date, or this form of it. */
function refusesFilter(error: unknown): boolean {
  return error instanceof ApiError && error.remedy === 'correct-filter'
}

/** For the end of a request: null where what it asks with is refused, which is an answer. */
export function noneWhereRefused(error: unknown): null {
  if (refusesFilter(error)) return null
  throw error
}

/** What the gateway refuses with, where the console can tell without asking it. */
export function gatewayRefusal(code: GatewayErrorCode, requestPath: string): ApiError {
  const { httpStatus, message, details } = gatewayErrors[code]
  return new ApiError({ ...noFailure, kind: 'error-body', code, message, details, httpStatus, requestPath })
}

/** How long to wait on ERR-03 where the service does not say, in seconds. */
const fallbackWaitSeconds = 10

/** True where the reader has to sign in (again) before anything else can work. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.failure.code === 'GTW-04'
}

/**
 * What a reader has to be told about a read: its failure, or, while a rate limit is waited out before asking again, why
 * nothing comes. Anything but an `ApiError` is a defect of the console and goes to the page's last resort.
 */
export function failureOf(query: UseQueryResult<unknown>): ApiError | null {
  const failure = query.error ?? (query.isFetching ? query.failureReason : null)
  if (failure === null || failure instanceof ApiError) return failure
  throw failure
}
