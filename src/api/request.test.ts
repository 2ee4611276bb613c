import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../contract/api-error.ts'
import { readRetryAfter } from '../contract/retry-after.ts'
import { idleHeader, sessionFingerprintHeader } from '../contract/session.ts'
import { refusal } from '../sync/service/testing/answers.ts'
import { retryDelay, shouldRetry } from './query-client.ts'
import { askGateway, attendanceHeaders, getJson, recordActivity, showSession } from './request.ts'
import { sessionRequest } from './session.ts'

const vaultsTarget = '/vaults'

const body = {
  status: 'error',
  error_code: 'TXN-01',
  error_message: 'Invalid status',
  details: 'status must be …',
  help: '',
  code: '400',
}

async function failureOf(body: BodyInit, init?: ResponseInit): Promise<ApiError['failure']> {
  vi.stubGlobal('fetch', async () => new Response(body, init))
  const error = await getJson('/', '/transactions?status=x').catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError')
  return error.failure
}

describe('a failed answer becomes an ApiError', () => {
  test('an error body, with its texts, request, wait and request id', async () => {
    const headers = { 'retry-after': '7', 'x-request-id': 'r-1' }
    expect(await failureOf(JSON.stringify(body), { status: 400, headers })).toEqual({
      kind: 'error-body',
      code: 'TXN-01',
      message: 'Invalid status',
      details: 'status must be …',
      help: '',
      httpStatus: 400,
      method: 'GET',
      requestPath: '/transactions?status=x',
      retryAfter: 7,
      requestId: 'r-1',
    })
  })

  test.each([
    [
      'an error body without texts',
      400,
      '{"error_code":"ERR-01"}',
      { kind: 'error-body', code: 'ERR-01', message: '' },
    ],
    [
      'an error body with odd fields',
      400,
      '{"error_code":17,"details":{"a":1}}',
      { code: '17', details: '{"a":1}' },
    ],
    ['an error body under HTTP 200', 200, JSON.stringify(body), { kind: 'error-body', code: 'TXN-01' }],
    ['a code that nobody knows', 418, '{"error_code":"TEA-00"}', { kind: 'error-body', code: 'TEA-00' }],
    ['an empty body', 503, '', { kind: 'http-status', httpStatus: 503, code: '' }],
    ['a page in place of JSON', 502, '<html>Bad gateway</html>', { kind: 'http-status', httpStatus: 502 }],
    ['JSON that is no error body', 500, '{"message":"oops"}', { kind: 'http-status', httpStatus: 500 }],
    ['a page under HTTP 200', 200, '<!doctype html>', { kind: 'unreadable', httpStatus: 200 }],
    ['JSON cut in the middle', 200, '{"transactions":[{"transac', { kind: 'unreadable' }],
  ])('%s', async (_name, status, text, expected) => {
    expect(await failureOf(text, { status })).toMatchObject(expected)
  })

  test('a connection that breaks within the body', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('broken off')) })
    expect(await failureOf(broken)).toMatchObject({ kind: 'unreachable' })
  })
})

describe('the session in which is read', () => {
  const answering = (mark: string | null, body: object = { vaults: [] }) => {
    const asked: (string | null)[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      asked.push(new Headers(headers).get(sessionFingerprintHeader))
      return Response.json(body, mark === null ? {} : { headers: { [sessionFingerprintHeader]: mark } })
    })
    return asked
  }
  afterEach(() => showSession(''))

  test('is the one that the tab shows', async () => {
    const asked = answering(null)
    showSession('shown')
    await askGateway(vaultsTarget)
    expect(asked).toEqual(['shown'])
  })

  test('is that of the answer too: what was read in another is refused, whatever it says', async () => {
    showSession('shown')
    answering('shown')
    await expect(askGateway(vaultsTarget)).resolves.toEqual({ vaults: [] })
    for (const body of [{ vaults: [] }, { error_code: 'VAL-01' }]) {
      answering('another', body)
      const failure = { code: 'GTW-12', requestPath: '/vaults' }
      await expect(askGateway(vaultsTarget)).rejects.toMatchObject({ failure })
    }
  })
})

test.each([
  ['an error body', JSON.stringify(body), {}],
  ['an answer of another form', '{"a":1}', {}],
  ['an answer of another session', '{}', { [sessionFingerprintHeader]: 'another' }],
])('%s to a POST is told as a failure of a POST', async (_, answer, headers) => {
  vi.stubGlobal('fetch', async () => new Response(answer, { headers }))
  const asked = sessionRequest({ method: 'POST', headers: { [sessionFingerprintHeader]: 'shown' } })
  await expect(asked).rejects.toMatchObject({ failure: { method: 'POST', requestPath: '/session' } })
})

test('a cancelled request is no failure: its own AbortError comes through', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    signal.throwIfAborted()
  })
  const leaving = new AbortController()
  const pending = getJson('/', '/', leaving.signal)
  leaving.abort()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  ['5', 5],
  [' 12 ', 12],
  ['Sun, 01 Nov 2026 00:00:30 GMT', 30],
  ['Sat, 31 Oct 2026 23:00:00 GMT', 0],
  ['soon', null],
  ['-3', null],
  [null, null],
  // Timers of browsers end at 25 days: a longer one fires at once, and so would every one after it.
  ['Thu, 31 Dec 2099 23:59:59 GMT', null],
  ['1000000', null],
])('Retry-After %j means %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, Date.parse('2026-11-01T00:00:00Z'))).toBe(seconds)
})

describe('asking again', () => {
  const error = (code: string, retryAfter: number | null = null) =>
    refusal(code, { kind: code === '' ? 'unreachable' : 'error-body', retryAfter })
  const withoutCode = (httpStatus: number) => refusal('', { kind: 'http-status', httpStatus })

  test.each([
    ['ERR-00', 0],
    ['ERR-01', 0],
    ['ERR-02', 0],
    ['TXN-02', 0],
    ['GTW-01', 0],
    ['GTW-04', 0],
    ['ERR-03', 3],
    ['GTW-23', 3],
    ['GTW-26', 100],
    ['GTW-00', 1],
    ['', 1],
    [429, 3],
    [503, 3],
    [502, 0],
  ])('%j is asked again %i times', (what, times) => {
    const failure = typeof what === 'string' ? error(what) : withoutCode(what)
    let failures = 0
    while (shouldRetry(failures, failure) && failures < 100) failures++
    expect(failures).toBe(times)
  })

  test('waits as long as the service asked for', () => {
    const limited = error('ERR-03', 60)
    expect(retryDelay(1, limited, limited.at + 2000)).toBe(58_000)
    expect(retryDelay(1, limited, limited.at + 90_000)).toBe(0)
  })
})

test('requests say how long ago the last act was, and the gateway is told of acts once a minute', () => {
  const opened = Date.now() + 10
  expect(recordActivity(opened)).toBe(false)
  expect(attendanceHeaders(opened)).toEqual({ [idleHeader]: '0' })
  // What the console asks by itself is no act, however soon it comes.
  expect(attendanceHeaders(opened + 59_999)).toEqual({ [idleHeader]: '59999' })
  expect(recordActivity(opened + 50_000)).toBe(false)
  expect(recordActivity(opened + 60_000)).toBe(true)
  expect(attendanceHeaders(opened + 60_000)).toEqual({ [idleHeader]: '0' })
  expect(recordActivity(opened + 90_000)).toBe(false)
})
