/** Requests of the console to its own gateway: the body of the answer, or an `ApiError`. */
import type { EndpointName } from '../contract/endpoints.ts'
import { type Parameters, pathAndQuery } from '../contract/request-path.ts'
import {
  apiPrefix,
  idleHeader,
  parseSessionState,
  type SessionState,
  sessionElementId,
  sessionMarkHeader,
} from '../contract/session.ts'
import { ApiError, type ApiFailure, gatewayRefusal, noFailure } from './api-error.ts'
import { asFields, asText } from './normalise.ts'
import { openSource } from './pack-source.ts'

export interface Answer {
  /** As parsed, with no number in it. */
  readonly body: unknown
  /** ISO 8601 UTC instant, by the reader's clock. */
  readonly receivedAt: string
  readonly requestPath: string
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined
  /** The mark of the only session in which it may be answered; by default the one that this tab shows. */
  readonly session?: string | undefined
}

/**
 * Asks one endpoint through the gateway, in one session. Throws an `ApiError` for every failure, and nothing else but the `AbortError` of
 * a request that the caller cancelled.
 */
export async function ask<Name extends EndpointName>(
  name: Name,
  parameters: Parameters<Name>,
  { value, signal, session: named }: AskOptions & { readonly value?: string } = {},
): Promise<Answer> {
  const requestPath = pathAndQuery(name, parameters, value)
  const source = openSource()
  if (source) {
    const { status: httpStatus, body } = source.answer(requestPath)
    const error = readErrorBody(body)
    if (error) throw new ApiError({ ...noFailure, kind: 'error-body', ...error, httpStatus, requestPath })
    return { body, receivedAt: source.pack.asOf, requestPath }
  }
  const url = apiPrefix + requestPath
  const session = named ?? shown ?? ''
  const early = await firstAnswer(url, session)
  const headers = {
    ...acceptJson,
    ...(session !== '' && { [sessionMarkHeader]: session }),
    // A long reading, which names its session, says nothing of whether somebody is there.
    ...(named === undefined && attendanceHeaders()),
  }
  const body = await getJson(url, requestPath, signal, { headers }, early)
  // No answer of the read API is empty, so this one was cut off at its very beginning.
  if (body === undefined) throw new ApiError({ ...noFailure, kind: 'unreadable', requestPath })
  // When the first answer arrived is not known, but it was asked for no earlier than the page.
  const receivedAt = new Date(early ? performance.timeOrigin : Date.now()).toISOString()
  return { body, receivedAt, requestPath }
}

/**
 * The parsed body of one request; undefined where it is empty. Throws an `ApiError` that names `requestPath`, or the caller's own
 * `AbortError`. An answer that was read in another session than the request's is GTW-12. With `early`, the answer is here already.
 */
export async function getJson(
  url: string,
  requestPath: string,
  signal?: AbortSignal,
  init: RequestInit = {},
  early: Response | null = null,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(requestTimeout)
  const failed = (failure: Partial<ApiFailure> & Pick<ApiFailure, 'kind'>) =>
    new ApiError({ ...noFailure, requestPath, ...failure })
  // Nobody is to learn that a pack is open, nor by whom.
  if (openSource()) throw failed({ kind: 'unreachable' })
  let response: Response
  let text: string
  try {
    response =
      early ??
      (await fetch(url, {
        credentials: 'same-origin',
        headers: acceptJson,
        ...init,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      }))
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
  const asked = new Headers(init.headers).get(sessionMarkHeader)
  const answered = headers.get(sessionMarkHeader)
  if (asked !== null && answered !== null && answered !== asked) throw gatewayRefusal('GTW-12', requestPath)
  if (ok && text === '') return undefined
  let body: unknown
  try {
    body = parseBody(text)
  } catch (error) {
    if (!ok) throw failed({ kind: 'http-status', ...about })
    if (error instanceof SyntaxError) throw failed({ kind: 'unreadable', ...about })
    throw failed({ kind: 'unexpected-body', details: tooDeep, ...about })
  }
  const error = readErrorBody(body)
  // An error body counts whatever its HTTP status: some services send it with 200.
  if (error) throw failed({ kind: 'error-body', ...error, ...about })
  if (!ok) throw failed({ kind: 'http-status', ...about })
  return body
}

const acceptJson = { accept: 'application/json' } as const

/** The gateway gives up before this; it is for a gateway that itself hangs. In milliseconds. */
const requestTimeout = 90_000

export function unexpectedBody(requestPath: string, expected: string): ApiError {
  return new ApiError({
    ...noFailure,
    kind: 'unexpected-body',
    details: `Expected ${expected}.`,
    requestPath,
  })
}

function readErrorBody(body: unknown): Pick<ApiFailure, 'code' | 'message' | 'details' | 'help'> | null {
  const fields = asFields(body)
  if (!fields || !('error_code' in fields)) return null
  const text = (name: string) => asText(fields[name]) ?? ''
  return {
    code: text('error_code'),
    message: text('error_message'),
    details: text('details'),
    help: text('help'),
  }
}

/** Seconds of a `Retry-After` header: whole seconds, or the time until an HTTP date. */
export function readRetryAfter(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header.trim())) return Number(header)
  // Date.parse accepts far more than an HTTP date: "-3" is a year to it.
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000))
}

