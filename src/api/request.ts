import type { EndpointName } from '../contract/endpoints.ts'
import { type Parameters, pathAndQuery } from '../contract/request-path.ts'
import {
  apiPrefix,
  idleHeader,
  type SessionState,
  sessionElementId,
  sessionMarkHeader,
  sessionState,
} from '../contract/session.ts'
import { ApiError, type ApiFailure, gatewayRefusal, noFailure } from './api-error.ts'
import { openSource, type PackSource } from './pack-source.ts'

/** A body that arrived: parsed, with no number in it, and when the browser received it. */
export interface Answer {
  readonly body: unknown
  /** ISO 8601 UTC instant, by the reader's clock. */
  readonly receivedAt: string
  /** Path and query that were asked for, without the gateway's prefix. */
  readonly requestPath: string
}

/** How a request is ended, and the mark of the only session in which it is to be answered: the one that is shown, unless it is named. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined
  readonly session?: string | undefined
}

/**
 * Asks one endpoint through the gateway, in one session. Throws an `ApiError` for every failure, and nothing else, but for
 * the `AbortError` of a request that the caller cancelled.
 */
export async function ask<Name extends EndpointName>(
  name: Name,
  parameters: Parameters<Name>,
  { value, signal, session: meant }: AskOptions & { readonly value?: string } = {},
): Promise<Answer> {
  const requestPath = pathAndQuery(name, parameters, value)
  const opened = openSource()
  if (opened) return answerOf(opened, requestPath)
  const url = apiPrefix + requestPath
  const session = meant ?? shownSession() ?? ''
  const first = await firstAnswer(url, session)
  const headers = {
    ...acceptJson,
    ...(session !== '' && { [sessionMarkHeader]: session }),
    // A long reading, which names its session, was asked for by somebody.
    ...(meant === undefined && attendanceHeaders()),
  }
  const body = await getJson(url, requestPath, signal, { headers }, first)
  // No answer of the read API is empty: this one was cut off at its very beginning.
  if (body === undefined) throw new ApiError({ ...noFailure, kind: 'unreadable', requestPath })
  // When the first one arrived is not known, but it was asked for no earlier than the page.
  const receivedAt = new Date(first ? performance.timeOrigin : Date.now()).toISOString()
  return { body, receivedAt, requestPath }
}

function answerOf({ answer, pack }: PackSource, requestPath: string): Answer {
  const { status, body } = answer(requestPath)
  const error = readErrorBody(body)
  if (error)
    throw new ApiError({ ...noFailure, kind: 'error-body', ...error, httpStatus: status, requestPath })
  return { body, receivedAt: pack.asOf, requestPath }
}

/**
 * One request of the console to its own gateway; the body as parsed JSON, undefined where it is empty. Throws an
 * `ApiError` that names `requestPath`, or the caller's own `AbortError`. What was read in another session than it was meant for is GTW-12.
 * Where its answer is here already, as `first`, it is not asked for again.
 */
export async function getJson(
  url: string,
  requestPath: string,
  signal?: AbortSignal,
  init: RequestInit = {},
  first: Response | null = null,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(requestTimeout)
  const failed = (failure: Partial<ApiFailure> & Pick<ApiFailure, 'kind'>) =>
    new ApiError({ ...noFailure, requestPath, ...failure })
  let response: Response
  let text: string
  // Nobody is told that the pack is open, nor by whom.
  if (openSource()) throw failed({ kind: 'unreachable' })
  try {
    response =
      first ??
      (await fetch(url, {
        credentials: 'same-origin',
        headers: acceptJson,
        ...init,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      }))
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    if (deadline.aborted) throw failed({ kind: 'timeout' })
    throw failed({ kind: 'unreachable' })
  }
  const { status: httpStatus, headers } = response
  const known = {
    httpStatus,
    requestId: headers.get('x-request-id') ?? '',
    retryAfter: readRetryAfter(headers.get('retry-after')),
  }
  const meant = new Headers(init.headers).get(sessionMarkHeader)
  const readIn = headers.get(sessionMarkHeader)
  if (meant !== null && readIn !== null && readIn !== meant) throw gatewayRefusal('GTW-12', requestPath)
  if (response.ok && text === '') return undefined
  let body: unknown
  try {
    body = parseBody(text)
  } catch (error) {
    if (response.ok && error instanceof NestedTooDeep)
      throw failed({ kind: 'unexpected-body', details: error.message, ...known })
    throw failed({ kind: response.ok ? 'unreadable' : 'http-status', ...known })
  }
  const error = readErrorBody(body)
  // An error body counts whatever its HTTP status: some services send it with 200.
  if (error) throw failed({ kind: 'error-body', ...error, ...known })
  if (!response.ok) throw failed({ kind: 'http-status', ...known })
  return body
}

