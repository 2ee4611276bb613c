/** Failures for tests, made as the service's answers are read. */
import { ApiError, type ApiFailure, noFailure } from '../api-error.ts'

/** The service's error body of this code; what `further` does not name is empty. `at` is when it was received. */
export function refusal(code: string, further: Partial<ApiFailure> = {}, at?: number): ApiError {
  return new ApiError({ ...noFailure, kind: 'error-body', code, httpStatus: 400, ...further }, at)
}
