import { readErrorBody } from '../contract/answer-body.ts'
import { ApiError, type ApiFailure, gatewayRefusal, noFailure } from '../contract/api-error.ts'
import { readRetryAfter } from '../contract/retry-after.ts'
import {
  idleHeader,
  parseSessionState,
  type SessionState,
  sessionElementId,
  sessionFingerprintHeader,
} from '../contract/session.ts'
import { apiBase } from './open-pack.ts'

/** What the API of the console answers. Throws as `getJson` does. `target`: path and query, without prefix. */
export async function askGateway(target: string, signal?: AbortSignal): Promise<unknown> {
  const url = apiBase + target
  const isPreloaded = url === preloaded
  preloaded = null
  const init = isPreloaded ? { headers: {}, session: shown } : { headers: sessionHeaders() }
  return await getJson(url, target, signal, init)
}

/** As `askGateway`, of what no open pack answers. `json`: the body. */
export function askSession(
  path: string,
  {
    json,
    signal,
    headers,
    ...init
  }: Omit<GatewayRequest, 'signal'> & { json?: unknown; signal?: AbortSignal } = {},
): Promise<unknown> {
  const content = json === undefined ? {} : { 'content-type': 'application/json' }
  return getJson(path, path, signal, {
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...init,
    headers: { ...sessionHeaders(), ...content, ...headers },
  })
}

/** `session`: the fingerprint of the one that has to answer, where no header says it. */
type GatewayRequest = RequestInit & { readonly timeout?: number; readonly session?: string | null }

/** For requests that only this tab's session may answer, and that do not count as activity. */
function sessionHeaders(): Readonly<Record<string, string>> {
  return {
    ...acceptJson,
    ...(shown !== null && { [sessionFingerprintHeader]: shown }),
    ...attendanceHeaders(),
  }
}

/**
 * Parsed body; undefined if empty. Throws an `ApiError`, or the caller's `AbortError`. An answer from another session is GTW-12.
 * `timeout`: milliseconds.
 */
export async function getJson(
  url: string,
  requestPath: string,
  signal?: AbortSignal,
  { timeout = requestTimeout, session = null, ...init }: GatewayRequest = {},
): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeout)
  const { method = 'GET' } = init
  const failed = (failure: Partial<ApiFailure> & Pick<ApiFailure, 'kind'>) =>
    new ApiError({ ...noFailure, method, requestPath, ...failure })
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      credentials: 'same-origin',
      headers: acceptJson,
      ...init,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw failed({ kind: deadline.aborted ? 'timeout' : 'unreachable' })
  }
  const { ok, status: httpStatus, headers } = response
  const about = {
    httpStatus,
    requestId: headers.get('x-request-id') ?? '',
    retryAfter: readRetryAfter(headers.get('retry-after')),
  }
  const asked = session ?? new Headers(init.headers).get(sessionFingerprintHeader)
  const answered = headers.get(sessionFingerprintHeader)
  if (asked !== null && answered !== null && answered !== asked)
    throw gatewayRefusal('GTW-12', requestPath, method)
  if (ok && text === '') return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw failed({ kind: ok ? 'unreadable' : 'http-status', ...about })
  }
  const error = readErrorBody(body)
  // Some services send an error body with status 200.
  if (error) throw failed({ kind: 'error-body', ...error, ...about })
  if (!ok) throw failed({ kind: 'http-status', ...about })
  return body
}

const acceptJson = { accept: 'application/json' } as const

const requestTimeout = 90_000

/** Mark of the session that this tab shows; null before the first. */
let shown: string | null = null

/** After the session ends, requests fail until somebody signs in to it again. */
export function showSession(mark: string): void {
  shown = mark
}

/** Milliseconds. */
const toldEvery = 60_000

/** The session's idle time counts from here. Opening a page is an act. */
let actedAt = Date.now()
let toldAct = actedAt

/** True where the gateway has heard of no act for a minute. */
export function recordActivity(now: number = Date.now()): boolean {
  actedAt = now
  return now - toldAct >= toldEvery
}

export function attendanceHeaders(now: number = Date.now()): Readonly<Record<string, string>> {
  toldAct = actedAt
  return { [idleHeader]: String(Math.max(0, now - actedAt)) }
}

/** Undefined from the development server, and without a cookie. */
export function sessionOfPage(): SessionState | undefined {
  const element = document.getElementById(sessionElementId)
  element?.remove()
  return element ? parseSessionState(JSON.parse(element.textContent)) : undefined
}

/** What the page's head asked for. The browser joins the first request for it with that one where both have the same headers: none. */
let preloaded: string | null = null

export function notePreloaded(): void {
  preloaded = document.querySelector('link[rel="preload"][as="fetch"]')?.getAttribute('href') ?? null
}
