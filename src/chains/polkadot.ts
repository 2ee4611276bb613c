/** SS58: a network prefix below 64, a 32-byte key, and the first two bytes of their BLAKE2b. */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import {
  type ChainDefinition,
  type FormCheck,
  foreignCharacters,
  isSame,
  valid,
  wrongChecksum,
  wrongLength,
} from './chain.ts'
import { decodeBase58 } from './encoding.ts'

const polkadotPrefix = 0

export const polkadotChains: readonly ChainDefinition[] = [
  {
    name: 'Polkadot',
    ids: 'dot polkadot polkadotassethub',
    prefix: /^1/,
    check: ss58Check(polkadotPrefix),
    usesMemo: false,
    burnAddresses: ['111111111111111111111111111111111HC1'],
  },
  { name: 'Kusama', ids: 'ksm kusama', check: ss58Check(2), usesMemo: false },
]

function ss58Check(prefix: number): FormCheck {
  return (address) => {
    const bytes = decodeBase58(address)
    if (bytes === null) return foreignCharacters
    const [network = 0, second = 0] = bytes
    // Prefixes from 64 on take two bytes (Substrate, "SS58 address format").
    if (bytes.length !== (network < 64 ? 35 : 36)) return wrongLength
    if (!isSame(checksumOf(bytes.subarray(0, -2)), bytes.subarray(-2))) return wrongChecksum
    const isLong = network >= 64
    // Six bits of the first byte are the middle ones of the prefix.
    const own = isLong ? ((network & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8) : network
    if (own === prefix) return valid
    const sameKey = {
      network: networkNames[own] ?? `another Substrate network (prefix ${own})`,
      here: ss58Address(bytes.subarray(isLong ? 2 : 1, -2), prefix),
    }
    return { ...valid, sameKey }
  }
}

const networkNames: Readonly<Record<number, string>> = {
  0: 'Polkadot',
  2: 'Kusama',
  42: 'any Substrate network',
}

function checksumOf(body: Uint8Array): Uint8Array {
  return blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
}

export function ss58Address(account: Uint8Array, prefix = polkadotPrefix): string {
  const body = concatBytes(Uint8Array.of(prefix), account)
  return base58.encode(concatBytes(body, checksumOf(body)))
}
