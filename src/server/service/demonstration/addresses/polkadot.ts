import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** A 32-byte account as Polkadot's SS58 address (network prefix 0). */
export function polkadotAddress(account: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(0), account)
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  return base58.encode(concatBytes(body, checksum))
}
