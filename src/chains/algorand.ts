import { sha512_256 } from '@noble/hashes/sha2.js'
import type { ChainDefinition } from './chain.ts'
import { foreignCharacters, isSame, valid, wrongChecksum, wrongLength } from './check.ts'
import { decodeBase32 } from './encoding/base32.ts'

/** An address is a public key, and the last four bytes of its SHA-512/256. */
export const algorand: ChainDefinition = {
  name: 'Algorand',
  ids: 'algo algorand',
  check(address) {
    if (!/^[A-Z2-7]+$/.test(address)) return foreignCharacters
    if (address.length !== 58) return wrongLength
    const bytes = decodeBase32(address)
    if (bytes === null) return wrongChecksum
    return isSame(sha512_256(bytes.subarray(0, 32)).subarray(-4), bytes.subarray(32)) ? valid : wrongChecksum
  },
  // There is a note that some receivers ask for and most do not.
  usesMemo: null,
  burnAddresses: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
}
