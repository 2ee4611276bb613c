import { expect, test } from 'vitest'
import { ApiError, noFailure } from '../../contract/api-error.ts'
import { retryAfterFailure } from './retry-policy.ts'
import { refusal } from './testing/answers.ts'

const failed = (failure: Partial<ApiError['failure']> & Pick<ApiError['failure'], 'kind'>) =>
  new ApiError({ ...noFailure, ...failure })

test.each<readonly [string, ApiError]>([
  ['no connection', failed({ kind: 'unreachable' })],
  ['a timeout', failed({ kind: 'timeout' })],
  ['a page of HTML', failed({ kind: 'unreadable', httpStatus: 200 })],
  ['a broken proxy', failed({ kind: 'http-status', httpStatus: 502 })],
  ...['ERR-01', 'GTW-00', 'GTW-01', 'GTW-02', 'GTW-08', 'GTW-11'].map(
    (code) => [code, refusal(code)] as const,
  ),
])('%s passes, so it is asked again, less and less often, and at last not', (_, error) => {
  const waits = [1, 2, 3, 6, 7].map((attempt) => retryAfterFailure(error, attempt))
  expect(waits).toEqual([1000, 2000, 4000, 32_000, null])
})

test.each<readonly [string, ApiError]>([
  ['a refused key', refusal('ERR-02')],
  ['a refused parameter', refusal('ERR-00')],
  ['nothing found', refusal('TXN-02')],
  ['another form', failed({ kind: 'unexpected-body' })],
  ['a path that is not there', failed({ kind: 'http-status', httpStatus: 404 })],
])('%s stays, so it is not asked again', (_, error) => {
  expect(retryAfterFailure(error, 1)).toBe(null)
})

test.each<readonly [string, ApiError]>([
  ['a limit', refusal('ERR-03', { retryAfter: 5 })],
  ['a busy service', failed({ kind: 'http-status', httpStatus: 503, retryAfter: 5 })],
])('%s is waited out, as long as it says, or longer and longer', (_, error) => {
  expect([1, 3, 5, 50].map((attempt) => retryAfterFailure(error, attempt))).toEqual([
    5000, 5000, 16_000, 60_000,
  ])
})

test('a limit that names no time is asked again after a second, and then later', () => {
  expect([1, 2, 20].map((attempt) => retryAfterFailure(refusal('ERR-03'), attempt))).toEqual([
    1000, 2000, 60_000,
  ])
})
