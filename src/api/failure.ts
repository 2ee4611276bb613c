import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '../contract/api-error.ts'

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.failure.code === 'GTW-04'
}

/** The answer needs all records, which are being read: see `AwaitedRecords`. */
export function needsAllRecords(error: unknown): boolean {
  return error instanceof ApiError && error.failure.code === 'GTW-26'
}

/** The answer needs all records, and none are kept, or they cannot be asked: `details` say why. */
export function lacksRecords(error: unknown): boolean {
  return error instanceof ApiError && error.failure.code === 'GTW-27'
}

/** Includes the failure that a retry is waiting out. */
export function failureOf(query: UseQueryResult<unknown>): ApiError | null {
  return query.error ?? (query.isFetching ? query.failureReason : null)
}