let shown: string | null = null

/** The mark of the session whose records this tab shows, and in which `ask` asks; null before there was one. */
export function shownSession(): string | null {
  return shown
}

/** From now on everything is asked in this session. If it has ended, nothing is answered until somebody signs in to it. */
export function showSession(mark: string): void {
  shown = mark
}

/** A string, or a number outside of one. Strings are matched so that digits within them are passed over. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON in which no number ever becomes a JavaScript number: one that a service sends, in spite of the specification ("all field
 * values are strings"), arrives as text with its own digits. Throws a `SyntaxError` on broken JSON, and a `RangeError` where it is nested
 * so deeply that code which walks through it may run out of stack.
 */
export function parseBody(text: string): unknown {
  // Once as it is: what is no JSON is refused before anything is quoted, and most services send no number.
  const plain: unknown = JSON.parse(text)
  if (!holdsNumber(plain)) return plain
  return JSON.parse(text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}

/** The read API's own records are six deep. */
const deepest = 100
const tooDeep = `Arrays and objects within each other, more than ${deepest} deep.`

function holdsNumber(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number'
  if (depth === deepest) throw new RangeError(tooDeep)
  let isFound = false
  // To its end: all of it is to be measured.
  for (const part of Object.values(value)) if (holdsNumber(part, depth + 1)) isFound = true
  return isFound
}

/** How often the gateway is told of acts. Milliseconds. */
const toldEvery = 60_000

/** When somebody last did something at the page, from which the session's idle time counts. Opening a page is an act. */
let actedAt = Date.now()
let toldAct = actedAt

/** Notes that somebody did something here. True where the gateway has not been told of any act for a minute, and should be. */
export function noteAct(now: number = Date.now()): boolean {
  actedAt = now
  return now - toldAct >= toldEvery
}

export function attendanceHeaders(now: number = Date.now()): Readonly<Record<string, string>> {
  toldAct = actedAt
  return { [idleHeader]: String(Math.max(0, now - actedAt)) }
}

/** The session with which the page was sent. A page from the development server, or for somebody without a cookie, has none. */
export function sessionOfPage(): SessionState | undefined {
  const element = document.getElementById(sessionElementId)
  element?.remove()
  return element ? parseSessionState(JSON.parse(element.textContent)) : undefined
}

let first: { readonly url: string; readonly answer: Promise<Response | null> } | null = null

/**
 * Takes over the request that the page's <head> began. A browser joins the two only where they are alike, so this one has no header of
 * its own; the answer's header tells whose rows they are.
 */
export function takeOverFirstRequest(): void {
  const link = document.querySelector('link[rel="preload"][as="fetch"]')
  const url = link?.getAttribute('href')
  if (!url) return
  const answer = fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(requestTimeout) })
  first = { url, answer: answer.catch(() => null) }
}

/** Whether the answer to the page's first request has rows, once its beginning is there: false where there is no such request. */
export async function isFirstAnswerGood(): Promise<boolean> {
  return (await first?.answer)?.ok ?? false
}

/** A page may wait long for its script. An older first answer is not used. Milliseconds since the page was asked for. */
const firstAnswerLasts = 60_000

/** The answer to the page's first request, where that is what is asked for, in this session; null where it has to be asked for. */
async function firstAnswer(url: string, session: string): Promise<Response | null> {
  if (first?.url !== url) return null
  const { answer } = first
  first = null
  const response = performance.now() < firstAnswerLasts ? await answer : null
  return response?.headers.get(sessionMarkHeader) === session ? response : null
}
