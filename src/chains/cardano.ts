/** CIP-19: Bech32 since the Shelley era, Base58 of CBOR in the Byron era. */
import { concatBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import {
  type ChainDefinition,
  noAddress,
  ofTestNetwork,
  type Validity,
  valid,
  wrongChecksum,
  wrongLength,
  wrongStart,
} from './chain.ts'
import { bytesOf, decodeBase58, decodeBech32, encodeBech32 } from './encoding.ts'

export const cardano: ChainDefinition = {
  name: 'Cardano',
  ids: 'ada cardano',
  prefix: /^(?:Ae2|DdzFF)/,
  // The letter after the 1 gives only kind and network.
  caselessPrefix: /^(?:addr|stake)(?:_test)?1[a-z0-9]/i,
  check,
  usesMemo: false,
  usesFreshAddresses: true,
}

function check(address: string): Validity {
  if (!/^(?:addr|stake|pool|addr_test|stake_test)1/i.test(address))
    return byron(address) ?? wrongStart('addr1 or stake1')
  const decoded = decodeBech32(address)
  if (decoded.problem) return decoded.problem
  if (decoded.encoding !== 'bech32') return wrongChecksum
  if (decoded.prefix.endsWith('_test')) return ofTestNetwork
  const bytes = bytesOf(decoded.words)
  if (bytes === null) return noAddress
  if (decoded.prefix === 'pool') return bytes.length === 28 ? valid : wrongLength
  return shelley(decoded.prefix, bytes)
}

/** Header: kind in the high half, network in the low half. */
function shelley(prefix: string, bytes: Uint8Array): Validity {
  const [header = 0] = bytes
  const kind = header >> 4
  if ((header & 0x0f) !== 1) return ofTestNetwork
  if (prefix === 'stake' ? kind < 14 : kind > 7) return noAddress
  // Two hashes; a hash and a pointer of three numbers; one hash.
  const isLong = prefix !== 'stake' && kind < 4
  const isPointer = prefix !== 'stake' && (kind === 4 || kind === 5)
  if (!isPointer) return bytes.length === (isLong ? 57 : 29) ? valid : wrongLength
  // Numbers of variable length: the high bit means that another byte follows.
  const lastBytes = bytes.subarray(29).filter((byte) => byte < 0x80)
  return lastBytes.length === 3 && (bytes.at(-1) ?? 0x80) < 0x80 ? valid : wrongLength
}

/** A CBOR list of two: the address as tagged bytes, and its CRC-32. Null for anything else. */
function byron(address: string): Validity | null {
  const bytes = decodeBase58(address)
  if (bytes === null) return null
  const [list, tag, tagged, text, length = 0] = bytes
  const payload = bytes.subarray(5, 5 + length)
  const rest = bytes.subarray(5 + length)
  const isForm = list === 0x82 && tag === 0xd8 && tagged === 0x18 && text === 0x58
  if (!isForm || rest.length !== 5 || rest[0] !== 0x1a)
    return /^(?:Ae2|DdzFF)/.test(address) ? wrongChecksum : null
  if (new DataView(rest.buffer, rest.byteOffset + 1).getUint32(0) !== crc32(payload)) return wrongChecksum
  // A map follows the 28-byte root: key 1 is a path, key 2 the network, which the main net omits.
  const [entries, first] = payload.subarray(31)
  return entries === 0xa2 || (entries === 0xa1 && first === 2) ? ofTestNetwork : valid
}

/** ISO 3309. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

export function shelleyAddress(prefix: 'addr' | 'stake', header: number, bytes: Uint8Array): string {
  return encodeBech32(prefix, concatBytes(Uint8Array.of(header), bytes))
}

/** `stake1…` (type 14). A base address ends in the hash of its stake key. */
export function cardanoRewardAddressOf(baseAddress: string): string {
  const { words } = bech32.decode(baseAddress, false)
  return shelleyAddress('stake', 0xe1, bech32.fromWords(words).subarray(29))
}
