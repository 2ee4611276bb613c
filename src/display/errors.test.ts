import { describe, expect, test } from 'vitest'
import { ApiError, noFailure } from '../contract/api-error.ts'
import { serviceErrors } from '../contract/errors.ts'
import { gatewayErrors } from '../contract/gateway-errors.ts'
import { refusal } from '../sync/service/testing/answers.ts'
import { titleWithoutWords } from './errors.tsx'
import { explainError, helpKind, messageLabel } from './explained-error.tsx'

test.each(Object.entries({ ...serviceErrors, ...gatewayErrors }))(
  '%s is told in its own words',
  (code, entry) => {
    expect(explainError(refusal(code, { message: 'what was sent' }))).toMatchObject({
      title: entry.title,
      explanation: entry.explanation,
      advice: entry.advice,
    })
  },
)

test('an unknown code is told in the words that came with it, or by its name', () => {
  const explained = (message: string) => explainError(refusal('MOON-7', { message }))
  expect(explained('The moon is in the way')).toMatchObject({
    title: 'The moon is in the way',
    remedy: 'retry',
  })
  expect(explained('').title).toBe('The service answered with MOON-7')
})

test.each([
  ['unreachable', 'No connection'],
  ['timeout', 'No answer in time'],
  ['unreadable', 'The answer cannot be read'],
  ['unexpected-body', 'The answer has an unexpected form'],
] as const)('without an error body, "%s" is "%s"', (kind, title) => {
  expect(explainError(new ApiError({ ...noFailure, kind }))).toMatchObject({ title, remedy: 'retry' })
})

test.each([
  ['of the service', { code: 'TXN-01', requestId: 'r1' }, 'Message from the service'],
  ['of the gateway', { code: 'GTW-02', requestId: 'r1' }, 'Message from the gateway'],
  ['of the console about an answer', { kind: 'unexpected-body', requestId: 'r1' }, 'Details'],
] as const)('a message %s is called so', (_, failure, label) => {
  expect(messageLabel({ ...noFailure, kind: 'error-body', ...failure })).toBe(label)
})

test('only what did not reach the service is called no connection where the words are missing', () => {
  expect(titleWithoutWords(new ApiError({ ...noFailure, kind: 'unreachable' }))).toBe('No connection')
  expect(titleWithoutWords(refusal('ERR-03'))).toBe('The request failed with ERR-03')
  expect(titleWithoutWords(new ApiError({ ...noFailure, kind: 'timeout' }))).toBe('The request failed')
})

test('a list that the service does not have is not blamed on a filter', () => {
  const error = refusal('ERR-00', { httpStatus: 404, message: 'No such path' })
  expect(explainError(error)).toMatchObject({
    title: 'The service has nothing at this address',
    remedy: 'retry',
  })
  expect(explainError(refusal('TXN-04', { httpStatus: 404 })).title).toBe(serviceErrors['TXN-04'].title)
})

test('an HTTP error without an error body names its status', () => {
  const { title } = explainError(new ApiError({ ...noFailure, kind: 'http-status', httpStatus: 502 }))
  expect(title).toBe('An error without an explanation (HTTP 502)')
})

test.each([429, 503])('HTTP %i without an error body says to wait, and names the status', (httpStatus) => {
  const error = new ApiError({ ...noFailure, kind: 'http-status', httpStatus })
  expect(explainError(error)).toMatchObject({
    title: `The service is busy (HTTP ${httpStatus})`,
    remedy: 'wait',
  })
  expect(error.retryAt).toBe(error.at + 10_000)
})

const console = 'https://custody.example'

describe('the help of an error', () => {
  test.each([
    ['https://docs.example/authentication', 'link'],
    ['http://10.0.0.7:8081/authentication', 'link'],
    ['https://localhost.example/a', 'link'],
    ['', 'text'],
    ['Ask the desk', 'text'],
    ['javascript:alert(1)', 'text'],
    ['//evil.invalid', 'text'],
    ['https://u:p@evil.invalid', 'text'],
  ])('%j', (help, expected) => {
    expect(helpKind(help, console)).toBe(expected)
  })

  test.each([
    'http://127.0.0.1:39211/authentication',
    'http://0x7f000001/authentication',
    'http://localhost:8081/authentication',
    'http://LOCALHOST./authentication',
    'http://service.localhost/authentication',
    'http://[::1]:8081/authentication',
    'http://[::ffff:127.0.0.1]/authentication',
  ])('%j is the machine of whoever sent it', (help) => {
    expect(helpKind(help, console)).toBe('local')
    // Nor is another port of this machine the console's own.
    expect(helpKind(help, 'http://localhost:8080')).toBe('local')
  })

  test('the console’s own address can be opened, wherever it is', () => {
    const href = 'http://localhost:8080/authentication'
    expect(helpKind(href, 'http://localhost:8080')).toBe('link')
  })
})
