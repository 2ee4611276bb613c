/** When what is read by itself is asked again by itself. */
import type { ApiError, ApiFailure } from '../../contract/api-error.ts'
import { errorRemedy } from '../../contract/error-codes.ts'

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

/** Whether a reading may go on without this one answer. What passes is asked again first, and a service that is silent fails for all. */
export function failsAlone(error: ApiError, isLast = false): boolean {
  const { kind, code } = error.failure
  const isSilent = kind === 'unreachable' || kind === 'timeout' || silentCodes.has(code)
  return error.remedy !== 'wait' && !isSilent && (isLast || !isPassing(error))
}

/** Not reached, not in time, or this gateway is at its limits. */
const silentCodes: ReadonlySet<string> = new Set(['GTW-00', 'GTW-01', 'GTW-08', 'GTW-11'])

/** The code of a failure, or what came instead of one: few, and no text of the service. */
export function failureName({ code, kind, httpStatus }: ApiFailure): string {
  if (code !== '') return errorRemedy(code) ? code : 'other'
  return kind === 'http-status' ? `HTTP ${httpStatus}` : kind
}

const passingCodes: ReadonlySet<string> = new Set([
  ...['ERR-01', 'GTW-00', 'GTW-01', 'GTW-02', 'GTW-08', 'GTW-11'],
])

function backOff(attempt: number): number {
  return Math.min(60_000, 1000 * 2 ** (Math.max(1, attempt) - 1))
}

/** About a minute of waiting. */
const mostAttempts = 6
