import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainOf, fixedPrefix } from '../chains/index.ts'
import { encoders } from '../chains/testing/encoders.ts'
import { validityOf } from './validity.ts'

describe.each(encoders.map((encoder) => [`${encoder.networkId}, ${encoder.kind}`, encoder] as const))(
  'addresses of %s',
  (_name, { networkId, bytes, encode, hasChecksum, alphabet }) => {
    const anyBytes = fc.uint8Array({ minLength: bytes, maxLength: bytes })

    test('are valid whatever bytes they are made of', () => {
      fc.assert(
        fc.property(anyBytes, (key) => {
          expect(validityOf(encode(key), networkId)).toMatchObject({ kind: 'valid' })
        }),
      )
    })

    test.runIf(hasChecksum)('are found out when one character is another', () => {
      const change = fc.record({ key: anyBytes, place: fc.double({ min: 0, max: 0.999, noNaN: true }) })
      fc.assert(
        fc.property(change, fc.constantFrom(...alphabet), ({ key, place }, character) => {
          const address = encode(key)
          const start = fixedPrefix(address, chainOf(networkId)).length
          const at = start + Math.floor(place * (address.length - start))
          fc.pre(address.charAt(at) !== character)
          const changed = address.slice(0, at) + character + address.slice(at + 1)
          // Left alone, letters of one case are an address without a checksum.
          fc.pre(networkId !== 'ETH' || /[a-f]/.test(changed.slice(2)) === /[A-F]/.test(changed.slice(2)))
          expect(validityOf(changed, networkId)).toMatchObject({ kind: 'failed' })
        }),
        // Two bytes of a hash overlook one change in 65,536: a fixed seed is as good as any, and never fails by chance.
        { seed: 20_261_121 },
      )
    })
  },
)
