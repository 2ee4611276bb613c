import { expect, test } from 'vitest'
import { returnPath, signInHref } from './sign-in.ts'

test('the way back is the whole address', () => {
  const href = signInHref({ pathname: '/transactions', search: '?status=pending&tx=a%2Fb', hash: '#x' })
  expect(returnPath(href.slice(href.indexOf('?')))).toBe('/transactions?status=pending&tx=a%2Fb#x')
  expect(signInHref({ pathname: '/', search: '', hash: '' })).toBe('/sign-in')
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
