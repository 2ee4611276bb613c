import { createHash } from 'node:crypto'
import * as oidc from 'openid-client'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import * as z from 'zod/mini'
import { refuseExcess } from '../../contract/answer-body.ts'
import type { GatewayErrorCode } from '../../contract/error-codes.ts'
import { withoutHidden } from '../../contract/hidden-characters.ts'
import { Refusal } from '../http.ts'
import type { Person } from './reader.ts'
import type { GatewaySettings } from './settings.ts'

export const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
})
type PendingSignIn = z.infer<typeof pendingSignIn>

/** Every method throws where the provider does not answer or cannot be trusted: see `refusalOf`. */
export type Provider = NonNullable<ReturnType<typeof createProvider>>

/** In seconds, between two machines. */
const clockTolerance = 60
const patience = 5
/** In milliseconds, for the provider’s addresses. */
const discoveryLasts = 3_600_000

/** Connects lazily: a gateway starts without its provider. Undefined where people sign in with a key. */
export function createProvider(settings: GatewaySettings) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: secret = '' } = settings
  if (issuer === undefined) return undefined
  const { OIDC_SCOPES: scope, OIDC_NAME_CLAIM: nameClaim, OIDC_GROUPS_CLAIM: groupsClaim } = settings
  const configuration = cacheFor(discoveryLasts, () =>
    oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: clockTolerance },
      clientAuthentication(secret),
      {
        timeout: patience,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
        [oidc.customFetch]: fetchModest,
      },
    ),
  )
  return {
    /** `anew`: the provider asks for a password even if it knows the person. */
    async begin(redirectUri: string, { anew }: { readonly anew: boolean }) {
      const config = await configuration()
      const pending: PendingSignIn = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        redirectUri,
      }
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        ...(anew && { prompt: 'login' }),
      })
      return { address: address.href, pending }
    },
    async finish(answer: URLSearchParams, { state, nonce, verifier, redirectUri }: PendingSignIn) {
      const config = await configuration()
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()
      // The library accepts an empty subject.
      if (idToken === undefined || idToken.sub === '') throw new Refusal('GTW-20')
      // The library asks for it only beside several audiences.
      if (idToken.azp !== undefined && idToken.azp !== clientId) throw new Refusal('GTW-20')
      // The library accepts a token that was issued in the future.
      if (idToken.iat > Date.now() / 1000 + clockTolerance) throw new Refusal('GTW-18')
      const isWhole = nameClaim in idToken && groupsClaim in idToken
      // Many providers return some claims only from this endpoint.
      const more =
        isWhole || config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)
      const claims: Record<string, unknown> = { ...more, ...idToken }
      const person: Person = {
        id: createHash('sha256')
          .update(JSON.stringify([idToken.iss, idToken.sub]))
          .digest('base64url'),
        name: nameOf(claims[nameClaim]) || nameOf(idToken.sub),
      }
      return {
        person,
        groups: groupsClaimed.safeParse(claims[groupsClaim]).data ?? [],
      }
    },
    async endAddress(backTo: string) {
      const config = await configuration()
      if (config.serverMetadata().end_session_endpoint === undefined) return null
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: backTo }).href
    },
  }
}

/** Short, since it travels in a cookie, and of one line without hidden characters. */
function nameOf(claimed: unknown): string {
  if (typeof claimed !== 'string') return ''
  return withoutHidden(claimed.trim().slice(0, 120)).text.replace(/[\t\r\n]/g, '')
}

/** Documents and tokens have some kilobytes. The library takes answers of any length and depth into memory. */
async function fetchModest(...[address, options]: Parameters<oidc.CustomFetch>): Promise<Response> {
  const answer = await fetch(address, options as RequestInit)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > mostBytes) throw tooMuch(`an answer of more than ${mostBytes} bytes`)
    pieces.push(piece)
  }
  const body = Buffer.concat(pieces)
  try {
    refuseExcess(body.toString())
  } catch (cause) {
    throw tooMuch(cause)
  }
  const { status, headers } = answer
  return new Response(body.length === 0 ? null : body, { status, headers })
}

const mostBytes = 1_000_000

/** As `fetch` tells of an answer that it could not receive. */
function tooMuch(cause: unknown): TypeError {
  return new TypeError('the provider sent too much', { cause })
}

/** Some providers send one name instead of a list. */
const groupsClaimed = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((group: string) => [group]),
  ),
])

/** In the header by default, in the body where the provider accepts only that. */
function clientAuthentication(secret: string): oidc.ClientAuth {
  const inHeader = oidc.ClientSecretBasic(secret)
  const inBody = oidc.ClientSecretPost(secret)
  return (server, ...rest) => {
    const takes = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (takes.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest)
  }
}

function cacheFor<T>(milliseconds: number, make: () => Promise<T>): () => Promise<T> {
  let cached: { readonly made: Promise<T>; readonly at: number } | null = null
  return () => {
    if (cached === null || Date.now() - cached.at > milliseconds) {
      const made = make()
      cached = { made, at: Date.now() }
      made.catch(() => {
        if (cached?.made === made) cached = null
      })
    }
    return cached.made
  }
}

/** The error's code and the library's name for it, nothing the provider sent. Undefined for an unforeseen error. */
export function refusalOf(error: unknown): { code: Refusal['code']; reason: string | null } | undefined {
  if (error instanceof Refusal) return { code: error.code, reason: null }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const failed = error instanceof ResponseBodyError && error.status >= 500
    return { code: failed ? 'GTW-17' : (codes.get(error.error) ?? 'GTW-22'), reason: error.code }
  }
  // A challenge: the provider does not accept the gateway's id and secret.
  if (error instanceof ClientError || error instanceof WWWAuthenticateChallengeError)
    return { code: codes.get(error.code ?? '') ?? 'GTW-22', reason: error.code ?? null }
  // `fetch` throws these without a connection, and on time-out.
  const isLost =
    (error instanceof TypeError && error.cause !== undefined) ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  return isLost ? { code: 'GTW-17', reason: null } : undefined
}

const codes: ReadonlyMap<string, GatewayErrorCode> = new Map([
  ['access_denied', 'GTW-21'],
  ['server_error', 'GTW-17'],
  ['temporarily_unavailable', 'GTW-17'],
  // The code was used before, or is too old.
  ['invalid_grant', 'GTW-19'],
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
