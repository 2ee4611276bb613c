import { hexToBytes } from '@noble/hashes/utils.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { evmAddress } from '../../chains/evm.ts'
import { evmLookAlike } from './whitelists.ts'

test('a look-alike shares the first four digits, and the last four or none of them, in letters of its own', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  fc.assert(
    fc.property(bytes(20), bytes(16), fc.boolean(), (account, middle, same) => {
      const real = evmAddress(account)
      const made = evmLookAlike(real, middle, same ? 'same ending' : 'other ending')
      expect(made.slice(0, 6).toLowerCase()).toBe(real.slice(0, 6).toLowerCase())
      const shared = [-4, -3, -2, -1].filter(
        (at) => made.at(at)?.toLowerCase() === real.at(at)?.toLowerCase(),
      )
      expect(shared).toHaveLength(same ? 4 : 0)
      expect(made).toBe(evmAddress(hexToBytes(made.slice(2).toLowerCase())))
    }),
  )
})
