import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uniqueKeys } from './unique-keys.ts'

it('gives an id that comes once the same key in any place', () => {
  const [first] = uniqueKeys(['a', 'b', 'b'])
  expect(uniqueKeys(['c', 'b', 'a'])[2]).toBe(first)
})

it('gives every row its own key, whatever the ids', () => {
  const few = fc.constantFrom('', 'a', '0:a', '1:a', '0:', '1:')
  fc.assert(
    fc.property(fc.array(few), (ids) => {
      expect(new Set(uniqueKeys(ids)).size).toBe(ids.length)
    }),
  )
})
