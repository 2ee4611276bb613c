/** A failure that the gateway itself answers for, in the error body that the service's failures have too. */
import { type GatewayErrorCode, gatewayErrors } from '../../contract/errors.ts'
import type { ErrorBody } from '../../contract/records.ts'

/** Thrown anywhere in the gateway; becomes the answer. `details` replaces the catalogue's where it can be more exact. */
export class GatewayFailure extends Error {
  readonly code: GatewayErrorCode
  readonly details: string
  readonly headers: Readonly<Record<string, string>>
  readonly statusCode: number

  constructor(
    code: GatewayErrorCode,
    details: string = gatewayErrors[code].details,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${code} ${gatewayErrors[code].message}`)
    this.code = code
    this.details = details
    this.headers = headers
    this.statusCode = gatewayErrors[code].httpStatus
  }
}

/** The error body of a failure (specification, "Error body"). */
export function errorBodyOf({ code, details }: GatewayFailure): ErrorBody {
  const { httpStatus, message } = gatewayErrors[code]
  return {
    status: 'error',
    error_code: code,
    error_message: message,
    details,
    help: '',
    code: String(httpStatus),
  }
}
