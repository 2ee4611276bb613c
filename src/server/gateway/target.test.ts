import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpointNames, endpointPath, endpoints } from '../../contract/endpoints.ts'
import { GatewayFailure } from './failure.ts'
import { forwardedTarget, pathOf } from './target.ts'

const codeOf = (target: string) => {
  try {
    return forwardedTarget(target)
  } catch (error) {
    return error instanceof GatewayFailure ? error.code : error
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
    '/transactions/a%2Fb',
    '/transactions/%F0%9F%94%91',
    '/transactions/a..b',
    '/transactions/...',
    '/transactions/100%25',
    '/transactions?source_address=..&note=%2e%2e/../',
    '/transactions?broken=%zz&&=&a=b=c',
    '/transactions?source_id=[a]{b}|c"d',
  ])('%s as it is', (target) => {
    expect(codeOf(`/api${target}`)).toBe(target)
  })

  it('whatever the id, encoded as the console encodes it', () => {
    const id = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/[/\\%]/.test(text) && text !== '.' && text !== '..')
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
    ['/api/../vaults', 'GTW-05'],
    ['/api/./vaults', 'GTW-05'],
    ['/api/%76aults', 'GTW-05'],
    ['/%61pi/vaults', 'GTW-05'],
    ['http://elsewhere.example/api/vaults', 'GTW-05'],
    ['/api/vaults/%', 'GTW-07'],
    ['/api/vaults/%zz', 'GTW-07'],
    ['/api/vaults/a b', 'GTW-07'],
    ['/api/vaults/a#b', 'GTW-07'],
    ['/api/vaults/a\\b', 'GTW-07'],
    ['/api/vaults/ü', 'GTW-07'],
    ['/api/vaults?a=\u0000', 'GTW-07'],
    ['/api/vaults?a=b#c', 'GTW-07'],
  ])('%s is %s', (target, code) => {
    expect(codeOf(target)).toBe(code)
  })
})

it('takes the path without the query', () => {
  expect(pathOf('/a/b?c=/d?e')).toBe('/a/b')
  expect(pathOf('/a/b')).toBe('/a/b')
})
