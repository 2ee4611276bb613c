/** Addresses in Base58 whose checksum is not Bitcoin's: Solana's, which have none, and those of Polkadot and its kin. */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import {
  type Check,
  foreignCharacters,
  isSame,
  malformed,
  type Outcome,
  valid,
  wellFormed,
  wrongChecksum,
  wrongLength,
} from './outcome.ts'

/** Thirty-two bytes: a public key, or an address that a program derives. */
export function solanaAddress(address: string): Outcome {
  const bytes = decoded(address)
  if (bytes === null) return foreignCharacters
  return bytes.length === 32 ? wellFormed : wrongLength
}

/** SS58: the network's prefix below 64, a key of 32 bytes, and the first two bytes of a BLAKE2b of both. */
export function ss58(prefix: number): Check {
  return (address) => {
    const bytes = decoded(address)
    if (bytes === null) return foreignCharacters
    const [network = 0] = bytes
    // Prefixes from 64 on take two bytes (Substrate, "SS58 address format").
    if (bytes.length !== (network < 64 ? 35 : 36)) return wrongLength
    const body = bytes.subarray(0, -2)
    const hash = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body))
    if (!isSame(hash.subarray(0, 2), bytes.subarray(-2))) return wrongChecksum
    return network === prefix ? valid : malformed('it is written for another network of the same kind')
  }
}

function decoded(address: string): Uint8Array | null {
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(address) ? base58.decode(address) : null
}
