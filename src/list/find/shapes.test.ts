import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as chains from '../../chains/index.ts'
import { encoders } from '../../chains/testing/encoders.ts'
import { looksCaseless } from './shapes.ts'

const caselessKinds = encoders.filter(({ networkId, bytes, encode }) =>
  chains.isCaseless(encode(new Uint8Array(bytes)), chains.chainOf(networkId)),
)

describe('an address in which case means nothing on its network also looks so', () => {
  test.each(caselessKinds.map((encoder) => [`${encoder.networkId}, ${encoder.kind}`, encoder] as const))(
    '%s',
    (_name, { bytes, encode }) => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: bytes, maxLength: bytes }), (key) => {
          expect(looksCaseless(encode(key))).toBe(true)
        }),
      )
    },
  )

  // CashAddr, "Examples of address translation"; ZIP 316 and Avalanche's documents for how the others begin.
  test.each([
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    [
      'ZEC',
      'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdv',
    ],
    ['AVAX', 'X-avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'],
  ])('%s: %s', (networkId, address) => {
    expect(chains.isCaseless(address, chains.chainOf(networkId))).toBe(true)
    expect(looksCaseless(address)).toBe(true)
    expect(looksCaseless(address.toUpperCase())).toBe(true)
  })
})
