import { limitRange } from '../../contract/endpoints.ts'
import { ApiError, noFailure } from '../api-error.ts'
import type { Walked } from './walk.ts'

/**
 * A list that filled no page is taken as it is: services are allowed to have lists whose pages cannot be turned. Of a longer one
 * that cannot be proved whole, part would be compared with all.
 */
export function provedWhole<R>(walked: Walked<R>): Walked<R> {
  if (walked.completeness === 'complete' || walked.rows < limitRange.max) return walked
  throw new ApiError({
    ...noFailure,
    kind: 'unexpected-body',
    details: `The list cannot be read whole. ${walked.doubts.join(' ')}`,
  })
}
