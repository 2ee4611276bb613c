import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * What a reader has to be told about a read: its failure, or, while a rate limit is waited out before asking again, why
 * nothing comes. Anything but an `ApiError` is a defect of the console and goes to the page's last resort.
 */
export function failureOf(query: UseQueryResult<unknown>): ApiError | null {
  const failure = query.error ?? (query.isFetching ? query.failureReason : null)
  if (failure === null || failure instanceof ApiError) return failure
  throw failure
}
