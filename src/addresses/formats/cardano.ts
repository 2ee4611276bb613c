/** Cardano's addresses (CIP-19): Bech32 since Shelley, Base58 of CBOR in Byron's days. */
import { base58 } from '@scure/base'
import { bytesOf, decodeBech32 } from './bech32.ts'
import { crc32 } from './crc.ts'
import {
  malformed,
  type Outcome,
  ofTestNetwork,
  valid,
  wrongChecksum,
  wrongLength,
  wrongStart,
} from './outcome.ts'

/** An address, a reward address or a stake pool's id of the main net. */
export function cardanoAddress(address: string): Outcome {
  if (!/^(?:addr|stake|pool|addr_test|stake_test)1/i.test(address))
    return byron(address) ?? wrongStart('addr1 or stake1')
  const decoded = decodeBech32(address)
  if (decoded.outcome) return decoded.outcome
  if (decoded.encoding !== 'bech32') return wrongChecksum
  if (decoded.prefix.endsWith('_test')) return ofTestNetwork
  const bytes = bytesOf(decoded.words)
  if (bytes === null) return malformed('it does not hold an address')
  if (decoded.prefix === 'pool') return bytes.length === 28 ? valid : wrongLength
  return shelley(decoded.prefix, bytes)
}

/** The header's high half is the kind, its low half the network; the kind says what follows. */
function shelley(prefix: string, bytes: Uint8Array): Outcome {
  const [header = 0] = bytes
  const kind = header >> 4
  if ((header & 0x0f) !== 1) return ofTestNetwork
  if (prefix === 'stake' ? kind < 14 : kind > 7) return malformed('it does not hold an address')
  // Two hashes; a hash and a pointer of three numbers; one hash.
  const isLong = prefix !== 'stake' && kind < 4
  const isPointer = prefix !== 'stake' && (kind === 4 || kind === 5)
  const isLength = isPointer ? countNumbers(bytes.subarray(29)) === 3 : bytes.length === (isLong ? 57 : 29)
  return isLength ? valid : wrongLength
}

/** How many numbers of variable length there are: the high bit says that another byte follows. */
function countNumbers(bytes: Uint8Array): number {
  return (bytes.at(-1) ?? 0x80) < 0x80 ? bytes.filter((byte) => byte < 0x80).length : 0
}

/** A list of two in CBOR: the address as tagged bytes, and their CRC-32. Null where it is nothing of the kind. */
function byron(address: string): Outcome | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return null
  const bytes = base58.decode(address)
  const [list, tag, tagged, text, length = 0] = bytes
  const payload = bytes.subarray(5, 5 + length)
  const rest = bytes.subarray(5 + length)
  const isForm = list === 0x82 && tag === 0xd8 && tagged === 0x18 && text === 0x58
  if (!isForm || rest.length !== 5 || rest[0] !== 0x1a)
    return /^(?:Ae2|DdzFF)/.test(address) ? wrongChecksum : null
  if (new DataView(rest.buffer, rest.byteOffset + 1).getUint32(0) !== crc32(payload)) return wrongChecksum
  return namesNetwork(payload) ? ofTestNetwork : valid
}

/** Behind the root of 28 bytes stands a map: 1 is a path, 2 the number of a network, which the main net leaves out. */
function namesNetwork(payload: Uint8Array): boolean {
  const [entries, first] = payload.subarray(31)
  return entries === 0xa2 || (entries === 0xa1 && first === 2)
}
