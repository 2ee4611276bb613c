import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpointPath } from '../contract/endpoints.ts'
import {
  checkCodec,
  checkHref,
  counterpartyHref,
  transactionHref,
  vaultHref,
  whitelistHref,
} from './hrefs.ts'
import { whitelistsCodec } from './lists.ts'
import { returnPath, signInHref, signInProblem } from './sign-in.ts'

test('every whitelist has an address of its own', () => {
  const anyId = fc.oneof(
    fc.constantFrom('.', '..', 'a/b', '?', '#', 'a/'),
    fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => id === id.trim() && id !== ''),
  )
  fc.assert(
    fc.property(anyId, (id) => {
      const { pathname, searchParams } = new URL(whitelistHref(id), 'http://console.test')
      const found =
        pathname === '/whitelists'
          ? whitelistsCodec.parse(searchParams).params.whitelist
          : decodeURIComponent(pathname.replace('/whitelists/', ''))
      expect(found).toBe(id)
    }),
  )
})

test('every party has an address of its own, with its memo', () => {
  expect(counterpartyHref({ id: 'a/b?#é' })).toBe('/counterparties/a%2Fb%3F%23%C3%A9')
  expect(counterpartyHref({ id: 'rEb8', memo: '1010&x' })).toBe('/counterparties/rEb8?memo=1010%26x')
  expect(counterpartyHref({ id: '..', memo: null })).toBe('/counterparties/id?id=..')
})

test('half a surrogate pair in an id breaks no link, nor what is asked', () => {
  for (const href of [transactionHref, vaultHref, whitelistHref])
    expect(href('a\ud800')).toMatch(/a%EF%BF%BD$/)
  expect(endpointPath('vault', '\udfff')).toBe('/vaults/%EF%BF%BD')
})

test('a link to a check has what is asked and nothing else, and no pages', () => {
  expect(checkHref()).toBe('/check')
  expect(checkHref({ address: '', network_id: null })).toBe('/check')
  const query = { address: 'a b&c=#', network_id: 'ETH', asset_id: 'USDC', memo: '1' }
  expect(checkCodec.parse(checkHref(query).slice(7))).toMatchObject({ filter: query, invalid: [] })
  expect(checkCodec.parse('address=x&limit=50').invalid).toEqual([
    { name: 'limit', value: '50', reason: 'unknown' },
  ])
})

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
