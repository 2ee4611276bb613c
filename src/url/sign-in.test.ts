import { expect, test } from 'vitest'
import { returnPath, signInHref, signInProblem } from './sign-in.ts'

test('the way back is the whole address', () => {
  const href = signInHref({ pathname: '/transactions', search: '?status=pending&tx=a%2Fb', hash: '#x' })
  expect(returnPath(href.slice(href.indexOf('?')))).toBe('/transactions?status=pending&tx=a%2Fb#x')
  expect(signInHref({ pathname: '/', search: '', hash: '' })).toBe('/sign-in')
})

test('why signing in failed is a code of ours, and nothing else that a link says', () => {
  expect(signInProblem('?from=%2Fvaults&error=GTW-15')).toBe('GTW-15')
  for (const search of ['', '?error=', '?error=toString', '?error=GTW-99', '?error=ERR-02', '?error=Call+us'])
    expect(signInProblem(search)).toBeNull()
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '',
  '/sign-in?from=/x',
  '/..//evil.example',
])('from=%j leads to the start and to no other site', (from) => {
  expect(returnPath(`?${new URLSearchParams({ from })}`)).toBe('/')
})
