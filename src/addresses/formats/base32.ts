/** Addresses in the Base32 of RFC 4648 without padding: Stellar's and Algorand's. */
import { sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad } from '@scure/base'
import { crc16 } from './crc.ts'
import {
  foreignCharacters,
  isSame,
  malformed,
  type Outcome,
  valid,
  wrongChecksum,
  wrongLength,
  wrongStart,
} from './outcome.ts'

/** What Stellar sends to (SEP-23): accounts, accounts with a memo in them, contracts. */
const strkeys: Readonly<Record<string, { readonly version: number; readonly characters: number }>> = {
  G: { version: 6 << 3, characters: 56 },
  M: { version: 12 << 3, characters: 69 },
  C: { version: 2 << 3, characters: 56 },
}

/** A strkey (SEP-23): version, key, CRC-16 with its low byte first. */
export function stellarAddress(address: string): Outcome {
  const kind = /^[GMC]/.test(address) ? strkeys[address.charAt(0)] : undefined
  if (kind === undefined)
    return address.startsWith('S')
      ? malformed('it begins with S, as the secret key of an account does')
      : wrongStart('G, M or C')
  if (!/^[A-Z2-7]+$/.test(address)) return foreignCharacters
  if (address.length !== kind.characters) return wrongLength
  const bytes = decoded(address)
  if (bytes === null) return wrongChecksum
  const checksum = crc16(bytes.subarray(0, -2))
  if (bytes.at(-2) !== (checksum & 0xff) || bytes.at(-1) !== checksum >>> 8) return wrongChecksum
  return bytes[0] === kind.version ? valid : malformed('it does not hold an address')
}

/** A public key, and the last four bytes of its SHA-512/256. */
export function algorandAddress(address: string): Outcome {
  if (!/^[A-Z2-7]+$/.test(address)) return foreignCharacters
  if (address.length !== 58) return wrongLength
  const bytes = decoded(address)
  if (bytes === null) return wrongChecksum
  return isSame(sha512_256(bytes.subarray(0, 32)).subarray(-4), bytes.subarray(32)) ? valid : wrongChecksum
}

/** Null where the bits that are left over are not zero: such a text stands for nothing. */
function decoded(address: string): Uint8Array | null {
  try {
    return base32nopad.decode(address)
  } catch {
    return null
  }
}
