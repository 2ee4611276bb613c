import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkHref, checkView } from './hrefs.ts'

const { parse, serialise } = checkView
const read = (query: string) => parse(new URLSearchParams(query))

test('any query string parses, and what was parsed is what its own link says', () => {
  const names = fc.oneof(fc.constantFrom('address', 'network_id', 'asset_id', 'memo', 'limit'), fc.string())
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'binary' }))), (pairs) => {
      const view = parse(new URLSearchParams(pairs))
      expect(parse(serialise(view))).toEqual(view)
      expect(Object.keys(view.filter).length + view.invalid.length).toBe(pairs.length)
    }),
  )
})

test('a link to a check says what is asked, and only that', () => {
  expect(checkHref()).toBe('/check')
  expect(checkHref({ address: '', network_id: null })).toBe('/check')
  expect(
    read(checkHref({ address: 'a b&c=#', network_id: 'ETH', asset_id: 'USDC', memo: '1' }).slice(7)),
  ).toMatchObject({
    filter: { address: 'a b&c=#', network_id: 'ETH', asset_id: 'USDC', memo: '1' },
    invalid: [],
  })
})

test.each([
  ['address=x&address=y', 'address', 'repeated'],
  ['address=', 'address', 'empty'],
  ['address=x&limit=50', 'limit', 'unknown'],
  ['address=x&offset=0', 'offset', 'unknown'],
  ['address=x&__proto__=1', '__proto__', 'unknown'],
])('%s says what it could not use', (query, name, reason) => {
  expect(read(query).invalid).toEqual([expect.objectContaining({ name, reason })])
})
