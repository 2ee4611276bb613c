import { ApiError } from '../../../contract/api-error.ts'
import { type DatabaseError, isUnanswered } from '../../../database/database.ts'
import { LeaseLost } from '../../../store/scope.ts'

/** The service no longer takes the key. What it refuses of another list than that of transactions ends no job. */
export class KeyRefused extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.message)
    this.error = error
  }
}

type JobFailure =
  | { readonly kind: 'lease-lost' }
  | { readonly kind: 'database'; readonly error: DatabaseError }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'silent'; readonly error: ApiError }
  | { readonly kind: 'unknown' }

export function failureOfJob(error: unknown): JobFailure {
  if (error instanceof LeaseLost) return { kind: 'lease-lost' }
  if (isUnanswered(error)) return { kind: 'database', error }
  if (error instanceof KeyRefused) return { kind: 'refused', error: error.error }
  return error instanceof ApiError ? { kind: 'silent', error } : { kind: 'unknown' }
}
