import { expect, test } from 'vitest'
import { ApiError, noFailure } from '../api/api-error.ts'
import { refusal } from '../api/testing/refusal.ts'
import { serviceErrors } from '../contract/errors.ts'
import { gatewayErrors } from '../contract/gateway-errors.ts'
import { explainError } from './explain-error.ts'

test.each(Object.entries({ ...serviceErrors, ...gatewayErrors }))(
  '%s is told in its own words',
  (code, entry) => {
    expect(explainError(refusal(code, { message: 'what was sent' }))).toBe(entry)
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
  ['http-status', 'An error without an explanation'],
] as const)('without an error body, "%s" is "%s"', (kind, title) => {
  expect(explainError(new ApiError({ ...noFailure, kind }))).toMatchObject({ title, remedy: 'retry' })
})
