import { type ErrorRemedy, errorRemedy, type GatewayErrorCode } from './error-codes.ts'

/** An error body of the service or gateway; no connection, a timeout or unparsable text; the wrong shape; a bare HTTP status. */
export type FailureKind =
  | 'error-body'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'unexpected-body'
  | 'http-status'

/** Texts are empty, and figures null, where the answer has none. */
export interface ApiFailure {
  readonly kind: FailureKind
  readonly code: string
  readonly message: string
  readonly details: string
  readonly help: string
  readonly httpStatus: number | null
  readonly method: string
  readonly requestPath: string
  readonly retryAfter: number | null
  readonly requestId: string
}

export const noFailure = {
  code: '',
  message: '',
  details: '',
  help: '',
  httpStatus: null,
  method: 'GET',
  requestPath: '',
  retryAfter: null,
  requestId: '',
} as const satisfies Omit<ApiFailure, 'kind'>

/** Specification, "Error body". */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: ApiFailure
  /** Milliseconds, by the reader's clock. */
  readonly at: number

  constructor(failure: ApiFailure, at: number = Date.now()) {
    super(failure.message || failure.code || failure.kind)
    this.failure = failure
    this.at = at
  }

  /** A known code decides; without one, HTTP 429 and 503 say to wait. */
  get remedy(): ErrorRemedy {
    const { code, httpStatus } = this.failure
    return errorRemedy(code) ?? (httpStatus === 429 || httpStatus === 503 ? 'wait' : 'retry')
  }

  /** Asking again before this is pointless. Milliseconds; null where there is nothing to wait for. */
  get retryAt(): number | null {
    if (this.remedy !== 'wait') return null
    return this.at + (this.failure.retryAfter ?? fallbackWaitSeconds) * 1000
  }
}

/** A refusal that the console foresees. It has a code, and no answer. */
export function gatewayRefusal(code: GatewayErrorCode, requestPath: string, method = 'GET'): ApiError {
  return new ApiError({ ...noFailure, kind: 'error-body', code, method, requestPath })
}

const fallbackWaitSeconds = 10

export function unexpectedBody(requestPath: string, expected: string, method = 'GET'): ApiError {
  return new ApiError({
    ...noFailure,
    kind: 'unexpected-body',
    details: `Expected ${expected}.`,
    method,
    requestPath,
  })
}
