/** Why signing in at the provider of identities failed, as a code with which a person is told. */
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { GatewayErrorCode } from '../../contract/gateway-errors.ts'
import { GatewayFailure } from './failure.ts'

/** A refusal, and for the log what the library called it: nothing that the provider sent. */
export interface Refusal {
  readonly code: GatewayErrorCode
  readonly reason: string | null
}

/** The refusal that an error means; undefined where nobody foresaw it. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof GatewayFailure) return { code: error.code, reason: null }
  if (error instanceof AuthorizationResponseError)
    return { code: authorizationErrors.get(error.error) ?? 'GTW-22', reason: error.code }
  if (error instanceof ResponseBodyError) {
    const code = error.status >= 500 ? 'GTW-17' : (tokenErrors.get(error.error) ?? 'GTW-22')
    return { code, reason: error.code }
  }
  // It does not know the gateway by its id and secret.
  if (error instanceof WWWAuthenticateChallengeError) return { code: 'GTW-22', reason: error.code }
  if (error instanceof ClientError)
    return { code: clientErrors.get(error.code ?? '') ?? 'GTW-22', reason: error.code ?? null }
  // What `fetch` throws where there is no connection, and where the answer takes too long.
  if (error instanceof TypeError && error.cause !== undefined) return { code: 'GTW-17', reason: null }
  if (error instanceof DOMException && error.name === 'TimeoutError') return { code: 'GTW-17', reason: null }
  return undefined
}

const authorizationErrors: ReadonlyMap<string, GatewayErrorCode> = new Map([
  ['access_denied', 'GTW-21'],
  ['server_error', 'GTW-17'],
  ['temporarily_unavailable', 'GTW-17'],
])

/** A code that was used before, or is too old, is an invalid grant. */
const tokenErrors: ReadonlyMap<string, GatewayErrorCode> = new Map([['invalid_grant', 'GTW-19']])

const clientErrors: ReadonlyMap<string, GatewayErrorCode> = new Map([
  ['OAUTH_TIMEOUT', 'GTW-17'],
  ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'GTW-17'],
  ['OAUTH_RESPONSE_IS_NOT_JSON', 'GTW-17'],
  ['OAUTH_PARSE_ERROR', 'GTW-17'],
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'GTW-18'],
  ['OAUTH_INVALID_RESPONSE', 'GTW-20'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'GTW-20'],
  ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', 'GTW-20'],
  ['OAUTH_KEY_SELECTION_FAILED', 'GTW-20'],
])
