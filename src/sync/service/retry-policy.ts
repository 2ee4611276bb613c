/** When what is read by itself is asked again by itself. */
import type { ApiError, ApiFailure } from '../../contract/api-error.ts'

/**
 * Milliseconds to wait before the request is made again; null where waiting does not help. `attempt` counts from 1 for the first failure in a
 * row. A limit has no end of attempts: it says when to come back.
 */
export function retryAfterFailure(error: ApiError, attempt: number): number | null {
  if (error.remedy === 'wait') {
    const asked = error.failure.retryAfter
    return Math.max(asked === null ? 0 : asked * 1000, backOff(attempt))
  }
  return isPassing(error) && attempt <= mostAttempts ? backOff(attempt) : null
}

/** Lost connections, broken answers such as a page of HTML, and codes that advise trying again. */
export function isPassing({ failure: { kind, code, httpStatus } }: ApiError): boolean {
  if (kind === 'error-body') return passingCodes.has(code)
  if (kind === 'http-status') return (httpStatus ?? 0) >= 500
  return kind === 'unreachable' || kind === 'timeout' || kind === 'unreadable'
}

/** The code of a failure, or what came instead of one. */
export function failureName({ code, kind, httpStatus }: ApiFailure): string {
  return code || (kind === 'http-status' ? `HTTP ${httpStatus}` : kind)
}

const passingCodes: ReadonlySet<string> = new Set([
  ...['ERR-01', 'GTW-00', 'GTW-01', 'GTW-02', 'GTW-08', 'GTW-11'],
])

function backOff(attempt: number): number {
  return Math.min(60_000, 1000 * 2 ** (Math.max(1, attempt) - 1))
}

/** About a minute of waiting. */
const mostAttempts = 6
