import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { endpointNames, endpointPath, endpoints } from '../../contract/endpoints.ts'
import { pathOf, Refusal } from '../http.ts'
import { forwardedTarget } from './forwarding.ts'

const codeOf = (target: string) => {
  try {
    return forwardedTarget(target)
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}

describe('targets that are forwarded', () => {
  it.each(
    endpointNames.map((name) => endpointPath(name, 'pathParameter' in endpoints[name] ? 'x' : undefined)),
  )('%s', (path) => {
    expect(codeOf(`/api/service${path}`)).toBe(path)
    expect(codeOf(`/api/service${path}?limit=1`)).toBe(`${path}?limit=1`)
  })

  it.each([
    '/transaction/tx-1',
    '/transactions/%F0%9F%94%91',
    '/transactions/a..b',
    '/transactions/...',
    '/transactions/100%25',
    '/transactions/%25ff',
    `/transactions/${'a'.repeat(2048)}`,
    '/transactions?source_address=..&note=%2e%2e/../',
    '/transactions?broken=%zz&&=&a=b=c',
    '/transactions?source_id=[a]{b}|c"d',
  ])('%s as it is', (target) => {
    expect(codeOf(`/api/service${target}`)).toBe(target)
  })

  it('whatever the id, encoded as the console encodes it', () => {
    const id = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/[/\\%;\p{Cc}]/u.test(text) && text !== '.' && text !== '..')
    fc.assert(
      fc.property(id, (text) => {
        const path = endpointPath('transaction', text)
        expect(codeOf(`/api/service${path}`)).toBe(path)
      }),
    )
  })
})

describe('targets that are refused', () => {
  const misleadingIds = [
    // A server that decodes, perhaps twice, sees another path.
    ...['.', '..', '..?limit=1', '%2e', '%2E%2e', '.%2e', '%252e%252e', '%25252e%25252e', '%2525252e'],
    ...['..%2Fkeys', 'a%2F..%2Fkeys', '..%5Ckeys', 'a%2f.', 'a%2Fb', 'a%252Fb', 'a%25252fb', 'a\\b', 'a%5Cb'],
    // A path parameter, a control character, and an ASCII character in more bytes than it needs.
    ...['..;%2fadmin', '..%3b', 'a;b=c', 'a%253Bb', '%00', '%2500', 'a%0D%0Ab', 'a%7F', 'a%C2%85'],
    ...['%C0%AF', '%25c0%25ae', '%25e0%2580%25af'],
  ]
  it.each(misleadingIds)('a vault with the id %s is GTW-05', (id) => {
    expect(codeOf(`/api/service/vaults/${id}`)).toBe('GTW-05')
  })

  it.each([
    ...[
      '/api',
      '/api/',
      '/api/service/keys',
      '/api/service/Vaults',
      '/api/service//vaults',
      '/api/service/vaults/',
      '/api/service/vaults/a/b',
    ],
    ...['/api/service/../vaults', '/api/service/./vaults', '/api/service/%76aults', '/%61pi/vaults'],
    'http://elsewhere.example/api/service/vaults',
  ])('%s is GTW-05', (target) => {
    expect(codeOf(target)).toBe('GTW-05')
  })

  it.each(['/%', '/%zz', '/a b', '/a#b', '/ü', '?a=\u0000', '?a=b#c'])(
    '/api/service/vaults%s is GTW-07',
    (rest) => {
      expect(codeOf(`/api/service/vaults${rest}`)).toBe('GTW-07')
    },
  )
})

describe('targets that would cost', () => {
  it.each([
    ['a long id', `/api/service/vaults/${'a'.repeat(2049)}`],
    ['a long value', `/api/service/vaults?asset_id=${'a'.repeat(2049)}`],
    ['a long name', `/api/service/vaults?${'a'.repeat(2049)}=a`],
    ['many values', `/api/service/vaults?${'asset_id=a&'.repeat(1000)}`],
    ['an id that is encoded again and again', `/api/service/vaults/%${'25'.repeat(7000)}41`],
  ])('%s is GTW-07 before anything is decoded', (_, target) => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent')
    expect(codeOf(target)).toBe('GTW-07')
    expect(decode).not.toHaveBeenCalled()
    decode.mockRestore()
  })

  it('what is encoded again and again is decoded three times, and refused', () => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent')
    expect(codeOf(`/api/service/vaults/%${'25'.repeat(1000)}41`)).toBe('GTW-05')
    expect(decode).toHaveBeenCalledTimes(3)
    decode.mockRestore()
  })
})

it('takes the path without the query', () => {
  expect(pathOf('/a/b?c=/d?e')).toBe('/a/b')
  expect(pathOf('/a/b')).toBe('/a/b')
})
