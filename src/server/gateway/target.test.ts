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
    expect(codeOf(`/api${path}`)).toBe(path)
    expect(codeOf(`/api${path}?limit=1`)).toBe(`${path}?limit=1`)
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
    expect(codeOf(`/api${target}`)).toBe(target)
  })

  it('whatever the id, encoded as the console encodes it', () => {
    const id = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/[/\\%;\p{Cc}]/u.test(text) && text !== '.' && text !== '..')
    fc.assert(
      fc.property(id, (text) => {
        const path = endpointPath('transaction', text)
        expect(codeOf(`/api${path}`)).toBe(path)
      }),
    )
  })
})

describe('targets that are refused', () => {
  it.each([
    ['/api', 'GTW-05'],
    ['/api/', 'GTW-05'],
    ['/api/keys', 'GTW-05'],
    ['/api/Vaults', 'GTW-05'],
    ['/api//vaults', 'GTW-05'],
    ['/api/vaults/', 'GTW-05'],
    ['/api/vaults/a/b', 'GTW-05'],
    ['/api/vaults/.', 'GTW-05'],
    ['/api/vaults/..', 'GTW-05'],
    ['/api/vaults/..?limit=1', 'GTW-05'],
    ['/api/vaults/%2e', 'GTW-05'],
    ['/api/vaults/%2E%2e', 'GTW-05'],
    ['/api/vaults/.%2e', 'GTW-05'],
    ['/api/vaults/%252e%252e', 'GTW-05'],
    ['/api/vaults/%25252e%25252e', 'GTW-05'],
    ['/api/vaults/..%2Fkeys', 'GTW-05'],
    ['/api/vaults/a%2F..%2Fkeys', 'GTW-05'],
    ['/api/vaults/..%5Ckeys', 'GTW-05'],
    ['/api/vaults/a%2f.', 'GTW-05'],
    ['/api/vaults/a%2Fb', 'GTW-05'],
    ['/api/vaults/a%252Fb', 'GTW-05'],
    ['/api/vaults/a%25252fb', 'GTW-05'],
    ['/api/vaults/..;%2fadmin', 'GTW-05'],
    ['/api/vaults/..%3b', 'GTW-05'],
    ['/api/vaults/a;b=c', 'GTW-05'],
    ['/api/vaults/a%253Bb', 'GTW-05'],
    ['/api/vaults/%00', 'GTW-05'],
    ['/api/vaults/%2500', 'GTW-05'],
    ['/api/vaults/a%0D%0Ab', 'GTW-05'],
    ['/api/vaults/a%7F', 'GTW-05'],
    ['/api/vaults/a%C2%85', 'GTW-05'],
    ['/api/vaults/a\\b', 'GTW-05'],
    ['/api/vaults/a%5Cb', 'GTW-05'],
    ['/api/vaults/%C0%AF', 'GTW-05'],
    ['/api/vaults/%25c0%25ae', 'GTW-05'],
    ['/api/vaults/%25e0%2580%25af', 'GTW-05'],
    ['/api/vaults/%2525252e', 'GTW-05'],
    ['/api/../vaults', 'GTW-05'],
    ['/api/./vaults', 'GTW-05'],
    ['/api/%76aults', 'GTW-05'],
    ['/%61pi/vaults', 'GTW-05'],
    ['http://elsewhere.example/api/vaults', 'GTW-05'],
    ['/api/vaults/%', 'GTW-07'],
    ['/api/vaults/%zz', 'GTW-07'],
    ['/api/vaults/a b', 'GTW-07'],
    ['/api/vaults/a#b', 'GTW-07'],
    ['/api/vaults/ü', 'GTW-07'],
    ['/api/vaults?a=\u0000', 'GTW-07'],
    ['/api/vaults?a=b#c', 'GTW-07'],
  ])('%s is %s', (target, code) => {
    expect(codeOf(target)).toBe(code)
  })
})

describe('targets that would cost', () => {
  it.each([
    ['a long id', `/api/vaults/${'a'.repeat(2049)}`],
    ['a long value', `/api/vaults?asset_id=${'a'.repeat(2049)}`],
    ['a long name', `/api/vaults?${'a'.repeat(2049)}=a`],
    ['many values', `/api/vaults?${'asset_id=a&'.repeat(1000)}`],
    ['an id that is encoded again and again', `/api/vaults/%${'25'.repeat(7000)}41`],
  ])('%s is GTW-07 before anything is decoded', (_, target) => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent')
    expect(codeOf(target)).toBe('GTW-07')
    expect(decode).not.toHaveBeenCalled()
    decode.mockRestore()
  })

  it('what is encoded again and again is decoded three times, and refused', () => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent')
    expect(codeOf(`/api/vaults/%${'25'.repeat(1000)}41`)).toBe('GTW-05')
    expect(decode).toHaveBeenCalledTimes(3)
    decode.mockRestore()
  })
})

it('takes the path without the query', () => {
  expect(pathOf('/a/b?c=/d?e')).toBe('/a/b')
  expect(pathOf('/a/b')).toBe('/a/b')
})
