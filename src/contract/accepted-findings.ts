/**
 * Findings of the whitelist review that somebody looked into and accepted, for everybody who reads the account. `GET`: all of them. `PUT` and
 * `DELETE` of one, by its id in the path: accepts a finding that the review has now, or withdraws that.
 */
import type { Endpoint } from './endpoints.ts'
import { apiPrefix } from './session.ts'

export const acceptedPath = `${apiPrefix}/accepted`

export const acceptedEndpoint = {
  path: '/accepted',
  parameters: {},
} as const satisfies Endpoint

export interface AcceptedFinding {
  /** The digest of what the finding rests on: another one once that changes. */
  readonly finding: string
  /** The person who was signed in, or the fingerprint of the key. */
  readonly by: string
  /** ISO 8601 UTC, by the gateway's clock. */
  readonly at: string
  readonly reason: string
  /** Subject of the finding, and its evidence when it was accepted, by column: a difference shows what changed. */
  readonly subject?: string | undefined
  readonly facts?: Readonly<Record<string, string>> | undefined
}

export interface AcceptedAnswer {
  readonly accepted: readonly AcceptedFinding[]
}
