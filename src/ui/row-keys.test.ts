import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type RowKeys, rowKeys } from './row-keys.ts'

const none: RowKeys = new Map()
const keysOf = (keys: RowKeys) => [...keys.values()]

it('keeps the key of a row in any place', () => {
  const before = rowKeys(none, ['a', 'b', 'c'])
  const [a, b, c] = keysOf(before)
  expect(keysOf(rowKeys(before, ['c', 'a', 'b']))).toEqual([c, a, b])
})

it('gives a new row the key of one that has gone', () => {
  const before = rowKeys(none, ['a', 'b', 'c'])
  const [a, b, c] = keysOf(before)
  expect(keysOf(rowKeys(before, ['x', 'b', 'y']))).toEqual([a, b, c])
})

it('gives every row its own key, whatever the ids and whatever came before', () => {
  const few = fc.constantFrom('', 'a', '0:a', '1:a', '0:', '1:', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.array(fc.array(few)), (pages) => {
      let keys = none
      for (const ids of pages) {
        keys = rowKeys(keys, ids)
        expect(new Set(keys.values()).size).toBe(ids.length)
        expect(keys.size).toBe(ids.length)
      }
    }),
  )
})
