import { type ServiceErrorCode, serviceErrors } from '../../contract/errors.ts'
import type { ErrorBody } from '../../contract/records.ts'

/** A request that is answered with an error of the specification. `details` says more than the catalogue does. */
export class Refusal extends Error {
  readonly code: ServiceErrorCode
  readonly details: string
  /** Seconds after which to ask again (ERR-03). */
  readonly retryAfter: number | undefined

  constructor(code: ServiceErrorCode, details: string = serviceErrors[code].details, retryAfter?: number) {
    super(`${code}: ${details}`)
    this.name = 'Refusal'
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** What of an error body is not simply the catalogue's. */
interface Particulars {
  readonly details?: string
  readonly help?: string
  /** Where HTTP itself is at fault (404, 405, 431): the specification knows no code of its own for that. */
  readonly httpStatus?: number
}

/** The body of a failure (specification, "Error body"). */
export function errorBodyOf(code: ServiceErrorCode, particulars: Particulars = {}): ErrorBody {
  const entry = serviceErrors[code]
  return {
    status: 'error',
    error_code: code,
    error_message: entry.message,
    details: particulars.details ?? entry.details,
    help: particulars.help ?? '',
    code: String(particulars.httpStatus ?? entry.httpStatus),
  }
}

/** The methods that every path answers, as `Allow` names them. */
export const servedMethods = 'GET, HEAD'

/** The body of 404. */
export const otherPathBody = errorBodyOf('ERR-00', {
  httpStatus: 404,
  details: 'The read API does not have this path.',
})

/** The body of 405. */
export const otherMethodBody = errorBodyOf('ERR-00', {
  httpStatus: 405,
  details: 'The read API only reads: GET and HEAD.',
})