const acceptJson = { accept: 'application/json' } as const

/** An answer whose body has not the shape of the endpoint's. */
export function unexpectedBody(answer: Answer, expected: string): ApiError {
  return new ApiError({
    ...noFailure,
    kind: 'unexpected-body',
    details: `Expected ${expected}.`,
    requestPath: answer.requestPath,
  })
}

function readErrorBody(body: unknown): Pick<ApiFailure, 'code' | 'message' | 'details' | 'help'> | null {
  if (typeof body !== 'object' || body === null || !('error_code' in body)) return null
  const fields: Readonly<Record<string, unknown>> = { ...body }
  const text = (name: string) => {
    const value = fields[name]
    if (value === undefined || value === null) return ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
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

/** The mark of the session whose records this tab shows, in which everything is asked: see `ask`. Null before there was one. */
export function shownSession(): string | null {
  return shown
}

/** From now on everything is asked in this session, which may have ended: then nothing is answered until somebody signs in to it. */
export function showSession(mark: string): void {
  shown = mark
}

/** A string, or a number outside of one. Strings are matched so that digits within them are passed over. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON in which no number ever becomes a JavaScript number: a number that a service sends in spite of the
 * specification ("all field values are strings") arrives as its own digits, as text. Throws SyntaxError on broken JSON, and
 * `NestedTooDeep`.
 */
export function parseBody(text: string): unknown {
  // Once as it is: what is no JSON is refused before anything is quoted, and most services send no number.
  const plain: unknown = JSON.parse(text)
  if (!holdsNumber(plain)) return plain
  return JSON.parse(text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}

/** JSON in which so much stands within each other that whoever goes through it may run out of room. */
export class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep'

  constructor() {
    super(`Arrays and objects within each other, more than ${deepest} deep.`)
  }
}

/** The read API's own records are six deep. */
const deepest = 100

/** Whether a number is among what was parsed; throws where it is nested too deep. */
function holdsNumber(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number'
  if (depth === deepest) throw new NestedTooDeep()
  let isFound = false
  for (const part of Object.values(value)) if (holdsNumber(part, depth + 1)) isFound = true
  return isFound
}

/** The gateway need not know more exactly. */
const toldAfter = 60_000

/** When somebody last did something at the page: from then on the session lasts. Opening a page is an act. */
let actedAt = Date.now()
let toldAct = actedAt

/** Notes that somebody did something here. True where the gateway has not heard of any act for a minute, and is to be told. */
export function noteAct(now: number = Date.now()): boolean {
  actedAt = now
  return now - toldAct >= toldAfter
}

/** The header of a request that is made now: it says how long ago the last act was. */
export function attendanceHeaders(now: number = Date.now()): Readonly<Record<string, string>> {
  toldAct = actedAt
  return { [idleHeader]: String(Math.max(0, now - actedAt)) }
}

/** The session with which the page was sent. A page from the development server, or for somebody without a cookie, has none. */
export function sessionOfPage(): SessionState | undefined {
  const element = document.getElementById(sessionElementId)
  element?.remove()
  return element ? sessionState.parse(JSON.parse(element.textContent)) : undefined
}

/** The gateway gives up before this; it is for a gateway that itself hangs. In milliseconds. */
const requestTimeout = 90_000

let first: { readonly url: string; readonly answer: Promise<Response | null> } | null = null

/**
 * Takes over the request that the page's <head> began. A browser joins the two only where they are alike, so this one has no header of
 * its own; whose rows they are is seen by the answer's.
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

/** Older than this, it is asked for anew: a page may stay without its script for long. Milliseconds since the page was asked for. */
const keeps = 60_000

/** The answer to the page's first request, where that is what is asked for, in this session; null where it has to be asked for. */
async function firstAnswer(url: string, session: string): Promise<Response | null> {
  if (first?.url !== url) return null
  const { answer } = first
  first = null
  const response = performance.now() < keeps ? await answer : null
  return response?.headers.get(sessionMarkHeader) === session ? response : null
}
